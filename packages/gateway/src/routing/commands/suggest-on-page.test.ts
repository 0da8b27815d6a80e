import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commanding } from '../../../test-support/commanding-sessions.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'

/** A chat with a sub-agent that stays and two of one name that have ended. */
async function open() {
  const { scene, world, ann, id, run } = await commanding()
  scene.play('root', [
    spawn('weave', { label: 'linen', mode: 'session' }),
    spawn('spin', { label: 'Wool yarn', mode: 'run' }),
    spawn('card', { label: 'wool yarn', mode: 'run' }),
  ])
  await scene.say('go')
  await scene.settle()
  const ask = (text: string, actor = ann, page = id) => {
    const place = { channel: 'web', accountId: actor.personId, conversationId: page }
    return world.store.read((r) => world.routing.suggestOnPage(r, actor, place, text))
  }
  return { scene, world, ann, id, run, ask }
}

test('[CHN8] [CMD2] on a page sub-agents are offered by the name that means them alone, those that have ended too', async () => {
  const { world, ask } = await open()
  await using _ = world
  const [linen, ...others] = await ask('/focus lin')
  assert.deepEqual([linen?.name, linen?.value, others.length], ['linen', 'linen', 0])
  const same = await ask('/focus WOOL yarn')
  assert.equal(same.length, 2)
  for (const { value, about } of same) {
    assert.match(value, /^run_/)
    assert.match(about, /completed successfully · begun .* ago$/)
  }
})

test('[CHN8] [CMD10] what stands behind /subagents is what that command would take, of whom a message would reach', async () => {
  const { world, ask, run } = await open()
  await using _ = world
  const names = async (text: string) => (await ask(text)).map(({ name }) => name)
  assert.deepEqual(await names('/subagents steer '), ['linen'])
  assert.deepEqual((await names('/subagents info wool')).toSorted(), ['Wool yarn', 'wool yarn'])
  assert.deepEqual(await names('/subagents list'), [])
  assert.deepEqual(await names('nothing'), [])
  assert.deepEqual(await names('/status'), [])
  await run('/focus linen')
  assert.deepEqual(await names('/subagents steer '), [])
  // Names are those of the page, whatever is focused on it.
  assert.deepEqual(await names('/focus lin'), ['linen'])
})

test('[CHN8] [CMD2] while a composer points elsewhere they are offered by id: a name would be looked for there first', async () => {
  const { world, ask, run } = await open()
  await using _ = world
  assert.equal((await ask('/focus "lin'))[0]?.value, 'linen')
  await run('/focus linen')
  assert.match((await ask('/focus lin'))[0]?.value ?? '', /^run_/)
})

test('[CHN8] [SES7] nothing is offered of what one may not see', async () => {
  const { world, ask } = await open()
  await using _ = world
  const { actor: bob } = await world.signedIn('bob', 'member')
  await assert.rejects(ask('/focus lin', bob), { code: 'not_found' })
  const own = await world.chat(bob)
  assert.deepEqual(await ask('/focus lin', bob, own), [])
})
