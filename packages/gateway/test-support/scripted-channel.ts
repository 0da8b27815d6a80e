// A channel whose platform does what a test says: it keeps what can really be seen there, whatever its answers were.

import type { ConversationRef, DeliveryId } from '@heddle/contract'
import type {
  Button,
  Found,
  OpenOutcome,
  OutboundChannel,
  OutboundMessage,
  RenderedPart,
  SendOutcome,
} from '../src/delivery/ports.ts'
import type { Clock } from '../src/foundation/clock.ts'

export interface PlatformMessage {
  id: string
  conversationId: string
  deliveryId: DeliveryId | undefined
  part: number
  text: string
  persona: string
  buttons: readonly Button[]
  files: string[]
  mentions: readonly string[]
  isDeleted: boolean
}

export type RequestKind = 'send' | 'find' | 'edit' | 'remove' | 'open' | 'findOpened' | 'close'

export interface PlatformRequest {
  kind: RequestKind
  conversationId: string
  at: number
  text?: string
  deliveryId?: DeliveryId
  part?: number
}

/** What a request comes to; absent: it is done, and the answer says so. */
export type Behaviour =
  /** Nothing is done, and the answer says so. */
  | Extract<SendOutcome, { kind: 'not_sent' }>
  /** The answer says nothing; what was asked is done or not. */
  | { kind: 'lost'; isDone: boolean }
  | { kind: 'throws'; isDone: boolean }
  /** No answer at all. */
  | { kind: 'hangs'; isDone: boolean }
  /** No answer, and it is done after a while. */
  | { kind: 'late'; afterMs: number }
  /** Done, but only after the answer was awaited by somebody else. */
  | { kind: 'slow'; ms: number }
  | { kind: 'unreadable'; retryAfterMs?: number }

export interface ScriptedChannel extends OutboundChannel {
  readonly requests: PlatformRequest[]
  /** At most so many requests of one life of the program were under way at once in a conversation. */
  readonly busiest: Map<string, number>
  /** Whoever asked is dead: what they have under way is nobody's any more. */
  lifeEnded(): void
  readonly closed: string[]
  /** Asked for each request, before it is carried out. */
  script: (request: PlatformRequest) => Behaviour | undefined
  visible(conversationId: string): PlatformMessage[]
  texts(conversationId: string): string[]
  /** Of one kind, the requests so far. */
  count(kind: RequestKind): number
}

export interface ScriptedAbilities {
  find?: boolean
  /** What was said is known by the name of its request, whatever its text is by now. */
  findByName?: boolean
  edit?: boolean
  open?: boolean
  /** The longest text that it takes. */
  charsMax?: number
}

export function createScriptedChannel(clock: Clock, abilities: ScriptedAbilities = {}): ScriptedChannel {
  const charsMax = abilities.charsMax ?? 2_000
  const messages: PlatformMessage[] = []
  const requests: PlatformRequest[] = []
  const busiest = new Map<string, number>()
  let busyNow = new Map<string, number>()
  const closed: string[] = []
  let made = 0
  const nextId = () => `m${String(++made).padStart(6, '0')}`

  async function ask<T>(request: PlatformRequest, signal: AbortSignal, act: () => T): Promise<T | Behaviour> {
    requests.push(request)
    const place = request.conversationId
    const busy = busyNow
    busy.set(place, (busy.get(place) ?? 0) + 1)
    busiest.set(place, Math.max(busiest.get(place) ?? 0, busy.get(place) ?? 0))
    try {
      return await behave(channel.script(request), signal, act)
    } finally {
      busy.set(place, (busy.get(place) ?? 1) - 1)
    }
  }

  async function behave<T>(
    behaviour: Behaviour | undefined,
    signal: AbortSignal,
    act: () => T,
  ): Promise<T | Behaviour> {
    if (behaviour === undefined) return act()
    if ('isDone' in behaviour && behaviour.isDone) act()
    if (behaviour.kind === 'throws') throw new Error('connection reset')
    if (behaviour.kind === 'slow') {
      // Whoever waits no longer has nothing under way there, although it is done.
      return new Promise((resolve, reject) => {
        clock.timer(behaviour.ms, () => resolve(act()))
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      })
    }
    if (behaviour.kind === 'late') clock.timer(behaviour.afterMs, () => void act())
    if (behaviour.kind === 'late' || behaviour.kind === 'hangs') {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    }
    return behaviour
  }

  function say(message: OutboundMessage): SendOutcome {
    if (message.text.length > charsMax) {
      return { kind: 'not_sent', why: 'message', detail: `longer than ${charsMax}` }
    }
    const id = nextId()
    messages.push({
      id,
      conversationId: message.place.conversationId,
      deliveryId: message.deliveryId,
      part: message.part,
      text: message.text,
      persona: message.persona.name,
      buttons: message.buttons,
      files: message.attachments.map(({ name }) => name),
      mentions: message.mentions,
      isDeleted: false,
    })
    return { kind: 'sent', platformId: id, link: `https://chat.example/${id}` }
  }

  const answerOf = (answer: SendOutcome | Behaviour): SendOutcome =>
    answer.kind === 'sent' || answer.kind === 'not_sent'
      ? answer
      : { kind: 'unknown', detail: 'no usable answer' }

  const requestOf = (kind: RequestKind, place: ConversationRef, more: Partial<PlatformRequest> = {}) => ({
    kind,
    conversationId: place.conversationId,
    at: clock.wall(),
    ...more,
  })

  const find = async (look: {
    place: ConversationRef
    deliveryId: DeliveryId
    part: number
    text: string
    after: string | null
    signal: AbortSignal
  }): Promise<Found> => {
    const { deliveryId, part } = look
    const answer = await ask(requestOf('find', look.place, { deliveryId, part }), look.signal, (): Found => {
      const copies = messages.filter(
        (message) =>
          !message.isDeleted &&
          message.conversationId === look.place.conversationId &&
          message.deliveryId === deliveryId &&
          message.part === part &&
          (abilities.findByName === true || message.text === look.text) &&
          message.id > (look.after ?? ''),
      )
      if (copies.length === 0) return { kind: 'absent' }
      return { kind: 'found', copies: copies.map(({ id }) => ({ platformId: id })) }
    })
    if (answer.kind === 'found' || answer.kind === 'absent') return answer
    const retry =
      'retryAfterMs' in answer && answer.retryAfterMs !== undefined
        ? { retryAfterMs: answer.retryAfterMs }
        : {}
    return { kind: 'unreadable', detail: 'no permission to read', ...retry }
  }

  const opened = new Map<DeliveryId, { conversation: ConversationRef; anchorId: string }>()

  const channel: ScriptedChannel = {
    channel: 'chat',
    requests,
    busiest,
    lifeEnded: () => void (busyNow = new Map()),
    closed,
    script: () => undefined,
    renderer: {
      render({ markdown, accountOf, footer, spareChars = 0 }): readonly RenderedPart[] {
        const mentions: string[] = []
        const text = markdown.replace(/@(\w+)/g, (written, handle: string) => {
          const account = accountOf(handle)
          if (account === undefined) return written
          mentions.push(account)
          return `<@${account}>`
        })
        const whole = footer === undefined ? text : `${text}\n${footer}`
        const room = charsMax - spareChars
        const count = Math.ceil(whole.length / room)
        return Array.from({ length: count }, (_, i) => ({
          text: whole.slice(i * room, (i + 1) * room),
          mentions,
        }))
      },
    },
    sender: {
      async send(message) {
        const { deliveryId, part, text } = message
        const request = requestOf('send', message.place, { deliveryId, part, text })
        return answerOf(await ask(request, message.signal, () => say(message)))
      },
      ...(abilities.find !== false && { find }),
      ...(abilities.edit !== false && {
        async edit(message) {
          const request = requestOf('edit', message.place, { text: message.text })
          const edit = (): SendOutcome => {
            const said = messages.find(({ id, isDeleted }) => id === message.platformId && !isDeleted)
            if (!said) return { kind: 'not_sent', why: 'message', detail: 'unknown message' }
            Object.assign(said, { text: message.text, buttons: message.buttons })
            return { kind: 'sent', platformId: said.id }
          }
          return answerOf(await ask(request, message.signal, edit))
        },
        async remove(place: ConversationRef, platformId: string, signal: AbortSignal) {
          const remove = (): SendOutcome => {
            for (const message of messages) if (message.id === platformId) message.isDeleted = true
            return { kind: 'sent', platformId }
          }
          return answerOf(await ask(requestOf('remove', place), signal, remove))
        },
      }),
    },
    ...(abilities.open !== false && {
      opener: {
        async open(request): Promise<OpenOutcome> {
          const { under, deliveryId, anchor } = request
          const open = () => {
            const known = opened.get(deliveryId)
            if (known) return { kind: 'opened' as const, ...known }
            const anchorId = nextId()
            messages.push({
              id: anchorId,
              conversationId: under.conversationId,
              deliveryId,
              part: 1,
              text: anchor,
              persona: request.persona.name,
              buttons: [],
              files: [],
              mentions: [],
              isDeleted: false,
            })
            const conversation = {
              ...under,
              conversationId: `thread-${anchorId}`,
              parentConversationId: under.conversationId,
            }
            opened.set(deliveryId, { conversation, anchorId })
            return { kind: 'opened' as const, conversation, anchorId }
          }
          const answer = await ask(requestOf('open', under, { deliveryId }), request.signal, open)
          if (answer.kind === 'opened' || answer.kind === 'not_sent') return answer
          return { kind: 'unknown', detail: 'no usable answer' }
        },
        async findOpened({ deliveryId, under, signal }) {
          const found = () => opened.get(deliveryId)
          const answer = await ask(requestOf('findOpened', under, { deliveryId }), signal, found)
          if (answer === undefined) return { kind: 'absent' }
          if ('kind' in answer) return { kind: 'unreadable', detail: 'no permission to read' }
          return { kind: 'found', ...answer }
        },
        async close(place, signal) {
          const close = (): SendOutcome => {
            closed.push(place.conversationId)
            return { kind: 'sent', platformId: '' }
          }
          return answerOf(await ask(requestOf('close', place), signal, close))
        },
      },
    }),
    visible: (conversationId) =>
      messages.filter((message) => message.conversationId === conversationId && !message.isDeleted),
    texts: (conversationId) => channel.visible(conversationId).map(({ text }) => text),
    count: (kind) => requests.filter((request) => request.kind === kind).length,
  }
  return channel
}

/** Answers in this order, each for one request of the kind, then as usual. */
export function inTurn(
  kind: RequestKind,
  behaviours: readonly (Behaviour | undefined)[],
): (request: PlatformRequest) => Behaviour | undefined {
  const left = [...behaviours]
  return (request) => (request.kind === kind ? left.shift() : undefined)
}
