import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandNames } from '@heddle/contract'
import { kindsOf, openTestSessions, textOf } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import type { PersonActor } from '../../people/people.ts'

async function withCommands() {
  const world = await openTestSessions()
  const ann = (await world.signedIn('ann', 'member')).actor
  const viewer = (await world.signedIn('vera', 'viewer')).actor
  const id = await world.chat(ann, { visibility: 'team' })
  const run = (actor: PersonActor, text: string) =>
    world.store.tx((t) =>
      world.routing.runCommand(
        t,
        actor,
        { conversation: { channel: 'web', accountId: actor.personId, conversationId: id }, sessionId: id },
        text,
      ),
    )
  return { world, ann, viewer, id, run }
}

test('[CMD6] help names every command, status tells what is going on, whoami who is asking', async () => {
  const { world, ann, run } = await withCommands()
  await using _ = world
  const help = await run(ann, '/help')
  for (const name of commandNames) assert.ok(help.text.includes(`/${name}`), name)
  assert.match(help.text, /^ {2}\/subagents kill <id\|#\|all>$/m)
  const status = await run(ann, '/status')
  assert.match(status.text, /Model: demo\/demo \(built-in demo model\)/)
  assert.match(status.text, /Waiting messages: 0/)
  assert.match((await run(ann, '/whoami')).text, /@ann/)
})

test('[CMD8] an unknown command changes nothing and names the nearest; no command at all is an error', async () => {
  const { world, ann, id, run } = await withCommands()
  await using _ = world
  await assert.rejects(
    () => run(ann, '/stauts'),
    (error: unknown) => {
      return refusedWith('unknown_command')(error) && /Did you mean \/status/.test((error as Error).message)
    },
  )
  await assert.rejects(() => run(ann, 'hello'), refusedWith('bad_input'))
  assert.deepEqual(await run(ann, '/stop now'), {
    ok: false,
    text: '/stop takes nothing behind it. /help lists the commands.',
  })
  assert.deepEqual(await world.timeline(id), [])
})

test('[CMD8] a command passes the same gate as the button for it', async () => {
  const { world, viewer, run } = await withCommands()
  await using _ = world
  for (const text of ['/stop', '/new', '/note hi']) {
    await assert.rejects(() => run(viewer, text), refusedWith('not_allowed'))
  }
  assert.equal((await run(viewer, '/status')).ok, true)
})

test('[CMD6] commands work as text in a message, and their answer is a notice', async () => {
  const { world, ann, id } = await withCommands()
  await using _ = world
  const said = await world.say(ann, id, '/whoami')
  assert.equal(said.command?.ok, true)
  const unknown = await world.say(ann, id, '/wohami')
  assert.equal(unknown.command?.ok, false)
  await world.work()
  const events = await world.timeline(id)
  assert.deepEqual(kindsOf(events), ['notice', 'notice'])
  assert.match(textOf(events[1]), /Did you mean \/whoami/)
  assert.equal(events[0]?.eventId, said.eventId)
  assert.equal(world.model.requests.length, 0)
})

test('[CMD10] a repeated command is carried out once', async () => {
  const { world, ann, id } = await withCommands()
  await using _ = world
  const first = await world.say(ann, id, '/new', { clientMessageId: 'n1' })
  const again = await world.say(ann, id, '/new', { clientMessageId: 'n1' })
  assert.equal(again.deduped, true)
  assert.deepEqual(again.command, first.command)
})

test('[CNV4] /new begins a fresh session for the place, also for the personal one', async () => {
  const { world, ann } = await withCommands()
  await using _ = world
  const old = await world.store.tx((t) => world.routing.openPersonal(t, ann, 'main'))
  await world.say(ann, 'agent:main:main', 'hello')
  const said = await world.say(ann, 'agent:main:main', '/new')
  const fresh = await world.store.tx((t) => world.routing.openPersonal(t, ann, 'main'))
  assert.equal(said.command?.data?.['sessionId'], fresh.id)
  assert.notEqual(fresh.id, old.id)
  assert.equal(fresh.title, '')
  const kept = await world.store.read((r) => world.sessions.find(r, ann, old.id))
  assert.equal(kept.successorId, fresh.id)
})

test('[CMD6] /stop says what it stopped and whose messages it cancelled', async () => {
  const { world, ann, id, run } = await withCommands()
  await using _ = world
  assert.match((await run(ann, '/stop')).text, /Nothing was running/)
  world.model.script({ type: 'wait', until: new Promise(() => undefined) })
  await world.say(ann, id, 'go')
  await world.breathe()
  await world.say(ann, id, 'later')
  const stopped = await run(ann, '/stop')
  assert.match(stopped.text, /Stopping what runs\. One waiting message was cancelled, from ann\./)
  await world.work()
  assert.equal((await world.timeline(id)).at(-1)?.payload['outcome'], 'cancelled')
})

test('[CNV4] /new in a session that was begun anew before changes nothing and names the one that goes on', async () => {
  const { world, ann, id, run } = await withCommands()
  await using _ = world
  const fresh = await run(ann, '/new')
  await assert.rejects(
    () => run(ann, '/new'),
    (error: unknown) =>
      refusedWith('bad_input')(error) &&
      (error as { issues: { nearest?: string }[] }).issues[0]?.nearest === fresh.data?.['sessionId'],
  )
  assert.equal(
    (await world.store.read((r) => world.sessions.find(r, ann, id))).successorId,
    fresh.data?.['sessionId'],
  )
})

test('[CMD8] a token that may only write is not told by a command what it may not read', async () => {
  const { world, ann, id, run } = await withCommands()
  await using _ = world
  const { actor } = await world.tokenOf(ann, ['write'])
  await assert.rejects(() => run(actor, '/status'), refusedWith('not_allowed'))
  await assert.rejects(() => world.say(actor, id, '/status'), refusedWith('not_allowed'))
  world.model.script({ type: 'wait', until: new Promise(() => undefined) })
  await world.say(ann, id, 'go')
  await world.breathe()
  await world.say(ann, id, 'not for everyone')
  const stopped = await world.store.tx((t) => world.sessions.stop(t, actor, id))
  assert.deepEqual(
    stopped.cancelled.map(({ text }) => text),
    [''],
  )
})

test('[CNV7] an archived session takes no command that would leave something in it', async () => {
  const { world, ann, id, run } = await withCommands()
  await using _ = world
  await world.store.tx((t) => world.sessions.archive(t, ann, id))
  await assert.rejects(() => world.say(ann, id, '/help'), refusedWith('session_archived'))
  await assert.rejects(() => world.say(ann, id, '/note hi'), refusedWith('session_archived'))
  assert.equal((await run(ann, '/status')).ok, true)
})

test('[CMD10] a command to the personal session opens it, as a message would', async () => {
  const { world, ann } = await withCommands()
  await using _ = world
  const key = 'agent:main:main'
  const conversation = { channel: 'web', accountId: ann.personId, conversationId: key }
  const status = await world.store.tx((t) =>
    world.routing.runCommand(t, ann, { conversation, sessionId: key }, '/status'),
  )
  const said = await world.say(ann, key, 'hello')
  assert.equal(status.data?.['sessionId'], said.sessionId)
})
