// I1: what someone was told is there. I4: what left the program had its row on disk before. Side effects happen once.

import type { EventId, SessionId } from '@heddle/contract'
import { isIdempotent } from '../model/ledger-tools.ts'
import { mayHold } from '../sessions-truth.ts'
import type { SessionsInvariant } from './sessions-evidence.ts'

interface MessageRow {
  id: EventId
  session_id: string
  seq: number
  payload: string
  redacted_at: number | null
}

export const saidIsThere: SessionsInvariant = {
  rule: 'I1',
  at: 'start',
  check({ rows, truth }) {
    const there = new Map(
      rows<MessageRow>('select id, session_id, seq, payload, redacted_at from session_events').map((row) => [
        row.id,
        row,
      ]),
    )
    const complaints: string[] = []
    for (const said of truth.said.values()) {
      if (!said.received) continue
      const { eventId, sessionId, seq } = said.received
      const row = there.get(eventId)
      if (!row || row.session_id !== sessionId || row.seq !== seq) {
        complaints.push(`${said.id} was acknowledged as ${eventId}, and is gone`)
      } else if (row.redacted_at === null && !said.isCommand) {
        // The payload of a message is what the inbox wrote.
        const { text, cancelled } = JSON.parse(row.payload) as { text: string; cancelled?: object }
        const register = truth.texts.get(eventId)
        if (register && !mayHold(register, text)) complaints.push(`${said.id} says "${text}" now`)
        if (truth.cancelled.has(eventId) && !cancelled)
          complaints.push(`${said.id} was cancelled, and is not`)
      } else if (row.redacted_at !== null && !truth.redactionsAsked.has(eventId)) {
        complaints.push(`${said.id} is redacted, and nobody asked for that`)
      }
    }
    for (const eventId of new Set(truth.goneWords.values())) {
      if (there.get(eventId)?.redacted_at == null) complaints.push(`${eventId} was redacted, and is back`)
    }
    return complaints
  },
}

export const marksAndTitlesAreThere: SessionsInvariant = {
  rule: 'I1',
  at: 'start',
  check({ rows, truth }) {
    const complaints: string[] = []
    const marks = rows<{ key: string; seq: number }>(
      "select person_id || ' ' || session_id as key, seq from read_marks",
    )
    const seqs = new Map(marks.map(({ key, seq }) => [key, seq]))
    for (const [key, seq] of truth.readMarks) {
      if ((seqs.get(key) ?? 0) < seq) complaints.push(`${key} had read up to ${seq}, now ${seqs.get(key)}`)
    }
    const sessions = rows<{ id: SessionId; title: string; state: string }>(
      'select id, title, state from sessions',
    )
    const byId = new Map(sessions.map((row) => [row.id, row]))
    for (const id of truth.sessions) if (!byId.has(id)) complaints.push(`the session ${id} is gone`)
    for (const [id, register] of truth.titles) {
      const title = byId.get(id)?.title ?? ''
      if (register.writes.some(({ isDone }) => isDone) && !mayHold(register, title)) {
        complaints.push(`the session ${id} is called "${title}" now`)
      }
    }
    for (const id of truth.archived) {
      if (byId.get(id)?.state !== 'archived')
        complaints.push(`${id} was archived, and is ${byId.get(id)?.state}`)
    }
    return complaints
  },
}

export const stoppedStaysStopped: SessionsInvariant = {
  rule: 'I22',
  at: 'start',
  check: ({ rows, truth }) =>
    rows<{ id: string; state: string; stop_asked_at: number | null }>(
      'select id, state, stop_asked_at from turns',
    )
      .filter(({ id, state, stop_asked_at }) => {
        // The edge between SQL and the ids of the contract.
        if (!truth.stopped.has(id as never)) return false
        return state === 'succeeded' || stop_asked_at === null
      })
      .map(({ id, state }) => `the turn ${id} was stopped for certain, and is ${state}`),
}

export const callsLeftOnce: SessionsInvariant = {
  rule: 'tools',
  at: 'start',
  check({ rows, truth }) {
    const calls = new Map(
      rows<{ call: string; count: number }>(
        `select turn_id || ' ' || (payload ->> '$.callId') || ' ' || (payload ->> '$.name') as call, count(*) as count
         from session_events where kind = 'tool.call' group by 1`,
      ).map(({ call, count }) => [call, count]),
    )
    const runs = new Map<string, number>()
    const complaints: string[] = []
    for (const { turnId, callId, name } of truth.toolRuns) {
      const call = `${turnId} ${callId} ${name}`
      const times = (runs.get(call) ?? 0) + 1
      runs.set(call, times)
      const recorded = calls.get(call) ?? 0
      if (recorded === 0) complaints.push(`${call} was made, and there is no record of it`)
      if (!isIdempotent(name) && times > recorded) {
        complaints.push(`${call} was carried out ${times} times for ${recorded} calls`)
      }
    }
    return complaints
  },
}
