// The tree of sub-agents, live.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LiveFrameOf, limits, listedSessionShape, type RunJson, runShape } from '@heddle/contract'
import {
  openTestLive,
  type TestClient,
  type TestLive,
  type TestMember,
} from '../../../../test-support/open-test-live.ts'
import { toolCall } from '../../../../test-support/scripted-model.ts'

const hintsOf = (client: TestClient) => client.all('eph').filter(({ kind }) => kind === 'runs.changed')
const runsIn = (from: unknown): RunJson[] => runShape.array().parse(from)
const lastRuns = (client: TestClient) => runsIn(hintsOf(client).at(-1)?.['items'])

async function second(it: TestLive, ...clients: TestClient[]): Promise<void> {
  await it.breathe()
  it.clock.advance(limits.liveListHintMs)
  await it.breathe()
  for (const client of clients) await client.settle()
}

async function spawn(it: TestLive, { headers }: TestMember, sessionId: string, task: string, more = {}) {
  const answer = await it.ask('POST', `/sessions/${sessionId}/runs`, { headers, body: { task, ...more } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body as unknown as { runId: string; childSessionId: string; childSessionKey: string }
}

async function follow(it: TestLive, member: TestMember, scope: string) {
  const client = await it.connect(member)
  client.send({ type: 'sub', scope })
  const snap = await client.next('snap')
  return { client, snap, runs: runsIn(snap.state['items']) }
}

/** Sub-agents answer when they are let go on, the root at once. */
function hold(it: TestLive): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  it.model.respond(({ system }) =>
    system.includes('# Your task') ? [{ type: 'wait', until }, 'done'] : undefined,
  )
  return release
}

test('[LIV13] the tree comes as it is, then as hints about the runs that changed, joined and at most one a second', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  const member = await it.someone()
  const root = await it.chat(member.actor)
  const release = hold(it)
  const first = await spawn(it, member, root, 'weave a scarf', { label: 'scarf' })
  const { client, snap, runs } = await follow(it, member, `t:${root}`)
  assert.deepEqual(
    [snap.scope, snap.seq, snap.events, snap.state['truncated']],
    [`t:${root}`, 0, [], undefined],
  )
  assert.deepEqual(
    runs.map(({ id, label, parentId, rootId }) => [id, label, parentId, rootId]),
    [[first.runId, 'scarf', root, root]],
  )
  const other = await spawn(it, member, root, 'weave a hat')
  await it.breathe()
  await client.settle()
  assert.equal(hintsOf(client).length, 0, 'not before its time')
  await second(it, client)
  assert.equal(hintsOf(client).length, 1)
  assert.ok(lastRuns(client).some(({ id, task }) => id === other.runId && task === 'weave a hat'))
  assert.deepEqual(hintsOf(client)[0]?.['removed'], [])
  await second(it, client)
  const before = hintsOf(client).length
  await second(it, client)
  assert.equal(hintsOf(client).length, before, 'nothing happened, nothing is said')
  release()
  await it.work()
  await second(it, client)
  assert.deepEqual(
    lastRuns(client).map(({ state, status, lastLine }) => [state, status, lastLine]),
    [
      ['succeeded', 'success', 'done'],
      ['succeeded', 'success', 'done'],
    ],
  )
})

test('[LIV13] a run below a run is told, with how its parent stands, and its parent may be asked for by key', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  it.agentsInFile.current = { agents: { defaults: { subagents: { maxSpawnDepth: 2 } } } }
  const member = await it.someone()
  const root = await it.chat(member.actor)
  const key = (await it.store.read((r) => it.sessions.find(r, member.actor, root))).key
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  it.model.respond(({ system, messages }) => {
    if (!system.includes('# Your task')) return undefined
    if (system.includes('inner')) return [{ type: 'wait', until }, 'inner is done']
    const isFirst = messages.every(({ role }) => role !== 'tool')
    return isFirst ? [toolCall('sessions_spawn', { task: 'inner' })] : ['outer is done']
  })
  const { client, snap } = await follow(it, member, `t:${key}`)
  assert.deepEqual([snap.scope, snap.state['items']], [`t:${root}`, []])
  const outer = await spawn(it, member, root, 'outer')
  await second(it, client)
  await second(it, client)
  const told = new Map(hintsOf(client).flatMap((hint) => runsIn(hint['items']).map((run) => [run.id, run])))
  const inner = [...told.values()].find(({ depth }) => depth === 2)
  assert.equal(inner?.parentId, outer.childSessionId)
  assert.deepEqual([told.get(outer.runId)?.state, told.get(outer.runId)?.waitsFor], ['waiting', 'children'])
  assert.equal(told.get(outer.runId)?.activeChildren, 1)
  release()
  await it.work()
  // The announcement is heard a moment later, and the parent ends on it.
  await second(it, client)
  await it.work()
  await second(it, client)
  assert.ok(lastRuns(client).some(({ id, state }) => id === outer.runId && state === 'succeeded'))
})

test('[LIV13] a sub-agent is no top of a tree: the refusal names what is', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  const member = await it.someone()
  const root = await it.chat(member.actor)
  hold(it)
  const { childSessionId } = await spawn(it, member, root, 'weave a scarf')
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: `t:${childSessionId}` })
  const nak = await client.next('nak')
  assert.deepEqual([nak.code, nak.field, nak.nearest], ['bad_input', 'scope', `t:${root}`])
})

test('[LIV13] [LIV12] a tree is as private as its root, and is taken away with it', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  const [maker, guest, stranger] = [await it.someone(), await it.someone(), await it.someone()]
  const root = await it.chat(maker.actor, { participants: [guest.actor.handle] })
  hold(it)
  await spawn(it, maker, root, 'weave a scarf')
  const outside = await it.connect(stranger)
  outside.send({ type: 'sub', scope: `t:${root}` })
  assert.equal((await outside.next('nak')).code, 'not_found')
  const { client } = await follow(it, guest, `t:${root}`)
  const { client: own } = await follow(it, maker, `t:${root}`)
  await second(it, client, own)
  const before = hintsOf(client).length
  await it.store.tx((t) => it.sessions.change(t, maker.actor, root, { participants: [maker.actor.handle] }))
  await spawn(it, maker, root, 'weave in secret')
  await second(it, client, own)
  const nak = await client.next('nak')
  assert.deepEqual([nak.code, nak.scope], ['not_found', `t:${root}`])
  assert.equal(hintsOf(client).length, before, 'nothing of what happened after that')
  assert.ok(lastRuns(own).some(({ task }) => task === 'weave in secret'))
})

test('[LIV13] [PPL2] whoever is removed is told nothing more of a tree', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  it.reactAtCommit()
  const [maker, removed] = [await it.someone(), await it.someone()]
  const root = await it.chat(maker.actor, { visibility: 'team' })
  hold(it)
  await spawn(it, maker, root, 'weave a scarf')
  const { client } = await follow(it, removed, `t:${root}`)
  await second(it, client)
  const before = hintsOf(client).length
  await it.store.tx((t) => it.people.removeMember(t, it.operator, removed.personId))
  await spawn(it, maker, root, 'weave in secret')
  await client.closed
  await it.breathe()
  it.clock.advance(limits.liveListHintMs)
  await it.breathe()
  assert.equal(hintsOf(client).length, before)
})

test('[LIV13] a run that was put away is named as removed', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  const member = await it.someone()
  const root = await it.chat(member.actor)
  const release = hold(it)
  const { runId } = await spawn(it, member, root, 'weave a scarf', { cleanup: 'delete' })
  const { client, runs } = await follow(it, member, `t:${root}`)
  assert.equal(runs.length, 1)
  release()
  await it.work()
  await second(it, client)
  assert.deepEqual(hintsOf(client).at(-1)?.['removed'], [runId])
  assert.ok(!lastRuns(client).some(({ id }) => id === runId))
})

test('[LIV13] [LIV3] a tree that no frame holds comes in part, active ones first, and says so; hints come in parts', async () => {
  await using it = await openTestLive(
    { toolOrigins: [] },
    { liveLimits: { liveFrameOutBytesMax: 12_000, hintRunsMax: 4 } },
  )
  it.agentsInFile.current = { agents: { defaults: { subagents: { maxChildrenPerAgent: 20 } } } }
  const member = await it.someone()
  const root = await it.chat(member.actor)
  const release = hold(it)
  for (let i = 0; i < 12; i++) await spawn(it, member, root, `weave ${i} ${'x'.repeat(500)}`)
  const { client, snap, runs } = await follow(it, member, `t:${root}`)
  assert.equal(snap.state['truncated'], true)
  assert.ok(runs.length > 2 && runs.length < 12, `${runs.length} fit`)
  release()
  await it.work()
  for (let i = 0; i < 12; i++) await second(it, client)
  const hints = hintsOf(client)
  const ended = new Set(hints.flatMap((hint) => endedIn(hint)))
  assert.equal(ended.size, 12, 'each of them is told in the end')
  assert.ok(hints.every((hint) => runsIn(hint['items']).length <= 4))
  assert.ok(hints.every((hint) => JSON.stringify(hint).length <= 12_000))
})

function endedIn(hint: LiveFrameOf<'eph'>): string[] {
  return runsIn(hint['items']).flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id]))
}

test('[LIV13] whoever lets go of a tree is told nothing more, and may take it up again', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  const member = await it.someone()
  const root = await it.chat(member.actor)
  hold(it)
  const { client } = await follow(it, member, `t:${root}`)
  client.send({ type: 'unsub', scope: `t:${root}` })
  await client.settle()
  const { runId } = await spawn(it, member, root, 'weave a scarf')
  await second(it, client)
  assert.equal(hintsOf(client).length, 0)
  client.send({ type: 'sub', scope: `t:${root}` })
  const snap = await client.next('snap')
  assert.deepEqual(
    runsIn(snap.state['items']).map(({ id }) => id),
    [runId],
  )
})

test('[UIW8] [LIV10] the list says of a session how many are at work below it, also two levels down', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  it.agentsInFile.current = { agents: { defaults: { subagents: { maxSpawnDepth: 2 } } } }
  const member = await it.someone()
  const root = await it.chat(member.actor)
  const release = hold(it)
  const client = await it.connect(member)
  client.send({ type: 'sub', scope: 'l:' })
  await client.next('snap')
  const told = () => client.all('eph').flatMap((hint) => listedSessionShape.array().parse(hint['items']))
  const outer = await spawn(it, member, root, 'weave a scarf')
  await second(it, client)
  assert.deepEqual([told().at(-1)?.id, told().at(-1)?.activeBelow], [root, 1])
  await spawn(it, member, outer.childSessionId, 'spin the wool')
  await second(it, client)
  assert.equal(told().at(-1)?.activeBelow, 2)
  release()
  await it.work()
  await second(it, client)
  await it.work()
  await second(it, client)
  assert.equal(told().at(-1)?.activeBelow, 0)
  assert.ok(
    told().every(({ id }) => id === root),
    'sub-agents stand in no list',
  )
})
