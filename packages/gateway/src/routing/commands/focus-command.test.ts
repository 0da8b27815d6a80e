import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import type { PersonActor } from '../../people/people.ts'
import type { CommandAnswer } from '../routing.ts'
import { commanding } from '../../../test-support/commanding-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { held, spawn, withRules } from '../../../test-support/spawning-sessions.ts'

/** A chat of Ann's with two sub-agents that stay. */
async function focusing() {
  const { scene, run } = await commanding(withRules({ maxSpawnDepth: 2 }))
  const { world, ann, id } = scene
  scene.play('root', [
    spawn('dig', { label: 'Worker', mode: 'session' }),
    spawn('count', { label: 'other', mode: 'session' }),
  ])
  await scene.say('go')
  await scene.settle()
  const worker = (await scene.run('dig')).sessionId
  const other = (await scene.run('count')).sessionId
  const focused = async (who: PersonActor = ann, page: SessionId = id) =>
    (await world.store.read((r) => world.routing.focusOf(r, who, { id: page })))?.sessionId
  const command = (text: string, who: PersonActor = ann, to?: 'focus'): Promise<CommandAnswer> => {
    const conversation = { channel: 'web', accountId: who.personId, conversationId: id }
    return world.store.tx((t) => world.routing.runCommand(t, who, { conversation, sessionId: id, to }, text))
  }
  return { scene, world, ann, id, run, worker, other, focused, command }
}

test('[CMD2] [CNV7] /focus takes a label in any case, #n, an id or a key, and binds the composer of whoever says it', async () => {
  const { scene, world, ann, id, worker, focused, command } = await focusing()
  await using _ = scene
  const { sessionKey } = await scene.run('dig')
  const { items } = await world.store.read((r) =>
    world.sessions.listRuns(r, ann, id, 'children', { limit: 10 }),
  )
  const number = items.findIndex(({ sessionId }) => sessionId === worker) + 1
  for (const name of ['worker', 'WORKER', '"Worker"', `#${number}`, worker, sessionKey.toUpperCase()]) {
    const answer = await command(`/focus ${name}`)
    assert.equal(answer.ok, true, name)
    assert.match(
      answer.text,
      /^What you write here now goes straight to Worker\. \/unfocus leads back\.\nIt ends at /,
    )
    assert.equal(await focused(), worker, name)
    await command('/unfocus')
    assert.equal(await focused(), undefined)
  }
})

test('[CMD2] an ambiguous name changes nothing and lists the candidates, an unknown one is told the nearest', async () => {
  const { scene, id, focused, command } = await focusing()
  await using _ = scene
  scene.play('root', [spawn('again', { label: 'WORKER' })])
  scene.play('again', held().answer)
  await scene.say('more')
  await scene.pass()
  const runs = await scene.runs()
  await assert.rejects(command('/focus worker'), (error: Error) => {
    assert.match(
      error.message,
      /^Several sub-agents are called "worker"\. Nothing was changed; say which one:\n- #1 WORKER · main · running · begun 2s ago · run_\w+\n- #3 Worker · main · completed successfully, session idle · begun 3s ago · run_\w+$/,
    )
    return refusedWith('ambiguous_name')(error)
  })
  assert.equal(await focused(), undefined)
  await assert.rejects(command('/focus oter'), (error: Error) => {
    assert.match(error.message, /Did you mean "other"\?/)
    return refusedWith('unknown_run')(error)
  })
  await assert.rejects(command(`/focus ${id}`), refusedWith('bad_input'), 'the page itself')
  assert.equal(runs.length, 3)
})

test('[CMD2] sessions of one name elsewhere are listed with what tells them apart', async () => {
  const { scene, world, ann, command } = await focusing()
  await using _ = scene
  const [first, second] = [await world.chat(ann), await world.chat(ann)]
  for (const id of [first, second]) {
    await world.store.tx((t) => world.sessions.change(t, ann, id, { title: 'Looms' }))
  }
  await assert.rejects(command('/focus looms'), (error: Error) => {
    assert.match(
      error.message,
      /^Several sessions are called "looms"\. .*:\n(- Looms · main · idle · used \d+s ago · ses_\w+\n?){2}$/,
    )
    return refusedWith('ambiguous_name')(error)
  })
})

test('[CMD2] a session that one may not see cannot be focused, nor one in which one may not write', async () => {
  const { scene, world, command } = await focusing()
  await using _ = scene
  const bob = (await world.signedIn('bob', 'member')).actor
  const secret = await world.chat(bob)
  await assert.rejects(command(`/focus ${secret}`), refusedWith('unknown_run'))
  const open = await world.chat(bob, { visibility: 'team' })
  assert.equal((await command(`/focus ${open}`)).ok, true)
  const vic = (await world.signedIn('vic', 'viewer')).actor
  const page = {
    conversation: { channel: 'web', accountId: vic.personId, conversationId: open },
    sessionId: open,
  }
  await assert.rejects(
    world.store.tx((t) => world.routing.runCommand(t, vic, page, `/focus ${open}`)),
    refusedWith('not_allowed'),
  )
})

test('[BND7] [CMD2] a second focus replaces the first in one step, and one’s siblings are found from there', async () => {
  const { scene, world, ann, worker, other, focused, command } = await focusing()
  await using _ = scene
  await command('/focus worker')
  await command('/focus other', ann, 'focus')
  assert.equal(await focused(), other)
  const { items } = await world.store.read((r) =>
    world.routing.listBindings(r, ann, { status: 'all' }, { limit: 10 }),
  )
  assert.deepEqual(
    items.map(({ sessionId, status, endReason }) => [sessionId, status, endReason]),
    [
      [other, 'active', null],
      [worker, 'ended', 'replaced'],
    ],
  )
  // A leaf has no list of its own, so the numbers are those of the page.
  await command('/focus #2', ann, 'focus')
  assert.notEqual(await focused(), other)
})

test('[CMD3] [CMD5] where nothing is bound, /unfocus and /session say so', async () => {
  const { scene, command } = await focusing()
  await using _ = scene
  for (const text of ['/unfocus', '/session ttl', '/session ttl 30m', '/session max-age off']) {
    await assert.rejects(command(text), refusedWith('not_bound'), text)
  }
})

test('[CMD3] [CMD5] [CMD10] on a page that belongs to its session they mean that binding, unless one has focused another there', async () => {
  const { scene, run } = await commanding()
  await using _ = scene
  const { world, ann, id } = scene
  scene.play('root', [
    spawn('weave', { label: 'looms', thread: true, mode: 'session' }),
    spawn('dig', { label: 'digger', mode: 'session' }),
  ])
  await scene.say('go')
  await scene.settle()
  const { sessionId: page } = await scene.run('weave')
  const { sessionId: digger } = await scene.run('dig')
  const { actor: bob } = await world.signedIn('bob', 'member')
  await world.store.tx((t) => world.sessions.change(t, ann, id, { participants: ['ann', 'bob'] }))
  const bound = async () => {
    const { items } = await world.store.read((r) =>
      world.routing.listBindings(r, ann, { status: 'in_force' }, { limit: 9 }),
    )
    return items.map(({ sessionId }) => sessionId)
  }
  assert.match((await run('/session ttl', ann, page)).text, /^ttl: 1d\. /)
  await assert.rejects(run('/session ttl 1h', bob, page), refusedWith('not_yours'))
  await assert.rejects(run('/unfocus', bob, page), refusedWith('not_yours'))
  await run(`/focus ${digger}`, ann, page)
  assert.deepEqual((await run('/session ttl 30m', ann, page)).data?.['ms'], 30 * 60_000)
  assert.match((await run('/session ttl', bob, page)).text, /^ttl: 1d\. /)
  await run('/unfocus', ann, page)
  assert.deepEqual(await bound(), [page], 'one’s own first')
  await run('/unfocus', ann, page)
  assert.deepEqual(await bound(), [])
  await assert.rejects(run('/unfocus', ann, page), refusedWith('not_bound'))
})

test('[CMD5] /session shows and sets how long a binding lasts, within its bounds', async () => {
  const { scene, world, ann, command, focused } = await focusing()
  await using _ = scene
  await command('/focus worker')
  assert.match(
    (await command('/session ttl')).text,
    /^ttl: 1d\. It ends at .* unless somebody writes here before\.$/,
  )
  assert.equal((await command('/session max-age')).text, 'max-age: off')
  assert.match((await command('/session ttl 90s')).text, /^ttl: 90s\./)
  assert.match((await command('/session MAX-AGE 7d')).text, /^max-age: 7d\./)
  assert.equal((await command('/session ttl off')).text, 'ttl: off')
  for (const text of [
    '/session',
    '/session ttl soon',
    '/session ttl 1s',
    '/session max-age 900d',
    '/session age 1h',
  ]) {
    const answer = await command(text)
    assert.equal(answer.ok, false, text)
  }
  await command('/session ttl 30m')
  const [binding] = (
    await world.store.read((r) => world.routing.listBindings(r, ann, { status: 'in_force' }, { limit: 1 }))
  ).items
  assert.equal(binding?.expiresAt, world.store.now() + 30 * 60_000)
  world.clock.advance(30 * 60_000)
  await world.work()
  assert.equal(await focused(), undefined, 'and then it is over')
})

test('[BND12] what a person says keeps a focus alive, a command does not', async () => {
  const { scene, world, ann, id, focused, command } = await focusing()
  await using _ = scene
  await command('/focus worker')
  await command('/session ttl 30m')
  const say = (text: string) =>
    world.store.tx((t) =>
      world.routing.receive(t, ann, {
        conversation: { channel: 'web', accountId: ann.personId, conversationId: id },
        eventId: text,
        text,
        mode: 'queue',
        sessionId: id,
        to: 'focus',
      }),
    )
  world.clock.advance(20 * 60_000)
  await say('still there?')
  await world.work()
  world.clock.advance(20 * 60_000)
  await world.work()
  assert.notEqual(await focused(), undefined)
  await command('/status', ann, 'focus')
  world.clock.advance(11 * 60_000)
  await world.work()
  assert.equal(await focused(), undefined)
})

test('[BND11] where bindings are off, the commands say so, /help does not list them and nothing is routed', async () => {
  const { scene, world, ann, id, worker, focused, command } = await focusing()
  await using _ = scene
  await command('/focus worker')
  world.placeRules.layers['web'] = { enabled: false }
  assert.equal(await focused(), undefined)
  for (const text of ['/focus other', '/unfocus', '/session ttl 1h']) {
    await assert.rejects(command(text), (error: Error) => {
      assert.match(error.message, /channels\.web\.threadBindings\.enabled/)
      return refusedWith('threads_off')(error)
    })
  }
  assert.doesNotMatch((await command('/help')).text, /\/(focus|unfocus|session) /)
  assert.doesNotMatch((await command('/agents')).text, /thread:/)
  const conversation = { channel: 'web', accountId: ann.personId, conversationId: id }
  const message = {
    conversation,
    eventId: 'm',
    text: 'hello',
    mode: 'queue',
    sessionId: id,
    to: 'focus',
  } as const
  const { sessionId } = await world.store.tx((t) => world.routing.receive(t, ann, message))
  assert.equal(sessionId, id)
  world.placeRules.layers['web'] = {}
  assert.equal(await focused(), worker, 'and it is there again when they are on')
})

test('[CMD4] lists say where each can be spoken to, and leave out where somebody’s composer points for others', async () => {
  const { scene, world, id, worker, command } = await focusing()
  await using _ = scene
  await command('/focus worker')
  assert.match((await command('/agents')).text, new RegExp(`- Worker · .* · thread:${id}`))
  assert.match((await command('/subagents list')).text, new RegExp(`Worker · .* · thread:${id} · dig`))
  assert.match((await command('/subagents info worker')).text, new RegExp(`\nBinding: thread:${id}\n`))
  assert.match((await command('/subagents info other')).text, /\nBinding: unbound\n/)
  const said = await world.say(scene.ann, id, '/subagents list')
  assert.match(said.command?.text ?? '', new RegExp(`thread:${id}`))
  const kept = (await world.timeline(id)).find(({ eventId }) => eventId === said.eventId)
  assert.doesNotMatch(String(kept?.payload['text']), /thread:/)
  await world.store.tx((t) =>
    world.routing.bindings.bind(t, {
      conversation: { channel: 'web', accountId: 'web', conversationId: worker },
      placeKind: 'web',
      sessionId: worker,
      boundBy: null,
      label: 'Worker',
      isOpened: false,
    }),
  )
  const info = (await command('/subagents info worker')).text
  assert.match(info, new RegExp(`Binding: thread:(${worker}, thread:${id}|${id}, thread:${worker})`))
})

test('[CNV4] /new in what is focused is refused with the way out; on the page itself it goes on as ever', async () => {
  const { scene, world, ann, id, command } = await focusing()
  await using _ = scene
  const elsewhere = await world.chat(ann)
  await command(`/focus ${elsewhere}`)
  await assert.rejects(command('/new', ann, 'focus'), (error: Error) => {
    assert.match(error.message, /\/unfocus/)
    return refusedWith('bound_here')(error)
  })
  assert.equal((await command('/new')).data?.['previousSessionId'], id)
})

test('[CMD10] a command in a focused place acts on what is focused there', async () => {
  const { scene, ann, id, worker, command } = await focusing()
  await using _ = scene
  await command('/focus worker')
  assert.equal((await command('/status', ann, 'focus')).data?.['sessionId'], worker)
  assert.equal((await command('/status')).data?.['sessionId'], id)
})

test('[BND1] [REV1] what is over can be focused: the next message there revives it', async () => {
  const { scene, world, ann, id, focused, command } = await focusing()
  await using _ = scene
  scene.play('root', [spawn('once', { label: 'once' })])
  await scene.say('once more')
  await scene.settle()
  const { sessionId: ended } = await scene.run('once')
  const answer = await command('/focus once')
  assert.match(answer.text, /It is done; the next message here goes on where it ended\.$/)
  assert.equal(answer.data?.['status'], 'ending')
  const conversation = { channel: 'web', accountId: ann.personId, conversationId: id }
  const message = {
    conversation,
    eventId: 'm',
    text: 'and now?',
    mode: 'queue',
    sessionId: id,
    to: 'focus',
  } as const
  const { sessionId } = await world.store.tx((t) => world.routing.receive(t, ann, message))
  assert.ok(sessionId !== ended && sessionId !== id)
  assert.equal(await focused(), sessionId)
  await scene.settle()
  assert.deepEqual(world.logged, [])
})
