import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { textOf } from '../../../test-support/open-test-sessions.ts'
import { planOf } from '../../../test-support/plan-of.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { manage, spawn, spawning, withRules } from '../../../test-support/spawning-sessions.ts'
import type { ModelPart } from '../../agents/model.ts'
import type { PersonActor } from '../../people/people.ts'
import { selectSession } from '../session-store.ts'
import { queries } from '../sessions-tables.ts'
import { findSeen, listOthers } from './tools/tool-sight.ts'

/**
 * Sessions of Ann, of Bob, of both and of the team, each with something said in it; Ann's and Bob's with a persistent
 * sub-agent of the same label, and Ann's one with another below it.
 */
async function neighbourhood() {
  const scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const { world, ann } = scene
  const bob = (await world.signedIn('bob', 'member')).actor
  const sessions = {
    mine: scene.id,
    mineToo: await world.chat(ann),
    shared: await world.chat(ann, { participants: ['bob'] }),
    his: await world.chat(bob),
    team: await world.chat(bob, { visibility: 'team' }),
  }
  const talk = async (actor: PersonActor, id: SessionId, text: string) => {
    await world.say(actor, id, text)
    await scene.settle()
  }
  scene.play('root', [spawn('dig', { label: 'spade', mode: 'session' })])
  scene.play('dig', [spawn('sift', { label: 'sieve', mode: 'session' })])
  await talk(ann, sessions.mine, 'said in mine')
  scene.play('root', [spawn('his dig', { label: 'spade', mode: 'session' })])
  await talk(bob, sessions.his, 'said in his')
  await talk(ann, sessions.mineToo, 'said in mineToo')
  await talk(bob, sessions.shared, 'said in shared')
  await talk(bob, sessions.team, 'said in team')
  const below = {
    dig: await scene.run('dig'),
    sift: await scene.run('sift'),
    hisDig: await scene.run('his dig'),
  }

  /** What these calls answer when the agent makes them there. */
  async function calls(parts: readonly ModelPart[], where: SessionId, actor = ann): Promise<string[]> {
    const run = Object.values(below).find(({ sessionId }) => sessionId === where)
    const named = parts.map((part, i) =>
      part.type === 'tool_call' ? { ...part, call: { ...part.call, id: `call_${i}` } } : part,
    )
    scene.play(run?.task ?? 'root', named)
    await world.say(actor, where, 'look around')
    await world.work()
    const results = (await world.timeline(where)).filter(({ kind }) => kind === 'tool.result')
    return results.slice(-parts.length).map(({ payload }) => String(payload['output']))
  }
  const call = async (part: ModelPart, where: SessionId, actor = ann) =>
    (await calls([part], where, actor))[0] ?? ''

  const listed = async (where: SessionId, actor = ann) => {
    const { sessions } = JSON.parse(await call(toolCall('sessions_list', { limit: 50 }), where, actor))
    return new Set((sessions as { id: SessionId }[]).map(({ id }) => id))
  }
  const history = (session: string, where: SessionId, actor = ann) =>
    call(toolCall('sessions_history', { session, limit: 50, tools: true }), where, actor)
  return { scene, world, ann, bob, sessions, below, call, calls, listed, history }
}

test('[SUB14] [R7] a private session sees itself, what is below it, the team’s, and what all who are in it may read', async () => {
  const { scene, sessions, below, listed, bob } = await neighbourhood()
  await using _ = scene
  const { mine, mineToo, shared, his, team } = sessions
  const { dig, sift, hisDig } = below
  assert.deepEqual(
    await listed(mine),
    new Set([mine, dig.sessionId, sift.sessionId, mineToo, shared, team]),
    'of his nothing, and of sub-agents its own alone',
  )
  assert.deepEqual(await listed(his, bob), new Set([his, hisDig.sessionId, shared, team]))
  // What is told there, both read: nothing that one of them could not open.
  assert.deepEqual(await listed(shared), new Set([shared, team]))
  assert.deepEqual(await listed(team), new Set([team]))
})

test('[SUB14] [R7] a sub-agent sees itself and what is below it, and neither its parent nor anything beside it', async () => {
  const { scene, sessions, below, listed, history } = await neighbourhood()
  await using _ = scene
  const { dig, sift, hisDig } = below
  assert.deepEqual(await listed(dig.sessionId), new Set([dig.sessionId, sift.sessionId]))
  for (const other of [sessions.mine, sessions.team, sessions.mineToo, hisDig.sessionId, hisDig.sessionKey]) {
    assert.match(await history(other, dig.sessionId), /"code":"not_found"/)
  }
  assert.match(await history(sift.sessionKey, dig.sessionId), /sift is done/)
})

test('[SUB14] [R7] no history or message passes from where it may not, and "no" is told as "not there"', async () => {
  const { scene, world, sessions, below, calls, bob } = await neighbourhood()
  await using _ = scene
  const { mine, shared, his, team } = sessions
  const keys = new Map<SessionId, string>()
  for (const id of Object.values(sessions)) {
    keys.set(id, (await world.store.read((r) => world.sessions.find(r, world.operator, id))).key)
  }
  const unseen: [SessionId, PersonActor | undefined, string[]][] = [
    [mine, undefined, [his, keys.get(his)!, below.hisDig.sessionId, below.hisDig.sessionKey]],
    [shared, undefined, [his, mine, keys.get(mine)!, below.dig.sessionId, below.dig.sessionKey]],
    [team, bob, [his, mine, shared, keys.get(his)!, below.hisDig.sessionId]],
  ]
  for (const [where, actor, others] of unseen) {
    for (const other of others) {
      const absent = other.replace(/.{4}$/, 'zzzz')
      const asked = [other, absent].flatMap((session) => [
        toolCall('sessions_history', { session }),
        toolCall('sessions_send', { session, text: 'psst' }),
      ])
      const answers = await calls(asked, where, actor)
      for (const answer of answers) assert.match(answer, /"code":"not_found"/, `${where} → ${other}`)
      const [told, sent, ...notThere] = answers.map((one) =>
        one.replaceAll(other, '…').replaceAll(absent, '…'),
      )
      assert.deepEqual([told, sent], notThere)
      const to = other.includes(':') ? undefined : await world.timeline(other as SessionId)
      assert.ok(!to?.some((event) => textOf(event) === 'psst'), 'nothing arrived there')
    }
  }
})

test('[SUB14] [SES7] what may be seen can be read, and spoken to unless others read there', async () => {
  const { scene, world, sessions, below, call, history } = await neighbourhood()
  await using _ = scene
  const { mine, team, mineToo } = sessions
  assert.match(await history(team, mine), /said in team/)
  assert.match(await history(mineToo, mine), /said in mineToo/)
  assert.match(await history(below.sift.sessionId, mine), /sift is done/)
  for (const session of [team, sessions.shared]) {
    const answer = await call(toolCall('sessions_send', { session, text: 'a secret of mine' }), mine)
    assert.match(answer, /"code":"not_allowed".*"field":"session"/s)
    assert.ok(!(await world.timeline(session)).some((event) => textOf(event) === 'a secret of mine'))
  }
  for (const session of [mineToo, below.dig.sessionId]) {
    assert.match(await call(toolCall('sessions_send', { session, text: 'good news' }), mine), /"sent"/)
    await scene.settle()
    assert.ok((await world.timeline(session)).some((event) => textOf(event) === 'good news'))
  }
})

test('[SUB14] [R7] what an agent does with sub-agents it does with its own: not with a sibling’s, nor with another member’s', async () => {
  const { scene, sessions, below, call, calls, bob } = await neighbourhood()
  await using _ = scene
  const { mine, mineToo } = sessions
  const { dig, sift, hisDig } = below
  const foreign = [hisDig.id, hisDig.sessionId, hisDig.sessionKey, sift.id, sift.sessionKey, 'sieve']
  const actions = ['info', 'log', 'send', 'steer', 'kill', 'wait']
  for (const action of actions) {
    const text = /send|steer/.test(action) && { text: 'x' }
    const answers = await calls(
      foreign.map((id) => manage(action, { id, ...text })),
      mine,
    )
    for (const answer of answers) assert.match(answer, /"code":"unknown_run"/, action)
    const none = await call(manage(action, { id: 'spade', ...text }), mineToo)
    assert.match(none, /"code":"unknown_run".*This session has no sub-agents/)
  }
  assert.match(await call(manage('kill', { id: 'all' }), mineToo), /"killed": \[\]/)
  // The same label is each one's own.
  assert.match(await call(manage('info', { id: 'spade' }), mine), new RegExp(dig.id))
  assert.match(await call(manage('info', { id: 'spade' }), sessions.his, bob), new RegExp(hisDig.id))
  for (const { task } of [dig, sift, hisDig]) assert.equal((await scene.run(task)).sessionState, 'idle')
})

test('[SUB14] a leaf has none of these tools at all', async () => {
  const { scene, below, call } = await neighbourhood()
  await using _ = scene
  for (const part of [
    toolCall('sessions_list', {}),
    manage('list'),
    toolCall('sessions_history', { session: 'x' }),
  ]) {
    assert.match(await call(part, below.sift.sessionId), /There is no tool/)
  }
})

test('[SUB14] [R3] a private session in which nobody is listed lends nobody’s sight', async () => {
  const { scene, world, sessions } = await neighbourhood()
  await using _ = scene
  const { mineToo, his, team } = sessions
  await world.store.tx((t) =>
    t.run(queries.deleteFrom('session_participants').where('session_id', '=', mineToo)),
  )
  await world.store.read(async (r) => {
    const from = await r.one(selectSession({ id: mineToo }))
    assert.ok(from)
    await assert.rejects(() => findSeen(r, from, his), refusedWith('not_found'))
    assert.equal((await findSeen(r, from, team)).id, team)
    assert.deepEqual(
      (await listOthers(r, from, 50)).map(({ id }) => id),
      [team],
    )
  })
})

test('[SUB14] what else can be seen is read from indexes, however many sessions and sub-agents there are', async () => {
  const { scene, world, sessions } = await neighbourhood()
  await using _ = scene
  const plans: string[] = []
  await world.store.read(async (r) => {
    const from = await r.one(selectSession({ id: sessions.mine }))
    assert.ok(from)
    const reader = {
      one: r.one,
      async all(query: never) {
        plans.push(await planOf(world.store, query))
        return r.all(query)
      },
    }
    assert.equal((await listOthers(reader as never, from, 2)).length, 2)
  })
  const plan = plans.join('\n')
  assert.match(plan, /USING INDEX sessions_of_team_top/)
  assert.match(plan, /USING COVERING INDEX sessions_of_person_top/)
  assert.doesNotMatch(plan, /TEMP B-TREE/)
})

test('[SUB14] [SES7] who is let in narrows what can be seen from there, from the next call on', async () => {
  const { scene, world, ann, sessions, history } = await neighbourhood()
  await using _ = scene
  const { mine, mineToo } = sessions
  assert.match(await history(mineToo, mine), /said in mineToo/)
  await world.store.tx((t) => world.sessions.change(t, ann, mine, { participants: ['ann', 'bob'] }))
  assert.match(await history(mineToo, mine), /"code":"not_found"/)
})
