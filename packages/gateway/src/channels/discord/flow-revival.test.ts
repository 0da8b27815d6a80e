import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRunScene } from '../../../test-support/discord-scenes.ts'
import { heardIn } from '../../../test-support/spawning-sessions.ts'

test('[REV1] [REV3] [RTE4] who writes where it ended is answered by one that has read the thread', async () => {
  await using scene = await openRunScene()
  const { h, ann, model, thread, finish } = scene
  await finish()
  await h.write(ann, thread.id, 'In which colour?')
  assert.equal(h.read(thread.id).at(-1), 'Main · looms: later answers.')
  const [preamble] = heardIn(model.asked('later')[0])
  assert.match(preamble ?? '', /continues a thread[\s\S]*"weave"[\s\S]*"It is woven\."/)
  const key = `agent:main:discord:channel:${h.general}:thread:${thread.id}`
  const session = await h.store.read((r) => h.sessions.see(r, h.operator, key))
  assert.deepEqual(await h.saidIn(session.id), ['ann: In which colour?'])
})

test('[REV4] several who write at the same moment are heard by one session, in order', async () => {
  await using scene = await openRunScene()
  const { h, ann, model, thread, finish } = scene
  const bob = await h.member('bob')
  await finish()
  for (let i = 0; i < 5; i++) h.discord.people.say((i % 2 ? bob : ann).id, thread.id, `word ${i}`)
  await h.settle()
  const key = `agent:main:discord:channel:${h.general}:thread:${thread.id}`
  const session = await h.store.read((r) => h.sessions.see(r, h.operator, key))
  assert.deepEqual(await h.saidIn(session.id), [
    'ann: word 0',
    'bob: word 1',
    'ann: word 2',
    'bob: word 3',
    'ann: word 4',
  ])
  const begun = model
    .asked('later')
    .filter((request) => heardIn(request)[0] === heardIn(model.asked('later')[0])[0])
  assert.equal(begun.length, model.asked('later').length)
})

test('[BND6] [REV1] a thread that was archived after its run ended is opened again by who writes there', async () => {
  await using scene = await openRunScene()
  const { h, ann, thread, finish } = scene
  await finish()
  h.discord.people.archive(h.owner.id, thread.id)
  await h.settle()
  assert.deepEqual(await h.endsIn(thread.id), [null])
  assert.equal(thread.isArchived, true)
  await h.write(ann, thread.id, 'One more thing.')
  assert.equal(h.read(thread.id).at(-1), 'Main · looms: later answers.')
  assert.equal(thread.isArchived, false)
})

test('[REV2] a sub-agent that stays is continued, not replaced', async () => {
  await using scene = await openRunScene({ mode: 'session' })
  const { h, ann, model, thread, finish } = scene
  await finish()
  h.clock.advance(60 * 60_000)
  await h.write(ann, thread.id, 'And now?')
  assert.equal(h.read(thread.id).at(-1), 'Main · looms: child answers.')
  assert.equal(model.asked('later').length, 0)
})

test('[REV3] where the thread cannot be read, what is stored is enough, and the preamble says so', async () => {
  await using scene = await openRunScene()
  const { h, ann, model, thread, finish } = scene
  await finish()
  h.discord.owners.takeAway({ botId: h.bot.id, names: ['ReadMessageHistory'], channelId: h.general })
  await h.write(ann, thread.id, 'In which colour?')
  const [preamble] = heardIn(model.asked('later')[0])
  assert.match(preamble ?? '', /"It is woven\."/)
  assert.match(preamble ?? '', /could not be read/)
})

test('[REV5] only the threads of sub-agents come back to life: one that was bound to an ordinary session which was put away is a common thread', async () => {
  await using scene = await openRunScene()
  const { h, ann, thread, finish } = scene
  await finish()
  const anchor = await h.write(ann, h.general, 'a word aside')
  const aside = h.discord.people.openThread(ann.id, anchor.id, 'aside')
  await h.settle()
  const chat = await h.chat(ann.actor, { visibility: 'team' })
  await h.slash(ann, aside.id, 'focus', { label: chat })
  await h.store.tx((t) => h.sessions.archive(t, ann.actor, chat))
  await h.settle()
  assert.deepEqual(await h.endsIn(aside.id), ['session_deleted'])
  const before = h.read(aside.id).length
  await h.write(ann, aside.id, 'still there?')
  assert.equal(h.read(aside.id).length, before + 1)
  await h.write(ann, thread.id, 'still there?')
  assert.equal(h.read(thread.id).at(-1), 'Main · looms: later answers.')
})
