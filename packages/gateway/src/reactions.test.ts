import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventId, Facts, SessionId } from '@heddle/contract'
import { defineReactionWork, type ReactingRooms, reactions } from './reactions.ts'

// The edge: names that no store gave.
const redacted: Facts['event_redacted'] = { sessionId: 'ses_a' as SessionId, eventId: 'evt_a' as EventId }

function kindsFor(fact: Facts['event_redacted']): string[] {
  return (reactions.event_redacted ?? []).filter(({ when }) => when?.(fact) ?? true).map(({ kind }) => kind)
}

test('[FIL7] bytes are looked for only where a redacted message had files, copies only where there are more', () => {
  assert.deepEqual(kindsFor(redacted), ['delivery.redact', 'routing.forget-text'])
  assert.deepEqual(kindsFor({ ...redacted, hadFiles: true }), [
    'delivery.redact',
    'routing.forget-text',
    'sessions.remove-contents',
  ])
  assert.deepEqual(kindsFor({ ...redacted, hasCopies: true }), [
    'sessions.redact-copies',
    'delivery.redact',
    'routing.forget-text',
  ])
})

test('[SUB10] [DLV1] [SES6] what is to be told elsewhere, or taken back there, is never given up', () => {
  const work = defineReactionWork({} as ReactingRooms)
  const kinds = [
    'routing.announce-completion',
    'routing.send-turn-reply',
    'routing.take-arrivals',
    'routing.follow-delivery',
    'delivery.redact',
    'sessions.redact-copies',
  ]
  for (const kind of kinds) assert.equal(work[kind]?.attemptsMax, Number.MAX_SAFE_INTEGER, kind)
})
