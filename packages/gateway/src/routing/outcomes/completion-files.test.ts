import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConversationRef, limits } from '@heddle/contract'
import { attach, download, filesIn, lastOf, workspace } from '../../../test-support/attaching-house.ts'
import { createMemoryBlobs } from '../../../test-support/memory-blobs.ts'
import { createDirectSearch, createMemoryFolders } from '../../../test-support/memory-folders.ts'
import type { LoopbackHouseOptions } from '../../../test-support/open-loopback-house.ts'
import { redact } from '../../../test-support/redacting.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { heardIn, held, spawn } from '../../../test-support/spawning-sessions.ts'
import { type Telling, telling } from '../../../test-support/telling-house.ts'
import { createFileTools } from '../../agents/tools/files/create-file-tools.ts'

async function attaching(options: LoopbackHouseOptions = {}): Promise<Telling> {
  const folders = createMemoryFolders({ [workspace]: { 'hole.txt': 'deep' } })
  const blobs = createMemoryBlobs()
  return telling({
    agents: { agents: { list: [{ id: 'main', workspace }] } },
    folders,
    toolOrigins: [createFileTools({ folders, search: createDirectSearch(folders) })],
    // In memory: time stands still in these tests, and a disk takes its time.
    breakBlobs: () => blobs,
    ...options,
  })
}

/** Names of files by message, without those that carry none. */
const carried = ({ world }: Telling, { conversationId }: ConversationRef) =>
  world.platform
    .read(conversationId)
    .filter(({ attachments }) => attachments.length > 0)
    .map(({ text, attachments }) => [text.split('\n')[0], ...attachments.map(({ name }) => name)])

test('[FIL10] [SUB8] [SUB9] [ATT1] what a sub-agent attached stands with its announcement, and its parent can hand it on', async () => {
  await using scene = await attaching()
  const { world, ann, id } = scene
  scene.play('root', [spawn('dig')], ['Wait for it.'], (request) => {
    const fileId = /fil_[0-9a-z]{26}/.exec(heardIn(request).join('\n'))?.[0] ?? ''
    return [attach(fileId)]
  })
  scene.play('root', ['Here is the hole.'])
  scene.play('dig', [attach('hole.txt')], ['A hole.'])
  await scene.sayAt(scene.general, 'dig')
  await scene.settle()
  const [announced] = await scene.announced()
  const [file] = filesIn(announced)
  assert.deepEqual([file?.name, file?.bytes], ['hole.txt', 4])
  assert.equal(await download(world, ann, file?.id ?? ''), 'deep')
  assert.deepEqual(
    filesIn(lastOf(await world.timeline(id), 'message.agent')).map(({ id: one }) => one),
    [file?.id],
  )
  assert.deepEqual(carried(scene, scene.general), [['Here is the hole.', 'hole.txt']])
})

test('[RTE2] [ATT1] in a place of its own a sub-agent hands its files over with the one message that tells its end', async () => {
  await using scene = await attaching()
  const gate = held(attach('hole.txt'))
  scene.play('root', [spawn('dig', { label: 'dig' })])
  scene.play('dig', gate.answer, ['A hole.'])
  await scene.say('dig')
  await scene.pass()
  const place = scene.thread('dig')
  await scene.bind((await scene.run('dig')).sessionId, place)
  await scene.pass()
  gate.go()
  await scene.settle()
  assert.deepEqual(carried(scene, place), [['A hole.', 'hole.txt']])
  assert.equal(scene.read(place).length, 1)
})

test('[RTE7] [ATT1] told elsewhere, because its own place takes nothing any more, it brings its files along', async () => {
  await using scene = await attaching()
  const gate = held(attach('hole.txt'))
  scene.play('root', [spawn('dig', { label: 'dig' })])
  scene.play('dig', gate.answer, ['A hole.'])
  await scene.sayAt(scene.general, 'dig')
  await scene.pass()
  const place = scene.thread('dig')
  await scene.bind((await scene.run('dig')).sessionId, place)
  await scene.pass()
  scene.world.platform.lock(place.conversationId, true)
  gate.go()
  await scene.settle()
  assert.deepEqual(carried(scene, scene.general), [['Status: success · completed successfully', 'hole.txt']])
})

test('[SUB8] [ATT1] an answer of files alone is a result, by their names', async () => {
  await using scene = await attaching()
  scene.play('root', [spawn('dig')])
  scene.play('dig', [attach('hole.txt')], [''])
  await scene.say('dig')
  await scene.settle()
  const [announced] = await scene.announced()
  assert.deepEqual(
    [announced?.payload['result'], announced?.payload['resultFrom'], filesIn(announced).length],
    ['Attached: hole.txt', 'text', 1],
  )
})

test('[SES6] [FIL7] redacted where it was said, it is gone from the announcement and from whoever forked that', async () => {
  await using scene = await attaching()
  const { world, ann, id } = scene
  scene.play('root', [spawn('dig')])
  scene.play('dig', [attach('hole.txt')], ['A hole.'])
  await scene.say('dig')
  await scene.settle()
  const { sessionId } = await scene.run('dig')
  const [announced] = await scene.announced()
  const [file] = filesIn(announced)
  assert.ok(file && announced)
  const fork = await world.store.tx((t) =>
    world.routing.forkChat(t, ann, { sessionId: id, eventId: announced.eventId }),
  )
  assert.deepEqual(filesIn((await scene.announced(fork.id))[0]), [file])
  // Whoever sees the fork alone has it from there.
  const bob = (await world.signedIn('bob', 'member')).actor
  await assert.rejects(download(world, bob, file.id), refusedWith('not_found'))
  await world.store.tx((t) => world.sessions.change(t, ann, fork.id, { visibility: 'team' }))
  assert.equal(await download(world, bob, file.id), 'deep')
  await redact(scene, sessionId, lastOf(await world.timeline(sessionId), 'message.agent'))
  await assert.rejects(download(world, ann, file.id), refusedWith('not_found'))
  for (const one of [id, fork.id]) assert.deepEqual(filesIn((await scene.announced(one))[0]), [], one)
  await world.sessions.removeIdleContents()
  assert.deepEqual(await world.blobs.list(10), [])
})

test('[DLV5] [ATT1] what was shown while it was written gets its files behind it, once', async () => {
  const coalesceIdleMs = 1_000
  await using scene = await attaching({
    account: { streaming: { mode: 'edit', coalesceChars: 40, coalesceIdleMs } },
  })
  scene.world.routing.streamReplies((error) => assert.fail(String(error)))
  const gate = Promise.withResolvers<void>()
  scene.play(
    'root',
    [attach('hole.txt')],
    ['First this. ', { type: 'wait', until: gate.promise }, 'Then that.'],
  )
  await scene.sayAt(scene.general, 'Tell me')
  await scene.pass()
  for (const ms of [limits.draftOpenMs, limits.draftFlushMs, coalesceIdleMs, coalesceIdleMs])
    await scene.wait(ms)
  assert.deepEqual(scene.read(scene.general), ['Heddle: First this. '])
  gate.resolve()
  await scene.settle()
  assert.deepEqual(scene.read(scene.general), ['Heddle: First this. Then that.', 'Heddle: '])
  assert.deepEqual(carried(scene, scene.general), [['', 'hole.txt']])
})
