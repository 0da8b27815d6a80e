import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { limits, type SessionId } from '@heddle/contract'
import { queries } from '../../sessions/sessions-tables.ts'
import { held, spawn } from '../../../test-support/spawning-sessions.ts'
import { type Telling, telling } from '../../../test-support/telling-house.ts'

const failed = { type: 'failed', error: { kind: 'refused', message: 'No.' } } as const

/** A sub-agent that stays, whose task is done. */
async function staying(scene: Telling, label = 'spade'): Promise<SessionId> {
  scene.play('root', [spawn('dig', { label, mode: 'session' })])
  await scene.say('go')
  await scene.settle()
  return (await scene.run('dig')).sessionId
}

const outbox = (scene: Telling) =>
  scene.world.store.read(async (r) => {
    const all = { state: 'all', seenBy: { kind: 'all' } } as const
    return (await scene.world.deliveries.list(r, all, { limit: 50 })).items
  })

test('[RTE3] [PER1] a turn answers where its messages were written, the agent of the account as the account', async () => {
  await using scene = await telling()
  scene.play('root', ['Hello yourself.'])
  await scene.sayAt(scene.general, 'Hello')
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), ['Heddle: Hello yourself.'])
  const [sent] = await outbox(scene)
  const answer = (await scene.world.timeline(scene.id)).find(({ kind }) => kind === 'message.agent')
  assert.deepEqual([sent?.state, sent?.eventId, sent?.sessionId], ['sent', answer?.eventId, scene.id])
  const reply = await scene.world.store.read((r) => scene.world.routing.lastReply(r, scene.id))
  assert.deepEqual(reply, { destination: 'requester', reason: 'asked_there' })
})

test('[RTE3] what is asked on the web is answered there, and nothing is sent', async () => {
  await using scene = await telling()
  await scene.say('Hello')
  await scene.settle()
  assert.deepEqual(await outbox(scene), [])
})

test('[RTE3] [PER1] a sub-agent answers in its bound place under its own name, and other bound places get no copy', async () => {
  await using scene = await telling()
  const id = await staying(scene)
  const [here, there] = [scene.thread('here'), scene.thread('there')]
  await scene.bind(id, here)
  await scene.bind(id, there)
  scene.play('dig', ['Deeper, then.'])
  await scene.sayAt(here, 'Deeper', id)
  await scene.settle()
  assert.deepEqual([scene.read(here), scene.read(there)], [['Main · spade: Deeper, then.'], []])
  const reply = await scene.world.store.read((r) => scene.world.routing.lastReply(r, id))
  assert.deepEqual(reply, { destination: 'bound', reason: 'asked_there' })
})

test('[RTE3] [RTE2] what began without a place is answered where the session is bound, the most recently active first', async () => {
  await using scene = await telling()
  const id = await staying(scene)
  const [early, late] = [scene.thread('early'), scene.thread('late')]
  await scene.bind(id, early)
  scene.world.clock.advance(1_000)
  await scene.bind(id, late)
  scene.play('dig', ['One.'], ['Two.'])
  await scene.world.say(scene.ann, id, 'What now?')
  await scene.settle()
  assert.deepEqual([scene.read(early), scene.read(late)], [[], ['Main · spade: One.']])
  scene.world.clock.advance(1_000)
  await scene.bind(id, scene.thread('latest'))
  await scene.world.store.tx(async (t) => {
    const [latest] = await scene.world.routing.bindings.listBySession(t, id)
    if (latest) await scene.world.routing.bindings.unbind(t, latest.id, { why: 'unfocus' })
  })
  await scene.world.say(scene.ann, id, 'And now?')
  await scene.settle()
  assert.deepEqual(scene.read(late), ['Main · spade: One.', 'Main · spade: Two.'])
})

test('[RTE3] what began without a place in a session that is not bound stands on its timeline alone', async () => {
  await using scene = await telling()
  const id = await staying(scene)
  await scene.world.say(scene.ann, id, 'What now?')
  await scene.settle()
  assert.deepEqual(await outbox(scene), [])
})

test('[RTE3] what is said on the page of a session that is bound elsewhere is answered there', async () => {
  await using scene = await telling()
  const here = scene.thread('here')
  await scene.bind(scene.id, here)
  scene.play('root', ['Both of you, hello.'])
  await scene.say('Hello')
  await scene.settle()
  assert.deepEqual(scene.read(here), ['Heddle: Both of you, hello.'])
})

test('[RTE3] an empty answer posts nothing', async () => {
  await using scene = await telling()
  scene.play('root', ['   '])
  await scene.sayAt(scene.general, 'Hello')
  await scene.settle()
  assert.deepEqual(await outbox(scene), [])
})

test('[RTE3] a turn that failed says so where it was asked, in a line; one that was stopped says nothing', async () => {
  await using scene = await telling()
  const busy = held('Never said.')
  scene.play('root', [failed], busy.answer)
  await scene.sayAt(scene.general, 'Hello')
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), [])
  const [notice = '', ...more] = scene.notices(scene.general)
  assert.match(notice, /^Heddle: ⚙️ This could not be answered: .*No\.\nWrite again/s)
  assert.deepEqual(more, [])
  await scene.sayAt(scene.general, 'Hello again')
  await scene.pass()
  await scene.world.store.tx((t) => scene.world.sessions.stop(t, scene.ann, scene.id))
  await scene.settle()
  assert.equal((await outbox(scene)).length, 1)
  busy.go()
})

test('[RTE3] [DLV2] the answers of several turns come in the order in which they were given', async () => {
  await using scene = await telling()
  const texts = ['one', 'two', 'three', 'four', 'five']
  for (const text of texts) scene.play('root', [text])
  for (const text of texts) {
    await scene.sayAt(scene.general, text)
    await scene.world.breathe()
  }
  await scene.settle()
  assert.deepEqual(
    scene.read(scene.general),
    texts.map((text) => `Heddle: ${text}`),
  )
})

test('[RTE3] [I6] an answer is told once, also when the house crashes after it was given', async () => {
  await using scene = await telling()
  scene.play('root', ['Hello yourself.'])
  await scene.sayAt(scene.general, 'Hello')
  const turnIsOver = async () => {
    const turn = await scene.world.store.read((r) => r.one(queries.selectFrom('turns').select('state')))
    return turn?.state === 'succeeded'
  }
  while (!(await turnIsOver())) await nextTick()
  await scene.world.crash()
  await scene.settle()
  // What was on its way is looked for after a while.
  await scene.wait(2 * limits.deliverySettleMs)
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), ['Heddle: Hello yourself.'])
})

test('[BND12] what was sent keeps a binding alive, and a notice does not', async () => {
  await using scene = await telling()
  const id = await staying(scene)
  const here = scene.thread('here')
  await scene.bind(id, here)
  await scene.settle()
  const activity = async () => {
    const [binding] = await scene.world.store.read((r) => scene.world.routing.bindings.listBySession(r, id))
    return (binding?.lastActivityAt ?? 0) - (binding?.boundAt ?? 0)
  }
  assert.equal(await activity(), 0)
  scene.world.clock.advance(60_000)
  scene.play('dig', [failed], ['Deeper.'])
  await scene.sayAt(here, 'Deeper', id)
  await scene.settle()
  assert.equal(await activity(), 0, 'a notice')
  await scene.sayAt(here, 'Deeper', id)
  await scene.settle()
  assert.ok((await activity()) >= 60_000)
})

test('[SUB9] [RTE3] the word that posts nothing posts nothing in a place outside either', async () => {
  await using scene = await telling()
  scene.play('root', [' ANNOUNCE_SKIP\n'])
  await scene.sayAt(scene.general, 'Hello')
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), [])
  assert.deepEqual(await outbox(scene), [])
})
