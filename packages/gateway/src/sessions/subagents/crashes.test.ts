// Whatever commit was the last one of a process: the next one comes to the same end, with one child for each call, one
// announcement for each child, and nothing heard twice.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, limits } from '@heddle/contract'
import type { ModelRequest } from '../../agents/agents.ts'
import { dieAfterCommits } from '../../../test-support/after-commits.ts'
import { type ScriptedPart, toolCall } from '../../../test-support/scripted-model.ts'
import {
  heardIn,
  manage,
  spawn,
  type Spawning,
  spawning,
  withRules,
} from '../../../test-support/spawning-sessions.ts'
import { queries } from '../sessions-tables.ts'

/** Answers by what is in the conversation, so that one who is asked again answers the same. */
type Part = (seen: { hasCalled: boolean; hasHeard: boolean }) => readonly ScriptedPart[]

const plays: Record<string, Record<string, Part>> = {
  'go on and hear of it later': {
    root: ({ hasCalled, hasHeard }) =>
      hasHeard ? ['All is done.'] : hasCalled ? ['Begun.'] : [spawn('plan')],
    plan: ({ hasCalled, hasHeard }) => (hasHeard ? ['Gathered.'] : hasCalled ? ['Begun.'] : [spawn('dig')]),
    dig: () => ['Dug.'],
  },
  'wait for it': {
    root: ({ hasCalled }) => (hasCalled ? ['All is done.'] : [spawn('plan'), manage('wait')]),
    plan: ({ hasCalled }) => (hasCalled ? ['Gathered.'] : [spawn('dig'), manage('wait')]),
    dig: () => ['Dug.'],
  },
}

function seenIn({ messages }: ModelRequest) {
  const hasCalled = messages.some(({ role }) => role === 'tool')
  const hasHeard = messages.some((message) => message.role === 'user' && message.text.startsWith('[Heddle:'))
  return { hasCalled, hasHeard }
}

async function begin(parts: Record<string, Part>): Promise<Spawning> {
  const scene = await spawning({ ...withRules({ maxSpawnDepth: 2 }), runTwiceShare: 0 })
  for (const [who, part] of Object.entries(parts)) {
    scene.play(who, ...Array.from({ length: 12 }, () => (request: ModelRequest) => part(seenIn(request))))
  }
  await scene.say('go')
  return scene
}

for (const [how, parts] of Object.entries(plays)) {
  test(`[SUB10] [I2] agents that ${how} come to the same, whichever commit was the last before a crash`, async () => {
    for (let commits = 1; ; commits++) {
      await using scene = await begin(parts)
      const death = dieAfterCommits(scene.world.store, commits)
      for (let moments = 0; moments < 8 && !death.hasCome; moments++) {
        await scene.world.breathe()
        scene.world.clock.advance(limits.announceTogetherMs)
      }
      if (!death.hasCome) {
        assert(commits > 20, `it takes more commits than ${commits}`)
        return
      }
      death.revive()
      await scene.world.crash()
      await scene.settle()
      await assertDone(scene, `after ${commits} commits`)
    }
  })
}

async function assertDone(scene: Spawning, when: string) {
  const runs = await scene.runs()
  assert.deepEqual(
    runs.map(({ task, state }) => [task, state]),
    [
      ['plan', 'succeeded'],
      ['dig', 'succeeded'],
    ],
    when,
  )
  const results = { plan: 'Gathered.', dig: 'Dug.' } as Record<string, string>
  for (const run of runs) {
    const told = await scene.told(run.parent_id)
    assert.deepEqual(
      told.map(({ eventId, payload }) => [eventId, payload['runId'], payload['result']]),
      [[run.finished_event_id, run.id, results[run.task]]],
      when,
    )
    assert.equal(await countTaken(scene, run.parent_id, run.finished_event_id), 1, `${run.task} ${when}`)
  }
  const said = (await scene.world.timeline(scene.id)).filter(
    ({ kind, payload }) => kind === 'message.agent' && payload['text'] === 'All is done.',
  )
  assert.equal(said.length, 1, when)
  const [inbox, open] = await scene.world.store.read(async (r) => [
    await r.all(queries.selectFrom('session_inbox').selectAll()),
    await r.all(queries.selectFrom('turns').selectAll().where('ended_at', 'is', null)),
  ])
  assert.deepEqual([inbox, open], [[], []], when)
  assert.equal(heardIn(scene.asked('root').at(-1)).length, 2, when)
}

/** How often turns of a session took that entry. */
async function countTaken(scene: Spawning, sessionId: Parameters<Spawning['told']>[0], id: EventId | null) {
  if (sessionId === undefined) throw new Error('it has no parent')
  const log = await scene.world.log(sessionId)
  return log
    .filter(({ kind }) => kind === 'turn.started' || kind === 'message.taken')
    .filter(({ payload }) => (payload['messages'] as string[]).includes(id ?? '')).length
}

test('[SUB1] [SUB10] a call that is made again after a crash answers with the child that it has, and the same warnings', async () => {
  await using scene = await spawning()
  scene.play('root', [spawn('dig', { model: 'demo/demi' }), toolCall('agents_list')])
  await scene.say('go')
  let commits = 0
  const { tx } = scene.world.store
  // Dead right after the spawn itself, before its result is on record.
  scene.world.store.tx = async (work) => {
    if (commits > 0) return new Promise(() => undefined)
    const result = await tx(work)
    if ((await scene.runs()).length > 0) {
      commits++
      return new Promise(() => undefined)
    }
    return result
  }
  await scene.pass()
  assert.equal((await scene.runs()).length, 1)
  assert(!(await scene.world.timeline(scene.id)).some(({ kind }) => kind === 'tool.result'))
  scene.world.store.tx = tx
  await scene.world.crash()
  await scene.settle()
  const [run, ...others] = await scene.runs()
  assert.equal(others.length, 0)
  const [result] = (await scene.world.timeline(scene.id)).filter(({ kind }) => kind === 'tool.result')
  const { runId, warnings } = JSON.parse(String(result?.payload['output']))
  assert.equal(runId, run?.id)
  assert.deepEqual(warnings, [
    'There is no model "demo/demi", so "demo/demo" is used. Did you mean "demo/demo"?',
  ])
})
