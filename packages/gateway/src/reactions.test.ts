import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DeliveryId, type EventId, type Facts, type SessionId } from '@heddle/contract'
import { defineReactionWork, type ReactingRooms, reactions } from './reactions.ts'

// The edge: names that no store gave.
const redacted: Facts['event_redacted'] = { sessionId: 'ses_a' as SessionId, eventId: 'evt_a' as EventId }

function kindsFor(fact: Facts['event_redacted']): string[] {
  return (reactions.event_redacted ?? []).filter(({ when }) => when?.(fact) ?? true).map(({ kind }) => kind)
}

test('[FIL7] bytes are looked for only where a redacted message had files, copies only where there are more', () => {
  const always = [
    'delivery.redact',
    'routing.forget-text',
    'collaboration.orphan-threads',
    'notifications.withdraw-redacted',
  ]
  assert.deepEqual(new Set(kindsFor(redacted)), new Set(always))
  assert.deepEqual(
    new Set(kindsFor({ ...redacted, hadFiles: true })),
    new Set([...always, 'sessions.remove-contents']),
  )
  assert.deepEqual(
    new Set(kindsFor({ ...redacted, hasCopies: true })),
    new Set([...always, 'sessions.redact-copies']),
  )
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

test('[NTF1] [NTF5] what somebody is to be told, or has read, is never given up', () => {
  const work = defineReactionWork({} as ReactingRooms)
  const kinds = [
    'notifications.of-reply',
    'notifications.of-edit',
    'notifications.of-mentions',
    'notifications.of-approval',
    'notifications.of-run',
    'notifications.of-turn',
    'notifications.of-delivery',
    'notifications.of-unknown',
    'notifications.follow-delivery',
    'notifications.follow-read',
    'notifications.withdraw-reply',
    'notifications.withdraw-redacted',
  ]
  for (const kind of kinds) assert.equal(work[kind]?.attemptsMax, Number.MAX_SAFE_INTEGER, kind)
})

test('[NTF5] a turn that went well or failed is told, and one that somebody stopped sets off nothing but its reply', () => {
  // The edge: names that no store gave.
  const turn = { sessionId: 'ses_a', turnId: 'trn_a' } as Pick<Facts['turn_finished'], 'sessionId' | 'turnId'>
  const kinds = (outcome: Facts['turn_finished']['outcome'], tookMs: number) =>
    (reactions.turn_finished ?? [])
      .filter(({ when }) => when?.({ ...turn, outcome, tookMs }) ?? true)
      .map(({ kind }) => kind)
  assert.deepEqual(kinds('cancelled', 1), ['routing.send-turn-reply'])
  for (const told of [kinds('succeeded', 1), kinds('failed', 1)]) {
    assert.deepEqual(told, ['routing.send-turn-reply', 'notifications.of-turn'])
  }
})

test('[NTF3] what a notification came to is put on its own record, and is never told of as something that could not be delivered', () => {
  const kinds = (state: Facts['delivery_settled']['state'], cause: string) =>
    (reactions.delivery_settled ?? [])
      .filter(({ when }) => when?.({ deliveryId: 'dlv_a' as DeliveryId, cause, state }) ?? true)
      .map(({ kind }) => kind)
  const own = ['routing.follow-delivery', 'notifications.follow-delivery']
  assert.deepEqual(kinds('gave_up', 'notification:ntf_a:discord'), own)
  assert.deepEqual(kinds('gave_up', 'turn:trn_a'), ['routing.follow-delivery', 'notifications.of-delivery'])
  assert.deepEqual(kinds('sent', 'turn:trn_a'), ['routing.follow-delivery'])
})
