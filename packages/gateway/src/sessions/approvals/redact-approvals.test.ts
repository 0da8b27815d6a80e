import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { asking, decide, goOn, pendingOf, results } from '../../../test-support/asking-sessions.ts'
import type { TestSessions } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import type { PersonActor } from '../../people/people.ts'

const eventOf = async (world: TestSessions, id: SessionId, kind: string) =>
  (await world.timeline(id)).find((event) => event.kind === kind)!

async function fork(world: TestSessions, actor: PersonActor, id: SessionId, eventId?: string) {
  const at = eventId ?? (await world.timeline(id)).at(-1)!.eventId
  return (await world.store.tx((t) => world.routing.forkChat(t, actor, { sessionId: id, eventId: at }))).id
}

const everything = (world: TestSessions) =>
  world.store.read(async (r) => {
    const names = await r.all<{ name: string }>(raw("select name from sqlite_master where type = 'table'"))
    const found: string[] = []
    for (const { name } of names) found.push(JSON.stringify(await r.all(raw(`select * from "${name}"`))))
    return found.join('\n')
  })

/** A turn with a call that somebody approved. */
async function approved() {
  const { world, ann, id, made } = await asking({
    verdict: () => ({
      kind: 'ask',
      why: 'policy',
      reason: 'It asks.',
      scope: { key: 'hunter2', label: 'hunter2' },
    }),
  })
  const ada = (await world.signedIn('ada', 'admin')).actor
  world.model.script(toolCall('send', { secret: 'hunter2' }))
  await goOn(world, ann, id)
  world.model.script('Sent.')
  await decide(world, ann, (await pendingOf(world, ann))[0]!.id, { decision: 'session' })
  assert.equal(made.length, 1)
  return { world, ann, ada, id }
}

test('[SES6] a call that was approved is gone from every table, with what it allowed', async () => {
  const { world, ada, id } = await approved()
  await using _ = world
  const call = await eventOf(world, id, 'tool.call')
  await world.store.tx((t) => world.sessions.redact(t, ada, id, call.eventId))
  await world.work()
  assert.ok(!(await everything(world)).includes('hunter2'))
})

test('[SES6][SES10] a call takes its cards along in every fork, from wherever it is redacted', async () => {
  for (const where of ['original', 'fork'] as const) {
    const { world, ada, id } = await approved()
    await using _ = world
    const forked = await fork(world, ada, id)
    await fork(world, ada, forked)
    const target = where === 'fork' ? forked : id
    const call = await eventOf(world, target, 'tool.call')
    await world.store.tx((t) => world.sessions.redact(t, ada, target, call.eventId))
    await world.work()
    assert.ok(!(await everything(world)).includes('hunter2'), where)
  }
})

test('[SES10] the card of a fork belongs to the call of the fork', async () => {
  const { world, ada, id } = await approved()
  await using _ = world
  const forked = await fork(world, ada, id)
  const call = await eventOf(world, forked, 'tool.call')
  const card = await eventOf(world, forked, 'approval.asked')
  assert.equal(card.payload['callEventId'], call.eventId)
  assert.equal(card.payload['arguments'], '{"secret":"hunter2"}')
})

test('[SES10] a fork that ends before a call had its result has no card that asks for it', async () => {
  for (const last of ['approval.asked', 'approval.decided'] as const) {
    const { world, ada, id } = await approved()
    await using _ = world
    const forked = await fork(world, ada, id, (await eventOf(world, id, last)).eventId)
    const kinds = (await world.timeline(forked)).map(({ kind }) => kind)
    assert.ok(!kinds.some((kind) => kind.startsWith('approval.') || kind.startsWith('tool.')), last)
  }
})

test('[SES6] whoever denied something with a note can take the note back, wherever it was repeated', async () => {
  const { world, ann, id } = await asking()
  await using _ = world
  const bob = (await world.signedIn('bob', 'member')).actor
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  world.model.script('Then not.')
  await decide(world, bob, (await pendingOf(world, bob))[0]!.id, { decision: 'deny', note: 'it is hunter2' })
  assert.match((await results(world, id))[0] ?? '', /hunter2/)
  await fork(world, ann, id)
  const decided = await eventOf(world, id, 'approval.decided')
  await assert.rejects(
    () => world.store.tx((t) => world.sessions.redact(t, ann, id, decided.eventId)),
    refusedWith('not_allowed'),
  )
  await world.store.tx((t) => world.sessions.redact(t, bob, id, decided.eventId))
  await world.work()
  assert.ok(!(await everything(world)).includes('hunter2'))
  const left = await eventOf(world, id, 'approval.decided')
  assert.equal(left.payload['decision'], 'deny')
  assert.ok(left.isRedacted)
})

test('[SES6] a decision without a note says nothing that could be redacted', async () => {
  const { world, ann, id } = await approved()
  await using _ = world
  const decided = await eventOf(world, id, 'approval.decided')
  await assert.rejects(
    () => world.store.tx((t) => world.sessions.redact(t, ann, id, decided.eventId)),
    refusedWith('not_allowed'),
  )
})

test('[SES6] a call that was redacted before it was made is not made with nothing instead', async () => {
  const { world, ann, id, made } = await asking({
    verdict: () => ({ kind: 'run' }),
    outcome: (name) =>
      name === 'slow' ? new Promise(() => undefined) : Promise.resolve({ output: 'ok', isError: false }),
  })
  await using _ = world
  const ada = (await world.signedIn('ada', 'admin')).actor
  world.model.script(toolCall('slow', {}, 'a'), toolCall('send', { to: 'bob' }, 'b'))
  await world.say(ann, id, 'go')
  await world.breathe()
  const calls = (await world.timeline(id)).filter(({ kind }) => kind === 'tool.call')
  await world.store.tx((t) => world.sessions.redact(t, ada, id, calls[1]!.eventId))
  await world.crash()
  world.model.script('Done.')
  await world.work()
  assert.deepEqual(
    made.map(({ name }) => name),
    ['slow'],
  )
  assert.match((await results(world, id))[1] ?? '', /redacted/)
})

function raw(sql: string) {
  return { compile: () => ({ sql, parameters: [] }) as never }
}
