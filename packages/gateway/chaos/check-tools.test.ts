// The eyes of the rounds: what they are there to see, they see.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import { openTestStore } from '../test-support/open-test-store.ts'
import { checkApprovals, checkCalls } from './check-tools.ts'
import { inspect } from './inspect-database.ts'
import { createToolLedger } from './tool-ledger.ts'
import { effectsFile } from './tool-plan.ts'

interface Case {
  /** Of the approval; absent: nobody was asked. */
  word?: 'once' | 'session' | 'deny' | 'withdrawn' | 'expired'
  usedAt?: number
  /** What somebody allowed for the whole session, and when. */
  grant?: { key: string; at: number }
  effects: number
  isError?: boolean
  told?: string
}

const decidedAt = 50

/** What the rounds say of one command that needs a word and left so many effects. */
async function complaintsOf(made: Case): Promise<string[]> {
  await using place = openTestStore()
  writeFileSync(join(place.folder, effectsFile), 'call1\n'.repeat(made.effects))
  const path = join(place.folder, 'heddle.db')
  fill(path, made)
  const ledger = createToolLedger()
  ledger.sessions.push({ id: 'ses_1', agentId: 'careful' })
  const plan = [[{ id: 'call1', kind: 'append' as const, ms: 0 }]]
  ledger.asked.push({ sessionId: 'ses_1', clientMessageId: 'm1', plan, isAcknowledged: true })
  if (made.word === 'deny') ledger.words.set('apr_1', { word: 'deny', by: 'ada' })
  return inspect(path, (database) => [
    ...checkCalls(database, ledger, () => place.folder, { careful: ['exec'] }),
    ...checkApprovals(database, ledger),
  ])
}

function fill(path: string, { word, usedAt, grant, isError, told }: Case): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  const put = (table: string, row: Record<string, SQLInputValue>) => {
    const names = Object.keys(row)
    const places = names.map(() => '?').join(', ')
    database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${places})`)
      .run(...Object.values(row))
  }
  const event = (seq: number, id: string, kind: string, payload: object, causedBy: string | null = null) =>
    put('session_events', {
      session_id: 'ses_1',
      seq,
      id,
      kind,
      is_row: 1,
      actor_kind: 'system',
      actor_name: 'system',
      caused_by: causedBy,
      turn_id: 'trn_1',
      payload: JSON.stringify(payload),
      created_at: seq,
    })
  put('turns', turnRow)
  event(1, 'evt_call', 'tool.call', { callId: 'call1', name: 'exec' })
  if (word !== undefined) {
    put('approvals', {
      ...approvalRow('1', 'exec:echo'),
      state: word,
      decided_at: decidedAt,
      used_at: usedAt ?? null,
    })
    event(2, 'evt_decided', 'approval.decided', { approvalId: 'apr_1', decision: word })
  }
  if (grant) {
    // Said of another call.
    const { key, at } = grant
    put('approvals', { ...approvalRow('0', key), state: 'session', decided_at: at, used_at: at })
    event(3, 'evt_decided0', 'approval.decided', { approvalId: 'apr_0', decision: 'session' })
    put('approval_grants', { session_id: 'ses_1', key, turn_id: '', approval_id: 'apr_0', created_at: at })
  }
  event(4, 'evt_result', 'tool.result', { output: told ?? '', isError: isError ?? false }, 'evt_call')
  database.close()
}

const turnRow = {
  id: 'trn_1',
  session_id: 'ses_1',
  state: 'succeeded',
  is_attempted: 0,
  crashes: 0,
  troubles: 0,
  failures: 0,
  step: 1,
  started_seq: 1,
  model: 'm',
  input_tokens: 0,
  output_tokens: 0,
  cached_tokens: 0,
  started_at: 1,
  ended_at: 90,
}

function approvalRow(number: string, scopeKey: string) {
  return {
    id: `apr_${number}`,
    session_id: 'ses_1',
    turn_id: 'trn_1',
    agent_id: 'careful',
    event_id: `evt_asked${number}`,
    call_event_id: number === '1' ? 'evt_call' : `evt_call${number}`,
    call_id: `call${number}`,
    tool: 'exec',
    arguments: '',
    call_hash: '',
    why: 'policy',
    reason: '',
    scope_key: scopeKey,
    scope_label: '',
    asked_at: 2,
    expires_at: 99,
  }
}

const allowed: Record<string, Case> = {
  'with its word': { word: 'once', usedAt: 60, effects: 1 },
  'by the word on another call, before it was asked about': {
    grant: { key: 'exec:echo', at: decidedAt },
    effects: 1,
  },
  'by the word on another call, while it waited for its own': {
    word: 'withdrawn',
    grant: { key: 'exec:echo', at: decidedAt },
    effects: 1,
  },
  'not at all, and denied': { word: 'deny', effects: 0, isError: true },
}
for (const [how, made] of Object.entries(allowed)) {
  test(`[I47] the rounds have nothing against a call that was made ${how}`, async () => {
    assert.deepEqual(await complaintsOf(made), [])
  })
}

const seen: Record<string, [Case, RegExp]> = {
  'a denied call that is made': [{ word: 'deny', effects: 1, isError: true }, /the word is deny/],
  'a denied call that says it was done': [{ word: 'deny', effects: 0 }, /the word is deny/],
  'a call that is made with neither word nor grant': [{ effects: 1 }, /the word is null/],
  'a withdrawn call that is made without a grant': [{ word: 'withdrawn', effects: 1 }, /is withdrawn/],
  'a withdrawn call that is made by a grant for something else': [
    { word: 'withdrawn', grant: { key: 'exec:rm', at: decidedAt }, effects: 1 },
    /is withdrawn/,
  ],
  'a withdrawn call that is made by a grant that came later': [
    { word: 'withdrawn', grant: { key: 'exec:echo', at: decidedAt + 1 }, effects: 1 },
    /is withdrawn/,
  ],
  'a call that is made after its time was over': [{ word: 'expired', effects: 1 }, /the word is expired/],
  'a word that was given and not used': [{ word: 'once', effects: 1 }, /the word is once/],
  'a call that is made twice': [{ word: 'once', usedAt: 60, effects: 2 }, /was made 2 times/],
  'a call that says it was done and was not': [{ word: 'once', usedAt: 60, effects: 0 }, /nothing was/],
}
for (const [what, [made, complaint]] of Object.entries(seen)) {
  test(`[I47] the rounds see ${what}`, async () => {
    assert.match((await complaintsOf(made)).join('\n'), complaint)
  })
}

test('[I47] the rounds see a word that is not the one that was acknowledged', async () => {
  await using place = openTestStore()
  const path = join(place.folder, 'heddle.db')
  fill(path, { word: 'once', usedAt: 60, effects: 1 })
  const ledger = createToolLedger()
  ledger.words.set('apr_1', { word: 'deny', by: 'ada' })
  ledger.approvals.set('apr_gone', 'call1')
  const complaints = inspect(path, (database) => checkApprovals(database, ledger))
  assert.deepEqual(complaints, ['[I47] apr_gone is gone', '[I1] the word on apr_1 was deny, and is once'])
})
