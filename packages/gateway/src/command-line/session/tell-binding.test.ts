import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson } from '@heddle/contract'
import { paint } from '../terminal.ts'
import { tellEvent } from './tell-event.ts'
import { writeMarkdownEvent } from './write-markdown.ts'

function makeEvent(kind: string, payload: Record<string, unknown>): EventJson {
  return {
    seq: 1,
    eventId: 'evt_1',
    kind,
    place: 1,
    actor: { kind: 'person', id: 'per_1', name: 'Kim' },
    createdAt: '2026-11-16T09:00:01.000Z',
    payload: { bindingId: 'bnd_1', sessionId: 'ses_2', label: 'spade', ...payload },
  }
}

const tell = (kind: string, payload: Record<string, unknown>) =>
  tellEvent(makeEvent(kind, payload))
    .map((line) => paint(line, false))
    .join('\n')

const thread = { placeKind: 'thread', conversation: { channel: 'loopback', accountId: 'main' } }

test('[TRM5] [BND5] what is focused and what is no more is told with its place and why', () => {
  assert.equal(
    tell('binding.made', { ...thread, by: 'Kim' }),
    'spade was focused in a thread on loopback by Kim.',
  )
  assert.equal(
    tell('binding.made', { placeKind: 'web', label: null, by: '' }),
    'This session was focused in a chat.',
  )
  assert.equal(
    tell('binding.ended', { ...thread, why: 'idle' }),
    'spade is no longer focused in a thread on loopback: nobody wrote here for a while.',
  )
  assert.equal(
    tell('binding.ended', { placeKind: 'web', why: 'later' }),
    'spade is no longer focused in a chat.',
  )
  const made = writeMarkdownEvent(makeEvent('binding.made', { ...thread, label: '*bold*', by: 'Kim' }))
  assert.match(made ?? '', /\\\*bold\\\* was focused in a thread on loopback by Kim\./)
})
