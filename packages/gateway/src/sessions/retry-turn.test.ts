import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSessions } from '../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../test-support/refused-with.ts'

async function failed() {
  const world = await openTestSessions()
  const { actor } = await world.signedIn('ann', 'member')
  const id = await world.chat(actor)
  const said = await world.say(actor, id, 'please')
  world.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await world.work()
  const retry = () => world.store.tx((t) => world.sessions.retry(t, actor, id))
  return { world, actor, id, said, retry }
}

test('[SES10] a failed turn is tried again with the same messages, once, and the model is told them once', async () => {
  const { world, id, said, retry } = await failed()
  await using _ = world
  const retried = await retry()
  assert.deepEqual(retried.messages, [said.eventId])
  await assert.rejects(retry, refusedWith('nothing_to_retry'))
  await world.work()
  const events = await world.timeline(id)
  assert.equal(events.at(-1)?.kind, 'turn.finished')
  assert.equal(events.filter(({ kind }) => kind === 'message.user').length, 1)
  assert.deepEqual(world.model.requests.at(-1)?.messages, [{ role: 'user', speaker: null, text: 'please' }])
  await assert.rejects(retry, refusedWith('nothing_to_retry'))
})

test('[SES10] what is tried again comes before what was said since', async () => {
  const { world, actor, id, retry } = await failed()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'failed', error: { kind: 'refused', message: 'Still no.' } })
  await retry()
  await world.work()
  world.model.script({ type: 'wait', until: gate.promise }, 'now')
  await retry()
  await world.say(actor, id, 'and this')
  gate.resolve()
  await world.work()
  const texts = world.model.requests
    .at(-1)
    ?.messages.map((message) => (message.role === 'user' ? message.text : ''))
  assert.deepEqual(
    texts?.filter((text) => text !== ''),
    ['please', 'and this'],
  )
})

test('[SES10] what was redacted is not tried again, and where nothing failed there is nothing to try', async () => {
  const { world, actor, id, said, retry } = await failed()
  await using _ = world
  await world.store.tx((t) => world.sessions.redact(t, actor, id, said.eventId))
  await assert.rejects(retry, refusedWith('nothing_to_retry'))
  const fresh = await world.chat(actor)
  await assert.rejects(
    () => world.store.tx((t) => world.sessions.retry(t, actor, fresh)),
    refusedWith('nothing_to_retry'),
  )
})
