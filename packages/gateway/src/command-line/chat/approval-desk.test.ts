import assert from 'node:assert/strict'
import { setImmediate as nextTick } from 'node:timers/promises'
import { test } from 'node:test'
import { type ApprovalJson, type EventJson, limits, refused } from '@heddle/contract'
import { paint } from '../terminal.ts'
import { createApprovalDesk } from './approval-desk.ts'
import type { Api } from './call-api.ts'
import type { Shown } from './create-follower.ts'
import { readDecision } from './read-decision.ts'

function approval(id: string, more: Partial<ApprovalJson> = {}): ApprovalJson {
  return {
    id,
    sessionId: 'ses_1',
    sessionTitle: 'Release',
    agentId: 'main',
    turnId: 'trn_1',
    eventId: `evt_${id}`,
    callEventId: `evt_call_${id}`,
    tool: 'exec',
    arguments: '{"command":"npm test"}',
    callHash: `hash of ${id}`,
    why: 'policy',
    reason: 'The policy for exec asks.',
    scope: 'exec: npm test',
    state: 'pending',
    decidedBy: null,
    note: null,
    mayDecide: true,
    askedAt: '2026-11-16T09:00:00.000Z',
    expiresAt: '2026-11-16T09:30:00.000Z',
    decidedAt: null,
    ...more,
  }
}

function entry(kind: string, payload: Record<string, unknown> = {}): Shown {
  const actor = { kind: 'person', id: 'per_1', name: 'Kim' } as const
  const event: EventJson = {
    seq: 1,
    eventId: 'evt_1',
    kind,
    place: 1,
    actor,
    createdAt: '2026-11-16T09:00:00.000Z',
    payload,
  }
  return { kind: 'entry', event }
}

/** A desk in front of a gateway in which these wait. */
function openDesk(...pending: ApprovalJson[]) {
  const waiting = { now: pending, refuse: undefined as Error | undefined }
  const sent: unknown[] = []
  const questions: [string | undefined, boolean][] = []
  const failures: unknown[] = []
  let screen = ''
  const call = async (name: string, input: { path?: object; query?: object; body?: object } = {}) => {
    if (name === 'listApprovals') return { items: waiting.now.toReversed() }
    sent.push({ name, ...input })
    if (waiting.refuse) throw waiting.refuse
    return waiting.now[0]
  }
  const desk = createApprovalDesk({
    // The edge of the fake: it answers the two routes that a desk calls.
    api: { call } as unknown as Api,
    lines: (all) => {
      screen += all.map((line) => `${paint(line, false)}\n`).join('')
    },
    onAsked: (question, isOther) => void questions.push([question, isOther]),
    onFailed: (error) => void failures.push(error),
  })
  const take = async (shown: Shown) => {
    desk.take(shown, 'ses_1')
    await nextTick()
  }
  const type = (line: string) => desk.answer(line, desk.asked())
  return { desk, waiting, sent, questions, failures, take, type, screen: () => screen }
}

test('[TRM6] only a whole word is an answer, so that no sentence is taken for a yes', () => {
  for (const line of ['once', ' ONCE ', 'o']) {
    assert.deepEqual(readDecision(line), { kind: 'decision', decision: 'once' })
  }
  for (const line of ['session', 's']) {
    assert.deepEqual(readDecision(line), { kind: 'decision', decision: 'session' })
  }
  assert.deepEqual(readDecision('deny'), { kind: 'decision', decision: 'deny' })
  assert.deepEqual(readDecision('d  not today\nplease '), {
    kind: 'decision',
    decision: 'deny',
    note: 'not today\nplease',
  })
  for (const line of ['once more', 'yes please', 'sessions', 'denying', 'constructor', '', '/once']) {
    assert.deepEqual(readDecision(line), { kind: 'none' }, line)
  }
  for (const line of ['yes', 'Y', 'ok', 'no', 'allow', 'No.']) {
    assert.equal(readDecision(line).kind, 'wrong', `${line}: neither an answer nor something to say`)
  }
  assert.equal(readDecision(`deny ${'x'.repeat(limits.approvalNoteCharsMax + 1)}`).kind, 'wrong')
})

test('[TRM6] [AGT6] a call is shown whole with its choices, and the answer is for exactly that call', async () => {
  const long = JSON.stringify({ command: `echo ${'x'.repeat(100_000)} end` })
  const { take, type, sent, questions, screen } = openDesk(approval('a', { arguments: long }))
  await take(entry('approval.asked', { approvalId: 'a', arguments: 'cut' }))
  assert.ok(screen().includes(long), 'nothing of it is left out')
  assert.match(screen(), /session {6}allows it, and from now on in this session: exec: npm test/)
  assert.deepEqual(questions, [['allow exec? once/session/deny> ', false]])
  assert.equal(await type('what would that do?'), false, 'one can still talk')
  assert.equal(await type('deny not now'), true)
  assert.deepEqual(sent, [
    {
      name: 'decideApproval',
      path: { id: 'a' },
      body: { decision: 'deny', callHash: 'hash of a', note: 'not now' },
    },
  ])
  assert.deepEqual(questions.at(-1), [undefined, true])
  assert.equal(await type('once'), false, 'nothing is asked any more')
})

test('[TRM6] [AGT9] a word that holds for the rest of the turn says so before it is given', async () => {
  const asked = async (why: ApprovalJson['why']) => {
    const { take, screen } = openDesk(approval('a', { why }))
    await take(entry('approval.asked'))
    return screen()
  }
  assert.match(await asked('untrusted'), /allows this call; exec asks no more about that text in this turn\n/)
  assert.match(await asked('policy'), /allows this call\n/)
})

test('[TRM6] several are asked one after the other, each is shown once, also to whoever comes later', async () => {
  const { desk, waiting, take, questions, screen } = openDesk(
    approval('a'),
    approval('b', { tool: 'fetch_url' }),
  )
  await take({ kind: 'past', events: [] })
  await take({ kind: 'state', turnId: 'trn_1', queued: 0 })
  assert.equal(screen().match(/waits for approval: exec/g)?.length, 1)
  assert.equal(screen().match(/waits for approval: fetch_url/g)?.length, 1)
  assert.equal(desk.asked()?.id, 'a')
  waiting.now = [approval('b', { tool: 'fetch_url' })]
  await take(entry('approval.decided', { approvalId: 'a', decision: 'once' }))
  assert.equal(desk.asked()?.id, 'b')
  assert.deepEqual(questions.at(-1), ['allow fetch_url? once/session/deny> ', true])
})

test('[TRM6] [R17] what was typed for one call is never an answer to the next', async () => {
  const { desk, take, sent } = openDesk(approval('a'), approval('b'))
  await take({ kind: 'past', events: [] })
  const asked = desk.asked()
  await take(entry('approval.decided', { approvalId: 'a', decision: 'deny' }))
  assert.equal(desk.asked()?.id, 'b')
  assert.equal(await desk.answer('once', asked), true)
  assert.deepEqual(sent, [
    { name: 'decideApproval', path: { id: 'a' }, body: { decision: 'once', callHash: 'hash of a' } },
  ])
})

test('[TRM6] an answer that the gateway refuses is told, and what is still open is asked again', async () => {
  const { desk, waiting, take, type } = openDesk(approval('a'))
  await take({ kind: 'past', events: [] })
  waiting.refuse = refused('call_changed')
  await assert.rejects(() => type('once'), { code: 'call_changed' })
  await nextTick()
  assert.equal(desk.asked()?.id, 'a')
})

test('[TRM6] whoever may not decide sees the call and is not asked', async () => {
  const { desk, take, type, sent, questions, screen } = openDesk(approval('a', { mayDecide: false }))
  await take(entry('approval.asked'))
  assert.equal(await type('once'), true, 'it is not said to the agent')
  assert.equal(await type('who may?'), false)
  assert.deepEqual(sent, [])
  assert.match(screen(), /npm test[\s\S]*Somebody else has to decide it\./)
  assert.equal(desk.asked(), undefined)
  assert.deepEqual(questions, [])
})

test('[TRM6] [I45] nothing in a call, its name or its reason reaches the terminal raw', async () => {
  const nasty = 'a\x1b[2J\r\u202eb\x9b'
  const more = { tool: nasty, arguments: nasty, reason: nasty, scope: nasty }
  const { take, questions, screen } = openDesk(approval('a', more))
  await take(entry('approval.asked'))
  assert.match(screen(), /a\\x1b\[2J/)
  assert.doesNotMatch(screen() + questions[0]?.[0], /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})
