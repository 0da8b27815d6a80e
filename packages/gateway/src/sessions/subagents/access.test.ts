import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { spawn, spawning, withRules } from '../../../test-support/spawning-sessions.ts'
import type { Reader } from '../../foundation/database/store.ts'
import type { PersonActor } from '../../people/people.ts'
import type { SessionChange } from '../sessions.ts'
import { queries } from '../sessions-tables.ts'

/** Ann's session with Bob in it; one sub-agent below it, and one more below that. */
async function family(root: object = { participants: ['bob'] }) {
  const scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const { world, ann } = scene
  const bob = (await world.signedIn('bob', 'member')).actor
  const cat = (await world.signedIn('cat', 'member')).actor
  const top = await world.chat(ann, root)
  scene.play('root', [spawn('plan')])
  scene.play('plan', [spawn('dig')])
  await world.say(ann, top, 'go')
  await scene.settle()
  const [plan, dig] = [await scene.run('plan'), await scene.run('dig')]
  const change = (actor: PersonActor, id: SessionId, input: SessionChange) =>
    world.store.tx((t) => world.sessions.change(t, actor, id, input))
  return { scene, world, ann, bob, cat, top, plan, dig, change }
}

type Family = Awaited<ReturnType<typeof family>>

/** Every way to a sub-agent's session, its run and what is in it, of which none may be open. */
function waysTo({ world }: Family, actor: PersonActor, run: Family['plan'], parent: SessionId) {
  const { sessions, store } = world
  const id = run.sessionId
  const read = (work: (r: Reader) => Promise<unknown>) => () => store.read(work)
  return {
    find: read((r) => sessions.find(r, actor, id)),
    'find by key': read((r) => sessions.find(r, actor, run.sessionKey)),
    timeline: read((r) => sessions.timeline(r, actor, id, { limit: 5 })),
    event: read((r) => sessions.event(r, actor, id, 'evt_1')),
    queue: read((r) => sessions.queue(r, actor, id)),
    approvals: read((r) => sessions.listApprovals(r, actor, { session: id, state: 'pending' }, { limit: 5 })),
    spending: read((r) => sessions.readSpending(r, actor, id)),
    'sub-agents of it': read((r) => sessions.listRuns(r, actor, id, 'tree', { limit: 5 })),
    'sub-agents of its parent': read((r) => sessions.listRuns(r, actor, parent, 'children', { limit: 5 })),
    run: read((r) => sessions.readRun(r, actor, run.id)),
    'run by its number': read((r) => sessions.findRun(r, actor, parent, '#1')),
    say: () => world.say(actor, id, 'let me in'),
    spawn: () => store.tx((t) => sessions.spawn(t, actor, id, { task: 'x' }, '')),
    kill: () => store.tx((t) => sessions.kill(t, actor, run.id)),
    stop: () => store.tx((t) => sessions.stop(t, actor, id)),
    change: () => store.tx((t) => sessions.change(t, actor, id, { title: 'mine' })),
    archive: () => store.tx((t) => sessions.archive(t, actor, id)),
    'read mark': () => store.tx((t) => sessions.markRead(t, actor, id, 1)),
    fork: () =>
      store.tx((t) => sessions.fork(t, actor, id, { eventId: 'evt_1', key: 'k:1', isReplaced: false })),
  }
}

async function assertNothingSeen(of: Family, actor: PersonActor): Promise<void> {
  const { world, plan, dig, top } = of
  for (const [run, parent] of [
    [plan, top],
    [dig, plan.sessionId],
  ] as const) {
    for (const [way, go] of Object.entries(waysTo(of, actor, run, parent))) {
      await assert.rejects(go, refusedWith('not_found'), way)
    }
    assert.equal(await world.store.read((r) => world.sessions.mayRead(r, actor, run.sessionId)), false)
    const below = await world.store.read((r) => world.sessions.list(r, actor, { parent }, { limit: 9 }))
    assert.deepEqual(below.items, [])
  }
  const found = await world.store.read((r) => world.sessions.list(r, actor, { text: 'd' }, { limit: 9 }))
  assert.deepEqual(found.items, [])
}

async function canRead({ world, plan, dig }: Family, actor: PersonActor): Promise<boolean[]> {
  return world.store.read(async (r) => [
    await world.sessions.mayRead(r, actor, plan.sessionId),
    await world.sessions.mayRead(r, actor, dig.sessionId),
  ])
}

test('[SUB14] [SES7] whoever is in the session at the top sees everything below it, and nobody else does', async () => {
  const of = await family()
  await using _ = of.scene
  assert.deepEqual(await canRead(of, of.bob), [true, true])
  await assertNothingSeen(of, of.cat)
  const boss = (await of.world.signedIn('boss', 'owner')).actor
  await assertNothingSeen(of, boss)
})

test('[SUB14] [SES7] whoever is taken out of it, or leaves it, sees nothing of what is below it from that moment on', async () => {
  const of = await family()
  await using _ = of.scene
  await of.world.say(of.bob, of.plan.sessionId, 'I was here')
  await of.scene.settle()
  await of.change(of.ann, of.top, { participants: ['ann', 'cat'] })
  await assertNothingSeen(of, of.bob)
  assert.deepEqual(await canRead(of, of.cat), [true, true])
  const left = await of.world.store.read((r) =>
    r.all(queries.selectFrom('session_attendance').selectAll().where('person_id', '=', of.bob.personId)),
  )
  assert.deepEqual(left, [], 'nothing waits for him any more')
  await of.change(of.cat, of.top, { participants: ['ann'] })
  await assertNothingSeen(of, of.cat)
})

test('[SUB14] [SES7] shown to the team all of it is, and made private again none of it; later sub-agents follow too', async () => {
  const of = await family({})
  const { scene, world, ann, cat, top } = of
  await using _ = scene
  await assertNothingSeen(of, cat)
  await of.change(ann, top, { visibility: 'team' })
  assert.deepEqual(await canRead(of, cat), [true, true])
  await world.say(cat, of.dig.sessionId, 'hello down there')
  scene.play('root', [spawn('third')])
  await world.say(ann, top, 'once more')
  await scene.settle()
  const third = (await scene.run('third')).sessionId
  assert.equal(await world.store.read((r) => world.sessions.mayRead(r, cat, third)), true)
  await of.change(ann, top, { visibility: 'private' })
  await assertNothingSeen(of, cat)
  assert.equal(await world.store.read((r) => world.sessions.mayRead(r, cat, third)), false)
  const waiting = await world.store.read((r) =>
    r.all(queries.selectFrom('session_attendance').selectAll().where('person_id', '=', cat.personId)),
  )
  assert.deepEqual(waiting, [])
})

test('[SUB14] [SES7] who sees a sub-agent is not said in its own session; its title is', async () => {
  const of = await family()
  await using _ = of.scene
  const { ann, bob, plan } = of
  const attempts: [PersonActor, SessionChange, string][] = [
    [ann, { visibility: 'team' }, 'visibility'],
    [ann, { participants: ['ann', 'bob', 'cat'] }, 'participants'],
    [ann, { participants: ['ann'] }, 'participants'],
    [bob, { participants: ['ann'] }, 'participants'],
  ]
  for (const [actor, input, field] of attempts) {
    await assert.rejects(
      () => of.change(actor, plan.sessionId, input),
      (error: Error & { issues?: { field: string; message: string }[] }) => {
        assert.equal(error.issues?.[0]?.field, field)
        assert.match(error.issues?.[0]?.message ?? '', /follows the session at the top/)
        return true
      },
    )
  }
  // As it is, it may be said again.
  const same = { visibility: 'private', participants: ['ann', 'bob'], title: 'Plan B' } as const
  const changed = await of.change(ann, plan.sessionId, same)
  assert.deepEqual([changed.title, changed.participants.length], ['Plan B', 2])
})

test('[SUB14] who looks on live is looked at again in every session whose access changed, and the audit names the deed', async () => {
  const of = await family()
  await using _ = of.scene
  const { world, ann, top, plan, dig } = of
  const changed: string[] = []
  world.sessions.feed.listen({ accessChanged: (id) => void changed.push(id) })
  await of.change(ann, top, { participants: ['ann'] })
  assert.deepEqual(new Set(changed), new Set([top, plan.sessionId, dig.sessionId]))
  const audited = await world.store.read((r) => world.people.listAudit(r, world.operator, { limit: 50 }))
  const deeds = audited.items.filter(({ action }) => action === 'session.disclose')
  assert.equal(deeds.length, 1)
})

test('[SUB14] [SES7] the sessions below change by as many statements however many they are', async () => {
  const counts: number[] = []
  for (const children of [1, 6]) {
    const scene = await spawning(withRules({ maxChildrenPerAgent: 10 }))
    await using _ = scene
    await scene.world.signedIn('bob', 'member')
    scene.play(
      'root',
      Array.from({ length: children }, (_, i) => spawn(`task ${i}`)),
    )
    await scene.say('go')
    await scene.settle()
    const { world, ann, id } = scene
    let statements = 0
    await world.store.tx((t) => {
      // It may be begun again.
      statements = 0
      const counted = new Proxy(t, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver)
          if (name === 'run' || name === 'all' || name === 'one') statements++
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      return world.sessions.change(counted, ann, id, { participants: ['ann', 'bob'], visibility: 'team' })
    })
    counts.push(statements)
  }
  assert.equal(counts[0], counts[1])
})

test('[SUB14] [CNV4] a sub-agent’s session is not begun anew: the fresh one would follow nobody', async () => {
  const of = await family()
  await using _ = of.scene
  await assert.rejects(
    () => of.world.store.tx((t) => of.world.sessions.renew(t, of.ann, of.plan.sessionId)),
    refusedWith('bad_input'),
  )
})

test('[SUB14] a file that was handed to a sub-agent is out of reach for whoever was taken out at the top', async () => {
  const of = await family()
  await using _ = of.scene
  const { world, ann, bob, top, plan } = of
  const file = await world.upload(ann, 'a secret map')
  await world.say(ann, plan.sessionId, 'look at this', { attachments: [file.id] })
  await of.scene.settle()
  const open = (actor: PersonActor) => world.store.read((r) => world.sessions.findFile(r, actor, file.id))
  assert.equal((await open(bob)).id, file.id)
  await of.change(ann, top, { participants: ['ann'] })
  await assert.rejects(() => open(bob), refusedWith('not_found'))
})

test('[SES7] [SUB14] who looks at a sub-agent hears that who may read it has changed at the top', async () => {
  const of = await family()
  await using _ = of.scene
  const { world, ann, top, plan, dig, change } = of
  await world.store.tx((t) =>
    t.run(queries.updateTable('sessions').set({ state: 'archived' }).where('id', '=', dig.sessionId)),
  )
  const changes = (id: SessionId) =>
    world.store.read(async (r) => {
      const rows = await r.all(
        queries
          .selectFrom('session_events')
          .select(['payload', 'actor_name', 'is_row'])
          .where('session_id', '=', id)
          .where('kind', '=', 'session.changed')
          .orderBy('seq'),
      )
      return rows.map((row) => [row.actor_name, row.is_row, JSON.parse(row.payload).fields])
    })
  await change(ann, top, { participants: ['ann', 'bob', 'cat'] })
  await change(ann, top, { visibility: 'team', title: 'Ours' })
  assert.deepEqual(await changes(plan.sessionId), [
    ['ann', 0, ['participants']],
    ['ann', 0, ['visibility']],
  ])
  assert.deepEqual(await changes(dig.sessionId), [], 'what was put away has no news')
})
