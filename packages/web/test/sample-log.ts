// Makes up logs of a session for tests: entries as the server would write them, the pieces of text between them, and
// what a snapshot or a page would say at any point.

import type { EventJson, LiveFrameOf, ServerFrame, WholeSessionJson } from '@heddle/contract'
import fc from 'fast-check'

export const scope = 's:ses_1'
const at = '2026-03-14T13:05:00.000Z'

export function entry(
  seq: number,
  kind: string,
  payload: Record<string, unknown>,
  over: Partial<EventJson> = {},
): EventJson {
  const actor = { kind: 'person' as const, id: 'per_1', name: 'Ann Lee' }
  return { seq, eventId: `evt_${seq}`, kind, place: seq, actor, createdAt: at, payload, ...over }
}

export function whole(over: Partial<WholeSessionJson> = {}): WholeSessionJson {
  return {
    id: 'ses_1',
    key: 'web:ses_1',
    agentId: 'main',
    kind: 'chat',
    parentId: null,
    depth: 0,
    title: 'Names',
    state: 'idle',
    visibility: 'private',
    createdBy: 'per_1',
    createdAt: at,
    updatedAt: at,
    activeAt: at,
    version: 1,
    seq: 0,
    turnId: null,
    queued: 0,
    openApprovals: 0,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicros: null },
    model: null,
    lastOutcome: null,
    forkedFrom: null,
    successorId: null,
    continuesId: null,
    participants: [],
    ...over,
  }
}

export interface Entry {
  event: EventJson
  /** Pieces that are sent after it and before the next. */
  after: ServerFrame[]
}

export interface Log {
  entries: Entry[]
  queueAt(seq: number): string[]
  openAt(seq: number): { id: string; text: string; attempt: number; seq: number }[]
  logAfter(after: number, upTo: number): EventJson[]
  snapshotAt(seq: number): LiveFrameOf<'snap'>
  readText(id: string, seq: number): EventJson
}

type Deed =
  | 'say'
  | 'begin'
  | 'write'
  | 'again'
  | 'complete'
  | 'edit'
  | 'cancel'
  | 'take'
  | 'turn'
  | 'redact'
  | 'new'

const deeds: fc.Arbitrary<{ deed: Deed; pick: number; text: string }> = fc.record({
  deed: fc.constantFrom(
    'say',
    'begin',
    'write',
    'write',
    'again',
    'complete',
    'edit',
    'cancel',
    'take',
    'turn',
    'redact',
    'new',
  ),
  pick: fc.nat(20),
  text: fc.string({ minLength: 1, maxLength: 8 }),
})

export const makeLog: fc.Arbitrary<Log> = fc
  .array(deeds, { minLength: 1, maxLength: 40 })
  .map((list) => buildLog([{ deed: 'say', pick: 0, text: 'begin' }, ...list]))

interface World {
  rows: EventJson[]
  queue: string[]
  open: { id: string; text: string; attempt: number; seq: number }[]
}

function buildLog(list: { deed: Deed; pick: number; text: string }[]): Log {
  const entries: Entry[] = []
  const worlds: World[] = [{ rows: [], queue: [], open: [] }]
  let world: World = worlds[0]!
  const add = (kind: string, payload: Record<string, unknown>, over: Partial<EventJson> = {}) => {
    const event = entry(entries.length + 1, kind, payload, over)
    entries.push({ event, after: [] })
    return event
  }
  const send = (frame: ServerFrame) => entries.at(-1)?.after.push(frame)
  const change = (id: string, payload: Record<string, unknown>) =>
    world.rows.map((row) => (row.eventId === id ? { ...row, payload: { ...row.payload, ...payload } } : row))

  for (const { deed, pick, text } of list) {
    const open = world.open[pick % Math.max(1, world.open.length)]
    const queued = world.queue[pick % Math.max(1, world.queue.length)]
    if (deed === 'say') {
      const event = add('message.user', { text, mode: pick % 4 === 0 ? 'note' : 'queue' })
      const queue = pick % 4 === 0 ? world.queue : [...world.queue, event.eventId]
      world = { ...world, rows: [...world.rows, event], queue }
    } else if (deed === 'new') {
      world = { ...world, rows: [...world.rows, add('from.the.future', { text })] }
    } else if (deed === 'begin') {
      const event = add('text.started', { kind: 'message.agent' })
      const row = {
        ...event,
        kind: 'message.agent',
        payload: { kind: 'message.agent', text: '', state: 'streaming' },
      }
      const begun = { id: event.eventId, text: '', attempt: 0, seq: event.seq }
      world = { ...world, rows: [...world.rows, row], open: [...world.open, begun] }
    } else if (deed === 'write' && open) {
      send({ type: 'd', scope, msgId: open.id, att: open.attempt, off: open.text.length, t: text })
      world = { ...world, open: world.open.map((o) => (o === open ? { ...o, text: o.text + text } : o)) }
    } else if (deed === 'again' && open) {
      const attempt = open.attempt + 1
      send({ type: 'dr', scope, msgId: open.id, att: attempt })
      world = { ...world, open: world.open.map((o) => (o === open ? { ...o, text: '', attempt } : o)) }
    } else if (deed === 'complete' && open) {
      const payload = { text: open.text, state: 'complete' }
      add('message.agent', payload, { place: open.seq })
      const rows = world.rows.map((row) => (row.eventId === open.id ? { ...row, payload } : row))
      world = { ...world, rows, open: world.open.filter((o) => o !== open) }
    } else if (deed === 'edit' && queued) {
      const { createdAt } = add('message.edited', { messageId: queued, text })
      world = { ...world, rows: change(queued, { text, editedAt: createdAt }) }
    } else if (deed === 'cancel' && queued) {
      const cancelled = { by: 'per_1', why: 'author' }
      add('message.cancelled', { messageId: queued, ...cancelled })
      world = {
        ...world,
        rows: change(queued, { cancelled }),
        queue: world.queue.filter((id) => id !== queued),
      }
    } else if (deed === 'take' && queued) {
      add('message.taken', { messages: [queued] })
      world = { ...world, queue: world.queue.filter((id) => id !== queued) }
    } else if (deed === 'turn') {
      const event = add('turn.started', { messages: world.queue }, { turnId: 'trn_1' })
      world = { ...world, rows: [...world.rows, event], queue: [] }
    } else if (deed === 'redact') {
      const still = world.rows.filter((row) => !world.open.some((o) => o.id === row.eventId) && !row.redacted)
      const target = still[pick % Math.max(1, still.length)]
      if (!target || world.queue.includes(target.eventId)) continue
      add('event.redacted', { targetId: target.eventId, targetSeq: target.place, by: 'per_1' })
      const rows = world.rows.map((row) => (row === target ? { ...row, redacted: true, payload: {} } : row))
      world = { ...world, rows }
    }
    worlds[entries.length] = world
  }
  return logOf(entries, worlds)
}

function logOf(entries: Entry[], worlds: World[]): Log {
  const worldAt = (seq: number) => worlds[seq]!
  return {
    entries,
    queueAt: (seq) => worldAt(seq).queue,
    openAt: (seq) => worldAt(seq).open,
    logAfter: (after, upTo) => entries.slice(after, upTo).map(({ event }) => event),
    snapshotAt: (seq) => ({
      type: 'snap',
      scope,
      seq,
      state: {
        session: whole({ seq }),
        queue: worldAt(seq).queue.map((messageId, position) => ({
          messageId,
          seq: 1,
          position,
          mode: 'queue',
          author: { id: 'per_1', name: 'Ann Lee' },
          text: '',
          attachments: [],
          createdAt: at,
        })),
        streaming: worldAt(seq).open.map((open) => ({
          msgId: open.id,
          kind: 'message.agent',
          att: open.attempt,
          off: 0,
          text: open.text,
        })),
      },
      events: worldAt(seq).rows,
    }),
    readText(id, seq) {
      const row = worldAt(seq).rows.find((candidate) => candidate.eventId === id)!
      const open = worldAt(seq).open.find((candidate) => candidate.id === id)
      return open
        ? { ...row, payload: { ...row.payload, text: open.text, attempt: open.attempt, state: 'streaming' } }
        : row
    },
  }
}

export function rowsOf(log: Log, seq: number): EventJson[] {
  return log.snapshotAt(seq).events
}
