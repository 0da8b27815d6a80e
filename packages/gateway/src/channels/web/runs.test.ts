import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type RunJson, type SessionId } from '@heddle/contract'
import type { AgentsConfig } from '../../agents/agents-config.ts'
import { type KnownPerson, knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'

async function openHouse(subagents: object = {}, list: readonly { id: string }[] = []) {
  const agents: AgentsConfig = { agents: { defaults: { subagents }, list: [{ id: 'main' }, ...list] } }
  const house = await openTestDoor({ agents, toolOrigins: [] })
  const kim = await knownPerson(house, 'kim', 'member')
  const id = await house.chat(kim.actor)
  const post = (body: unknown, headers: Record<string, string> = {}, session: string = id) =>
    house.ask('POST', `/sessions/${session}/runs`, { body, headers: { ...kim.headers, ...headers } })
  const get = (path: string, who: KnownPerson = kim) => house.ask('GET', path, { headers: who.headers })
  return { house, kim, id, post, get }
}

/** Lets everything happen, a wait for announcements included. */
async function settle(house: TestDoor): Promise<void> {
  await house.work()
  house.clock.advance(limits.announceTogetherMs)
  await house.work()
}

const forever = { type: 'wait', until: new Promise(() => undefined) } as const

test('[SUB1] [API2] a spawn by HTTP answers 201 at once with the run and its session, once for each Idempotency-Key', async () => {
  const { house, id, post, get } = await openHouse()
  await using _ = house
  house.model.script(forever)
  const key = { 'Idempotency-Key': 'spawn-1' }
  const first = await post({ task: 'Look around.' }, key)
  assert.equal(first.status, 201)
  const { runId, childSessionKey, childSessionId } = first.body
  assert.deepEqual(first.body, { status: 'accepted', runId, childSessionKey, childSessionId })
  assert.match(childSessionKey, /^agent:main:subagent:[0-9a-f-]{36}$/)
  assert.deepEqual((await post({ task: 'Look around.' }, key)).body, first.body)
  assert.equal((await post({ task: 'Look elsewhere.' }, key)).body.error.code, 'idempotency_conflict')
  const { body } = await get(`/sessions/${id}/subagents`)
  assert.deepEqual(
    body.items.map((run: RunJson) => [run.id, run.sessionId, run.parentId, run.rootId, run.depth]),
    [[runId, childSessionId, id, id, 1]],
  )
  assert.deepEqual(house.logged, [])
})

test('[SUB1] every parameter of a spawn has its effect', async () => {
  const { house, post, get } = await openHouse({ allowAgents: ['*'] }, [{ id: 'helper' }])
  await using _ = house
  house.model.script(forever)
  const { body } = await post({
    task: 'Look around.',
    label: ' Scout ',
    agentId: 'helper',
    model: 'demo/demo',
    thinking: 'high',
    runTimeoutSeconds: 90,
    thread: false,
    mode: 'session',
    cleanup: 'delete',
    runtime: 'subagent',
    tools: ['fetch'],
  })
  await house.breathe()
  const run = (await get(`/runs/${body.runId}`)).body
  const { label, agentId, model, thinking, timeoutSeconds, mode, cleanup, askedBy, asker, task } = run
  assert.deepEqual(
    { label, agentId, model, thinking, timeoutSeconds, mode, cleanup, askedBy, asker, task },
    {
      label: 'Scout',
      agentId: 'helper',
      model: 'demo/demo',
      thinking: 'high',
      timeoutSeconds: 90,
      mode: 'session',
      cleanup: 'delete',
      askedBy: 'person',
      asker: 'kim',
      task: 'Look around.',
    },
  )
  assert.equal(Date.parse(run.deadlineAt) - Date.parse(run.startedAt), 90_000)
  assert.deepEqual([run.state, run.status, run.announcement, run.destination], ['running', null, null, null])
})

test('[SUB1] bad parameters get an error that names the field, and nothing is spawned', async () => {
  const { house, id, post, get } = await openHouse()
  await using _ = house
  const wrong: [object, string][] = [
    [{}, 'task'],
    [{ task: '' }, 'task'],
    [{ task: '  \n ' }, 'task'],
    [{ task: 7 }, 'task'],
    [{ task: 'x'.repeat(limits.messageCharsMax + 1) }, 'task'],
    [{ task: 'x', label: '' }, 'label'],
    [{ task: 'x', label: 'two\nlines' }, 'label'],
    [{ task: 'x', label: 'x'.repeat(limits.runLabelCharsMax + 1) }, 'label'],
    [{ task: 'x', agentId: '' }, 'agentId'],
    [{ task: 'x', model: '' }, 'model'],
    [{ task: 'x', thinking: 'hard' }, 'thinking'],
    [{ task: 'x', runTimeoutSeconds: -1 }, 'runTimeoutSeconds'],
    [{ task: 'x', runTimeoutSeconds: 1.5 }, 'runTimeoutSeconds'],
    [{ task: 'x', runTimeoutSeconds: limits.runTimeoutSecondsMax + 1 }, 'runTimeoutSeconds'],
    [{ task: 'x', thread: 'yes' }, 'thread'],
    [{ task: 'x', mode: 'forever' }, 'mode'],
    [{ task: 'x', cleanup: 'burn' }, 'cleanup'],
    [{ task: 'x', runtime: 'docker' }, 'runtime'],
    [{ task: 'x', tools: 'fetch' }, 'tools'],
    [{ task: 'x', tools: [''] }, 'tools.0'],
    [{ task: 'x', tools: Array.from({ length: limits.spawnToolsMax + 1 }, () => 'a') }, 'tools'],
    [{ task: 'x', colour: 'red' }, 'colour'],
  ]
  for (const [body, field] of wrong) {
    const { status, body: answer } = await post(body)
    const shown = JSON.stringify(body).slice(0, 60)
    assert.deepEqual([status, answer.error.code], [400, 'bad_input'], shown)
    assert.deepEqual(
      answer.error.issues.map((issue: { field: string }) => issue.field),
      [field],
      shown,
    )
  }
  const typed = (await post({ task: 'x', thinking: 'hgih' })).body.error.issues[0]
  assert.equal(typed.nearest, 'high')
  assert.deepEqual((await get(`/sessions/${id}/subagents`)).body.items, [])
  assert.deepEqual(house.logged, [])
})

test('[SUB1] [SUB5] [SUB6] what may not be spawned is refused with its own code', async () => {
  const { house, post } = await openHouse({ maxChildrenPerAgent: 1 }, [{ id: 'helper' }])
  await using _ = house
  const codeOf = async (body: object, session?: string) => (await post(body, {}, session)).body.error?.code
  assert.equal(await codeOf({ task: 'x', runtime: 'acp' }), 'acp_disabled')
  house.placeRules.layers['web'] = { spawnSubagentSessions: false }
  assert.equal(await codeOf({ task: 'x', thread: true }), 'threads_off')
  assert.equal(await codeOf({ task: 'x', agentId: 'mian' }), 'unknown_agent')
  assert.equal(await codeOf({ task: 'x', agentId: 'helper' }), 'agent_not_allowed')
  house.model.script(forever)
  const { body } = await post({ task: 'x' })
  assert.equal(await codeOf({ task: 'x' }), 'too_many_children')
  assert.equal(await codeOf({ task: 'x' }, body.childSessionId), 'too_deep')
  assert.equal(await codeOf({ task: 'x' }, 'ses_none'), 'not_found')
})

test('[SUB1] an unknown model is skipped with a warning in the result', async () => {
  const { house, post, get } = await openHouse()
  await using _ = house
  const { status, body } = await post({ task: 'x', model: 'demo/dmeo' })
  assert.equal(status, 201)
  assert.deepEqual(body.warnings, [
    'There is no model "demo/dmeo", so "demo/demo" is used. Did you mean "demo/demo"?',
  ])
  assert.equal((await get(`/runs/${body.runId}`)).body.model, 'demo/demo')
})

test('[RTE2] [SUB9] a run that has ended says how it was announced, where, and why there', async () => {
  const { house, id, post, get } = await openHouse()
  await using _ = house
  house.model.script('Three files.')
  const { runId, childSessionId, childSessionKey } = (await post({ task: 'Count.' })).body
  await settle(house)
  const run = (await get(`/runs/${runId}`)).body
  assert.deepEqual(
    [run.state, run.status, run.sessionState, run.isWorking],
    ['succeeded', 'success', 'over', false],
  )
  const { announcement: told } = run
  assert.deepEqual(
    [told.status, told.result, told.resultFrom, told.notes, told.skipped],
    ['success', 'Three files.', 'text', '', false],
  )
  assert.match(
    told.text,
    new RegExp(
      `^Status: success · completed successfully\n\nResult: Three files\\.\n\nruntime \\d+s · tokens 10 in / 5 out / 15 total .*session key ${childSessionKey} · session id ${childSessionId} · transcript /sessions/${childSessionId}$`,
    ),
  )
  assert.equal(told.eventId, run.finishedEventId)
  assert.deepEqual(run.destination, { kind: 'requester', reason: 'asked_there', place: id })
  const rows = (await get(`/sessions/${id}/timeline`)).body.items
  assert.deepEqual(
    rows.map(({ kind, eventId }: { kind: string; eventId: string }) => [kind, eventId]),
    [
      ['subagent.spawned', run.spawnedEventId],
      ['subagent.finished', run.finishedEventId],
    ],
  )
})

test('[SES6] [SUB8] what a run came to is gone from it once that was redacted', async () => {
  const { house, kim, post, get } = await openHouse()
  await using _ = house
  const lou = await knownPerson(house, 'lou', 'owner')
  const team = await house.chat(kim.actor, { visibility: 'team' })
  house.model.script('A secret.')
  const { runId, childSessionId } = (await post({ task: 'Tell.' }, {}, team)).body
  await settle(house)
  assert.match(JSON.stringify((await get(`/runs/${runId}`)).body), /A secret/)
  const said = (await get(`/sessions/${childSessionId}/timeline`)).body.items.find(
    ({ kind }: { kind: string }) => kind === 'message.agent',
  )
  const path = `/sessions/${childSessionId}/events/${said.eventId}`
  assert.equal((await house.ask('DELETE', path, { headers: lou.headers })).status, 204)
  await house.work()
  const run = (await get(`/runs/${runId}`)).body
  assert.deepEqual([run.status, run.announcement], ['success', null])
  assert.doesNotMatch(JSON.stringify(run), /A secret/)
})

test('[SUB14] [API5] the runs below a session come in pages, the active first, then the newest', async () => {
  const { house, kim, id, get } = await openHouse({ maxSpawnDepth: 2, maxChildrenPerAgent: 20 })
  await using _ = house
  house.model.respond(() => [forever])
  const spawn = (session: SessionId, task: string) => {
    const conversation = { channel: 'web', accountId: kim.actor.personId, conversationId: session }
    const place = { conversation, sessionId: session }
    return house.store.tx((t) => house.routing.spawn(t, kim.actor, place, { task }))
  }
  const children = []
  for (let i = 0; i < 15; i++) children.push(await spawn(id, `child ${i}`))
  for (const child of children) {
    for (let i = 0; i < 19; i++) await spawn(child.sessionId, `grandchild ${i}`)
  }
  const [killed] = children
  assert(killed)
  await house.store.tx((t) => house.sessions.kill(t, kim.actor, killed.runId))
  await house.breathe()
  const all: RunJson[] = (await get(`/sessions/${id}/subagents?limit=1000`)).body.items
  assert.equal(all.length, 300)
  const rank = (run: RunJson) => (run.endedAt === null ? 0 : 1)
  assert.deepEqual(
    all.map(({ id: runId }) => runId),
    all.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1)).map(({ id: runId }) => runId),
  )
  assert.equal(all.filter((run) => run.endedAt !== null).length, 20)
  const paged: string[] = []
  let cursor = ''
  do {
    const { body } = await get(`/sessions/${id}/subagents?limit=70${cursor}`)
    paged.push(...body.items.map((run: RunJson) => run.id))
    cursor = body.next === undefined ? '' : `&cursor=${body.next}`
  } while (cursor !== '')
  assert.deepEqual(
    paged,
    all.map(({ id: runId }) => runId),
  )

  const usual = (await get(`/sessions/${id}/subagents`)).body
  assert.deepEqual([usual.items.length, typeof usual.next], [limits.runsListDefault, 'string'])
  const own = (await get(`/sessions/${id}/subagents?of=children&limit=10`)).body
  const rest = (await get(`/sessions/${id}/subagents?of=children&limit=10&cursor=${own.next}`)).body
  assert.deepEqual(
    [...own.items, ...rest.items].map(({ id: runId }: RunJson) => runId),
    [...children.slice(1).reverse(), killed].map(({ runId }) => runId),
  )
  const below = (await get(`/sessions/${children[3]?.sessionId}/subagents`)).body
  assert.equal(below.items.length, 19, 'of one in the middle only what is below it')
  for (const query of ['limit=0', 'limit=1001', 'of=parents', 'colour=red']) {
    assert.equal((await get(`/sessions/${id}/subagents?${query}`)).body.error.code, 'bad_input', query)
  }
  for (const query of ['cursor=x', `of=children&cursor=${usual.next}`]) {
    assert.equal((await get(`/sessions/${id}/subagents?${query}`)).body.error.code, 'bad_cursor', query)
  }
})

test('[SUB12] a stop by HTTP answers with everything below and what was confirmed', async () => {
  const { house, kim, id, post, get } = await openHouse({ maxSpawnDepth: 2 })
  await using _ = house
  house.model.respond(() => [forever])
  const child = (await post({ task: 'child', label: 'boss' })).body
  const grandchild = (await post({ task: 'grandchild' }, {}, child.childSessionId)).body
  await house.breathe()
  const asked = house.ask('POST', `/sessions/${id}/stop`, { headers: kim.headers })
  for (let i = 0; i < 10; i++) {
    await house.breathe()
    house.clock.advance(50)
  }
  const { status, body } = await asked
  assert.equal(status, 200)
  assert.equal(body.turnId, null)
  assert.deepEqual(
    body.descendants.map((one: { sessionId: string; confirmed: boolean }) => [one.sessionId, one.confirmed]),
    [
      [child.childSessionId, true],
      [grandchild.childSessionId, true],
    ],
  )
  for (const { runId } of [child, grandchild]) {
    assert.equal((await get(`/runs/${runId}`)).body.status, 'cancelled')
  }
})

test('[SUB12] [CMD1] a kill by command waits for what ran, and answers with what was confirmed', async () => {
  const { house, kim, id, post } = await openHouse()
  await using _ = house
  house.model.respond(() => [forever])
  await post({ task: 'child', label: 'mole' })
  await house.breathe()
  const body = { text: '/subagents kill mole' }
  const asked = house.ask('POST', `/sessions/${id}/commands`, { headers: kim.headers, body })
  for (let i = 0; i < 10; i++) {
    await house.breathe()
    house.clock.advance(50)
  }
  const answer = await asked
  assert.deepEqual([answer.status, answer.body.ok, answer.body.text], [200, true, 'mole: stopped'])
})

test('[SES7] a run in a private session is not there for anyone else, and neither is one that never was', async () => {
  const { house, post, get } = await openHouse()
  await using _ = house
  const lou = await knownPerson(house, 'lou', 'owner')
  const { runId, childSessionId } = (await post({ task: 'x' })).body
  for (const path of [
    `/runs/${runId}`,
    '/runs/run_none',
    '/runs/x',
    `/sessions/${childSessionId}/subagents`,
  ]) {
    const { status, body } = await get(path, lou)
    assert.deepEqual([status, body.error.code], [404, 'not_found'], path)
  }
})
