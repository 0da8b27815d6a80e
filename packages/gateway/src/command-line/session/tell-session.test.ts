import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WholeSessionJson } from '@heddle/contract'
import { sessionRow, tellSession } from './tell-session.ts'

const session: WholeSessionJson = {
  id: 'ses_1',
  key: 'agent:main:web:1',
  agentId: 'main',
  kind: 'chat',
  parentId: null,
  depth: 0,
  title: 'Boats',
  state: 'idle',
  visibility: 'team',
  createdBy: null,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
  activeAt: '2026-01-05T09:00:00.000Z',
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
}

const linesOf = (over: Partial<WholeSessionJson>) => JSON.stringify(tellSession({ ...session, ...over }))

test('[TRM5] a session in the terminal says which model was chosen for it and what it was forked from, if so', () => {
  assert.doesNotMatch(linesOf({}), /"model"|forked from/)
  assert.match(linesOf({ model: 'house/large' }), /house\/large/)
  const forkedFrom = { sessionId: 'ses_0', eventId: 'evt_9' }
  assert.match(linesOf({ forkedFrom }), /forked from.*ses_0 at evt_9/)
})

test('[TRM5] [AGT6] it says that calls wait for approval, and how many messages wait behind them', () => {
  const waits = { state: 'running', openApprovals: 1, queued: 2 } as const
  assert.match(linesOf(waits), /"running, 1 call waits for approval, 2 messages wait"/)
  assert.match(linesOf({}), /"idle"/)
  assert.equal(sessionRow({ ...session, ...waits })[2], 'needs approval')
  assert.equal(sessionRow(session)[2], 'idle')
})
