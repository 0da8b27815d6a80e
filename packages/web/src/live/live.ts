// The app's live side: what is followed, what is said, and what is told about oneself, over one line. Time, chance and
// the socket itself are handed in.

import {
  type AttachmentJson,
  type CommandOp,
  limits,
  type RejectedMentionJson,
  type ServerFrame,
} from '@heddle/contract'
import { createDelivery, type DeliveryDeps } from './deliver-outgoing.ts'
import { createFollowings, type Follower, type ScopeFrame } from './followings.ts'
import { createKeptDrafts } from './kept-drafts.ts'
import { createLine, type LineDeps } from './line.ts'
import { createOutbox, type KeptStore, type MessageMode, type Outbox, type SaidTo } from './outbox.ts'
import { createUploads, type UploadDeps, type Uploads } from './uploads.ts'

export type PresenceState = 'active' | 'idle' | 'away'

export interface SaidMessage {
  sessionId: string
  text: string
  mode: MessageMode
  focus?: SaidTo | undefined
  attachments?: readonly AttachmentJson[]
}

export type RejectedListener = (sessionId: string, rejected: readonly RejectedMentionJson[]) => void

export interface Live {
  /**
   * Someone was here before and probably still is: the line is opened before it is known who. What is said in these
   * scopes is kept for a while, until someone follows them; fulfilled when each of them was spoken of.
   */
  expect(scopes?: readonly string[]): Promise<void>
  /** What was said in a scope that is expected and that nobody follows yet. */
  heldFor(scope: string): readonly ScopeFrame[]
  enter(personId: string): void
  leave(): void
  follow(scope: string, follower: Follower): () => void
  /** A hole was seen: asks for what comes after the last entry that was applied. */
  askAgain(scope: string): void
  /** False when too much waits already. */
  say(message: SaidMessage): boolean
  sayAgain(cid: string): void
  /** Hears who was named in a message and will not hear of it. */
  hearRejected(listener: RejectedListener): () => void
  /** Something was typed there; told once in a while, and only if there is a line. */
  tellTyping(sessionId: string): void
  /** Which discussion of a session stands open on this page; null: none. */
  tellViewing(sessionId: string, threadId: string | null): void
  /** False when there is no line; it is not kept until there is one. */
  markRead(sessionId: string, seq: number): boolean
  /** Whether someone sits in front of this page. */
  tellPresence(state: PresenceState): void
  /** By the server's clock, as far as it is known. */
  serverNow(): number
  /** The network or the tab came back. */
  wake(): void
  /** The network is said to be gone. */
  doubt(): void
  readonly outbox: Outbox
  readonly uploads: Uploads
}

export interface LiveDeps extends LineDeps {
  newId(): string
  store: KeptStore | undefined
  /** For a message that is too large for a frame. */
  post: DeliveryDeps['post']
  upload: UploadDeps['send']
  draw: UploadDeps['draw']
  /** For what is begun and not sent; unlike `store` it outlives the tab. */
  drafts: KeptStore | undefined
}

/** Long enough for the next page to follow something of its own. */
const easeOffAfterMs = 500
const expectedForMs = 10_000

export function createLive(deps: LiveDeps): Live {
  const outbox = createOutbox(deps)
  const uploads = createUploads({
    newId: deps.newId,
    kept: createKeptDrafts(deps.drafts, deps.now),
    send: deps.upload,
    draw: deps.draw,
    say,
  })
  const typedAt = new Map<string, number>()
  const rejectedListeners = new Set<RejectedListener>()
  let person: string | undefined
  let presence: PresenceState = 'active'
  let isExpecting = false
  let viewing: { scope: string; threadId: string } | undefined

  const line = createLine(deps, {
    isWanted: () =>
      isExpecting ||
      (person !== undefined && (followings.isAny() || outbox.all().some((item) => item.state === 'sending'))),
    greeted(epoch, asked) {
      // Whoever comes is taken for active.
      if (presence !== 'active') line.write({ type: 'presence', state: presence })
      followings.askAll(epoch, asked)
      if (viewing) line.write({ type: 'viewing', ...viewing })
      delivery.sendAll()
      uploads.wake()
    },
    heard,
    lost() {
      // Whether it comes back is for whoever follows something to want.
      isExpecting = false
      delivery.lose()
      followings.lose()
    },
  })
  const followings = createFollowings(line.write)
  const delivery = createDelivery({
    ...line,
    outbox,
    post: deps.post,
    after: deps.after,
    onRejected(item, rejected) {
      for (const listener of rejectedListeners) listener(item.sessionId, rejected)
    },
  })
  outbox.subscribe(line.easeOff)

  function heard(frame: ServerFrame): void {
    switch (frame.type) {
      case 'ack':
        return delivery.acknowledge(frame.cid, frame.seq, frame.rejectedMentions)
      case 'nak':
        if (frame.cid !== undefined) {
          const { code, message, field } = frame
          delivery.refuse(frame.cid, { code, message, ...(field === undefined ? {} : { field }) })
        }
        return followings.refuse(frame.scope ?? '', frame.code, frame.message)
      case 'snap':
      case 'ev':
      case 'd':
      case 'dr':
      case 'eph':
        return followings.tell(frame)
      case 'hello':
      case 'pong':
        return
    }
  }

  function command(op: CommandOp, body: object): boolean {
    return line.write({ type: 'cmd', cid: deps.newId(), op, ...body })
  }

  function say(message: SaidMessage): boolean {
    const item = outbox.add(message)
    if (item === undefined) return false
    delivery.send(item)
    return true
  }

  function leave(): void {
    person = undefined
    isExpecting = false
    typedAt.clear()
    uploads.leave()
    line.close()
  }

  return {
    outbox,
    uploads,
    async expect(scopes = []) {
      isExpecting = true
      const told = scopes.map((scope) => followings.expect(scope))
      line.connect()
      for (const scope of scopes)
        deps.after(expectedForMs, () => {
          if (followings.expectNoMore(scope)) line.write({ type: 'unsub', scope })
        })
      await Promise.all(told)
    },
    heldFor: followings.heldFor,
    enter(personId) {
      isExpecting = false
      if (person === personId) return
      if (person !== undefined) leave()
      outbox.forget()
      person = personId
      outbox.restore(personId)
      uploads.enter(personId)
      line.connect()
    },
    leave() {
      leave()
      outbox.forget()
    },
    follow(scope, follower) {
      // Then it was asked for already.
      const isExpected = followings.isExpected(scope)
      const drop = followings.add(scope, follower)
      if (!line.isUp()) line.connect()
      else if (!isExpected) followings.ask(scope)
      return () => {
        if (!drop()) return
        line.write({ type: 'unsub', scope })
        deps.after(easeOffAfterMs, line.easeOff)
      }
    },
    askAgain: followings.ask,
    say,
    sayAgain(cid) {
      const item = outbox.retry(cid)
      if (item) delivery.send(item)
    },
    hearRejected(listener) {
      rejectedListeners.add(listener)
      return () => rejectedListeners.delete(listener)
    },
    tellTyping(sessionId) {
      const last = typedAt.get(sessionId)
      if (last !== undefined && deps.now() - last < limits.typingEveryMs) return
      if (command('typing', { sessionId })) typedAt.set(sessionId, deps.now())
    },
    tellViewing(sessionId, threadId) {
      const scope = `s:${sessionId}`
      if (threadId === null && viewing?.scope !== scope) return
      viewing = threadId === null ? undefined : { scope, threadId }
      line.write({ type: 'viewing', scope, threadId })
    },
    markRead: (sessionId, seq) => command('read', { sessionId, seq }),
    tellPresence(state) {
      if (presence === state) return
      presence = state
      line.write({ type: 'presence', state })
    },
    serverNow: () => deps.now() + line.aheadMs(),
    wake: line.wake,
    doubt: line.probe,
  }
}
