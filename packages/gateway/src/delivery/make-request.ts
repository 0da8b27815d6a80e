// One request to a channel, with a time of its own. Whatever a channel throws, or does not answer in time, is an answer
// that nobody knows: something may have left.

import { type ConversationRef, limits } from '@heddle/contract'
import type { Clock } from '../foundation/clock.ts'
import { unreachable } from '../foundation/states.ts'
import type { DeliverDeps, RoomDeps } from './deliver-deps.ts'
import type { Item } from './item.ts'
import type { Button, Found, OutboundFile, OutboundMessage, Persona, SendOutcome } from './ports.ts'
import type { Prepared } from './prepare-request.ts'
import { goneFile } from './render-parts.ts'
import { withLabel } from './write-label.ts'

export interface Opened {
  conversation: ConversationRef
  anchorId: string
  link?: string
  /** What was said above it once more. */
  copies?: readonly string[]
}

export type Ended =
  | { kind: 'opened'; opened: Opened }
  /** `isBegun`: something of it stands there. */
  | { kind: 'ended'; outcome: SendOutcome; isBegun?: boolean }

/** `files`: what it carries, as `filesOf` finds it. */
export async function makeRequest(
  deps: RoomDeps,
  request: Prepared,
  files: readonly OutboundFile[] = [],
): Promise<Ended> {
  const { item, channel, place, target } = request
  const { content, row } = item
  const { sender, opener } = channel
  const ended = (outcome: SendOutcome): Ended => ({ kind: 'ended', outcome })
  return inTime<Ended>(deps.clock, timeFor(deps, item, files), async (signal) => {
    switch (content.kind) {
      case 'message':
        return ended(await sender.send(messageOf(request, content, files, signal)))
      case 'edit': {
        const platformId = target?.platformId ?? ''
        const about = target?.item ?? item
        const message = messageOf({ ...request, item: about }, content, files, signal)
        return ended((await sender.edit?.({ ...message, platformId })) ?? cannot)
      }
      case 'delete':
        return ended((await sender.remove?.(place, target?.platformId ?? '', signal)) ?? cannot)
      case 'open': {
        const { title, under, persona } = content
        const asked = { deliveryId: row.id, under, title, anchor: row.text, persona, signal }
        const outcome = (await opener?.open(asked)) ?? cannot
        if (outcome.kind === 'opened') return { kind: 'opened', opened: outcome }
        return { ...ended(outcome), isBegun: 'isBegun' in outcome && outcome.isBegun === true }
      }
      case 'close':
        return ended((await opener?.close(place, signal)) ?? cannot)
      default:
        return unreachable(content)
    }
  }).catch((error: unknown) => ended({ kind: 'unknown', detail: wordsOf(error) }))
}

export type Sought =
  | Found
  | { kind: 'opened'; opened: Opened }
  | { kind: 'begun'; anchorIds: readonly string[] }

/** Looks for what may have been sent: for each text that it may have had. */
export async function seek(
  deps: RoomDeps,
  item: Item,
  place: ConversationRef,
  channel: Prepared['channel'],
): Promise<Sought> {
  const { content, row } = item
  try {
    return await inTime(deps.clock, deps.times.timeoutMs, async (signal) => {
      if (content.kind === 'open') return seekOpened(item, content, channel, signal)
      const persona = 'persona' in content ? content.persona : nobody
      const attachments = await filesOf(deps, item)
      const about = { deliveryId: row.id, part: row.part, place, persona, attachments, signal }
      return seekCopies(item, about, channel)
    })
  } catch (error) {
    return { kind: 'unreadable', detail: wordsOf(error) }
  }
}

const cannot: SendOutcome = { kind: 'not_sent', why: 'message', detail: 'This channel cannot do that.' }
const nobody: Persona = { name: '', agentId: '', isAccount: true }

async function seekOpened(
  { row, tracks }: Item,
  content: Extract<Item['content'], { kind: 'open' }>,
  { opener }: Prepared['channel'],
  signal: AbortSignal,
): Promise<Sought> {
  if (!opener) return { kind: 'unreadable', detail: 'This channel opens nothing.' }
  const { title, under, persona } = content
  const asked = { deliveryId: row.id, under, title, anchor: row.text, persona, signal }
  const after = tracks.after ?? null
  const found = await opener.findOpened({ ...asked, after, startedAt: row.started_at ?? row.created_at })
  return found.kind === 'found' ? { kind: 'opened', opened: found } : found
}

async function seekCopies(
  { row, tracks }: Item,
  about: {
    deliveryId: Item['row']['id']
    part: number
    place: ConversationRef
    persona: Persona
    attachments: readonly OutboundFile[]
    signal: AbortSignal
  },
  { sender }: Prepared['channel'],
): Promise<Sought> {
  if (!sender.find) return { kind: 'unreadable', detail: 'This channel cannot be read.' }
  const copies = new Map<string, { platformId: string; link?: string }>()
  for (const text of textsOf(row.text, tracks)) {
    const found = await sender.find({
      ...about,
      text,
      after: tracks.after ?? null,
      startedAt: tracks.begunAt ?? row.started_at ?? row.created_at,
    })
    if (found.kind === 'unreadable') return found
    for (const copy of found.kind === 'found' ? found.copies : []) copies.set(copy.platformId, copy)
  }
  return copies.size === 0 ? { kind: 'absent' } : { kind: 'found', copies: [...copies.values()] }
}

/** First as it should stand there. */
function textsOf(text: string, { labels = [''], askedAs }: Item['tracks']): string[] {
  const texts = askedAs === undefined ? [text] : [text, askedAs]
  return texts.flatMap((one) => labels.map((label) => withLabel(label, one)))
}

function messageOf(
  { item, place, text }: Pick<Prepared, 'item' | 'place' | 'text'>,
  said: { persona: Persona; buttons: readonly Button[]; mentions: readonly string[] },
  attachments: readonly OutboundFile[],
  signal: AbortSignal,
): OutboundMessage {
  const { persona, buttons, mentions } = said
  const { id: deliveryId, part } = item.row
  return { deliveryId, part, place, text, persona, buttons, attachments, mentions, signal }
}

/** What a message carries; of what is changed, the platform has it already. */
export async function filesOf(
  deps: Pick<DeliverDeps, 'store' | 'files'>,
  { row, content }: Pick<Item, 'row' | 'content'>,
): Promise<OutboundFile[]> {
  const ids = content.kind === 'message' ? content.attachments : []
  if (ids.length === 0) return []
  const at = { sessionId: row.session_id, eventId: row.event_id }
  return deps.store.read((r) =>
    Promise.all(ids.map(async (id) => (await deps.files.find(r, id, at)) ?? goneFile(id))),
  )
}

/** What is opened is waited for no longer than it is wanted; what carries much, as long as that takes. */
function timeFor({ times }: RoomDeps, { row }: Item, files: readonly OutboundFile[]): number {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const timeoutMs = times.timeoutMs + Math.ceil((bytes * 1_000) / limits.deliveryFileBytesPerSecond)
  if (row.expires_at === null || row.started_at === null) return timeoutMs
  return Math.max(1, Math.min(timeoutMs, row.expires_at - row.started_at))
}

async function inTime<T>(clock: Clock, ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.timer(ms, () => {
      const late = new Error(`No answer within ${ms / 1_000} s.`)
      controller.abort(late)
      reject(late)
    })
    ask(controller.signal).then(resolve, reject).finally(cancel)
  })
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
