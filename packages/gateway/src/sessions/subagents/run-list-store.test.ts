import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openTestSessions } from '../../../test-support/open-test-sessions.ts'
import { planOf } from '../../../test-support/plan-of.ts'
import { spawn, spawning } from '../../../test-support/spawning-sessions.ts'
import type { Compilable } from '../../foundation/database/query.ts'
import { selectAliveBelow, selectTree } from './run-list-store.ts'

test('[CMD1] [SUB13] a list has the ended ones until they are archived, and again when they are taken out', async () => {
  await using scene = await spawning()
  const { world, ann, id } = scene
  scene.play('root', [spawn('a'), spawn('b')])
  await scene.say('go')
  await scene.settle()
  const listed = async (of: 'children' | 'tree') => {
    const page = await world.store.read((r) => world.sessions.listRuns(r, ann, id, of, { limit: 9 }))
    return page.items.map(({ task }) => task)
  }
  const { sessionId } = await scene.run('a')
  await world.store.tx((t) => world.sessions.archive(t, ann, sessionId))
  assert.deepEqual([await listed('children'), await listed('tree')], [['b'], ['b']])
  await world.store.tx((t) => world.sessions.change(t, ann, sessionId, { archived: false }))
  assert.deepEqual(
    [await listed('children'), await listed('tree')],
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
  )
})

test('[CMD1] [UIW8] a list of runs reads neither those that are archived nor sorts the others', async () => {
  await using world = await openTestSessions()
  const [rootId, limit] = ['ses_1' as SessionId, 9]
  for (const [of, index] of [
    ['children', 'runs_ended_of_parent'],
    ['tree', 'runs_ended_of_root'],
  ] as const) {
    const asked: Compilable<unknown>[] = []
    const reader = {
      async all(query: Compilable<unknown>) {
        asked.push(query)
        return []
      },
    }
    await selectTree(reader as never, { rootId, topId: rootId, of, after: undefined, limit })
    const ended = await planOf(world.store, asked[1]!)
    assert.match(ended, new RegExp(`SEARCH runs USING INDEX ${index} `))
    assert.doesNotMatch(ended, /SCAN|TEMP B-TREE/)
  }
})

test('[CMD4] what is alive below many is found by the indexes of the active and of the ended', async () => {
  await using world = await openTestSessions()
  const asked: Compilable<unknown>[] = []
  const reader = {
    async all(query: Compilable<unknown>) {
      asked.push(query)
      return []
    },
  }
  await selectAliveBelow(reader as never, ['ses_1' as SessionId, 'ses_2' as SessionId], 9)
  const plans = await Promise.all(asked.map((query) => planOf(world.store, query)))
  assert.match(plans[0]!, /SEARCH runs USING INDEX runs_active_of_root /)
  assert.match(plans[1]!, /SEARCH runs USING INDEX runs_ended_of_root /)
  for (const plan of plans) assert.doesNotMatch(plan, /SCAN/)
})
