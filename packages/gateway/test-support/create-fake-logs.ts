// Sessions whose logs stand in memory, for tests that decide themselves what happens in which order. Each read takes
// some rounds of the loop, so that things happen in between.

import { setImmediate as nextTick } from 'node:timers/promises'
import { type EventId, type EventKind, refused, type SessionId, type TurnId } from '@heddle/contract'
import { createFeed } from '../src/sessions/feed.ts'
import type { LogEvent, Sessions, StreamingText, WholeSession } from '../src/sessions/sessions.ts'

export interface FakeLogs {
  sessions: Sessions
  log(id: SessionId): FakeLog
  /** From now on nobody may see it, and nobody is told so. */
  hide(id: SessionId): void
}

export class FakeLog {
  readonly events: LogEvent[] = []
  readonly texts = new Map<EventId, StreamingText>()
  readonly #id: SessionId
  readonly #feed: Sessions['feed']
  #made = 0

  constructor(id: SessionId, feed: Sessions['feed']) {
    this.#id = id
    this.#feed = feed
  }

  append(kind: EventKind, payload: Record<string, unknown> = {}, begun?: LogEvent): LogEvent {
    const seq = this.events.length + 1
    const event: LogEvent = {
      seq,
      eventId: begun?.eventId ?? (`evt_${this.#id}_${++this.#made}` as EventId),
      kind,
      place: begun?.seq ?? seq,
      actor: { kind: 'agent', id: 'main', name: 'Main' },
      causedBy: null,
      turnId: 'trn_1' as TurnId,
      createdAt: 1_767_603_600_000 + seq,
      isRedacted: false,
      payload,
    }
    this.events.push(event)
    this.#feed.appended(this.#id, [event])
    return event
  }

  start(): LogEvent {
    return this.append('text.started', { kind: 'message.agent' })
  }

  write({ eventId }: LogEvent, text: string, attempt = 1): void {
    const before = this.texts.get(eventId)
    const held = before?.attempt === attempt ? before.text : ''
    if (before !== undefined && before.attempt < attempt) this.#feed.reset(this.#id, { eventId, attempt })
    this.texts.set(eventId, { eventId, kind: 'message.agent', attempt, offset: 0, text: held + text })
    this.#feed.delta(this.#id, { eventId, kind: 'message.agent', attempt, offset: held.length, text })
  }

  complete(begun: LogEvent): LogEvent {
    const { text = '', attempt = 1 } = this.texts.get(begun.eventId) ?? {}
    const completed = this.append('message.agent', { text, attempt, state: 'complete' }, begun)
    this.texts.delete(begun.eventId)
    return completed
  }

  /** Rows as they are now. */
  rows(): LogEvent[] {
    const completed = new Map(
      this.events.filter(({ seq, place }) => seq !== place).map((one) => [one.place, one]),
    )
    return this.events
      .filter(({ seq, place }) => seq === place)
      .map((event) => {
        if (event.kind !== 'text.started') return event
        const { payload } = completed.get(event.seq) ?? { payload: { text: '', state: 'streaming' } }
        return { ...event, kind: 'message.agent', payload }
      })
  }
}

export function createFakeLogs(rounds: () => number = () => 1): FakeLogs {
  const feed = createFeed()
  const logs = new Map<string, FakeLog>()
  const hidden = new Set<string>()

  function log(id: SessionId): FakeLog {
    const known = logs.get(id) ?? new FakeLog(id, feed)
    logs.set(id, known)
    return known
  }

  async function find(id: string): Promise<FakeLog> {
    for (let i = rounds(); i > 0; i--) await nextTick()
    const known = logs.get(id)
    if (known === undefined || hidden.has(id)) throw refused('not_found')
    return known
  }

  const sessions: Partial<Sessions> = {
    feed,
    find: async (_r, _actor, id) => wholeSession(id, (await find(id)).events.length),
    async timeline(_r, _actor, id, { limit }) {
      const rows = (await find(id)).rows()
      return { events: rows.slice(-limit), more: rows.length > limit }
    },
    logAfter: async (_r, id, after, limit) => (await find(id)).events.slice(after, after + limit),
    queue: async (_r, _actor, id) => (await find(id)) && [],
    mayRead: async (_r, _actor, id) => logs.has(id) && !hidden.has(id),
    streaming: (id) => Array.from(log(id).texts.values(), (text) => ({ ...text })),
  }
  // The rest of the room is not asked for by whoever follows a log.
  return { sessions: sessions as Sessions, log, hide: (id) => void hidden.add(id) }
}

function wholeSession(id: string, seq: number): WholeSession {
  const at = 1_767_603_600_000
  return {
    id: id as SessionId,
    key: id,
    agentId: 'main',
    kind: 'chat',
    parentId: null,
    depth: 0,
    title: '',
    state: 'idle',
    visibility: 'team',
    createdBy: null,
    createdAt: at,
    updatedAt: at,
    activeAt: at,
    version: 1,
    seq,
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
  }
}
