import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { everything, redact } from '../../../test-support/redacting.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { manage, spawn, type Spawning, spawning, withRules } from '../../../test-support/spawning-sessions.ts'
import type { LogEvent } from '../sessions.ts'

const secret = 'the key lies under the third stone'

const last = async ({ world }: Spawning, id: SessionId, kind: string) =>
  (await world.timeline(id)).findLast((event) => event.kind === kind)

const isRedacted = (event: LogEvent | undefined) => event?.isRedacted

/** A sub-agent that has said the secret, and a root that has read about it by this call. */
async function havingRead(call: ReturnType<typeof manage>) {
  const scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('seek', { mode: 'session' })], ['It seeks.'], ['It found it.'])
  scene.play('seek', [`I looked.\n${secret}`])
  await scene.say('go')
  await scene.settle()
  scene.play('root', [call], ['I know.'])
  await scene.say('Look at it')
  await scene.settle()
  const result = await last(scene, scene.id, 'tool.result')
  assert.ok(String(result?.payload['output']).includes(secret), 'it read the words')
  return { scene, child: await scene.run('seek') }
}

const ways: [string, ReturnType<typeof manage>][] = [
  ['its log', manage('log', { id: '#1' })],
  ['a list with its last line', manage('list')],
  ['how it stands, with its last line', manage('info', { id: '#1' })],
]

for (const [what, call] of ways) {
  test(`[SES6] [SUB14] what a sub-agent said is redacted where its parent has read ${what}`, async () => {
    const { scene, child } = await havingRead(call)
    await using _ = scene
    await redact(scene, child.sessionId, await last(scene, child.sessionId, 'message.agent'))
    assert.ok(!(await everything(scene)).includes(secret))
    const result = await last(scene, scene.id, 'tool.result')
    assert.equal(isRedacted(result), true)
    assert.equal(result?.payload['name'], 'subagents', 'it still answers its call')
    const said = await last(scene, scene.id, 'message.agent')
    assert.equal(said?.payload['text'], 'I know.', 'what an agent wrote about it is its own')
  })
}

test('[SES6] [SUB14] a list of sessions goes with a title that a redacted message gave, a list of runs with a label', async () => {
  await using scene = await spawning()
  const { world, ann } = scene
  const other = await world.chat(ann)
  await world.say(ann, other, secret)
  await scene.settle()
  scene.play('root', [toolCall('sessions_list'), spawn('dig', { label: `${secret}!` }), manage('list')])
  await scene.say('What is there?')
  await scene.settle()
  const results = async () =>
    (await world.timeline(scene.id)).filter(({ kind }) => kind === 'tool.result').map(isRedacted)
  assert.deepEqual(await results(), [false, false, false])
  const [first] = await world.timeline(other)
  await world.store.tx((t) => world.sessions.redact(t, ann, other, first!.eventId))
  await scene.settle()
  assert.deepEqual(await results(), [true, false, false])
  const { sessionId } = await scene.run('dig')
  await redact(scene, sessionId, (await world.timeline(sessionId))[0])
  assert.deepEqual(await results(), [true, false, true])
  assert.ok(!(await everything(scene)).includes(secret))
})

test('[SES6] [SUB14] who read what another had read loses it too, in forks as well', async () => {
  const { scene, child } = await havingRead(manage('log', { id: '#1' }))
  await using _ = scene
  const { world, ann, id } = scene
  const reader = await world.chat(ann)
  scene.play('root', [toolCall('sessions_history', { session: id, tools: true })], ['I see.'])
  await world.say(ann, reader, 'What do they do?')
  await scene.settle()
  const end = await last(scene, reader, 'turn.finished')
  assert.ok(end)
  await world.store.tx((t) =>
    world.sessions.fork(t, ann, reader, {
      eventId: end.eventId,
      key: 'agent:main:web:fork',
      isReplaced: false,
    }),
  )
  assert.equal((await everything(scene)).split(secret).length > 4, true)
  await redact(scene, child.sessionId, await last(scene, child.sessionId, 'message.agent'))
  assert.ok(!(await everything(scene)).includes(secret))
})

test('[SES6] [SUB14] however often it was read', async () => {
  const { scene, child } = await havingRead(manage('log', { id: '#1' }))
  await using _ = scene
  for (let times = 0; times < 3; times++) {
    scene.play(
      'root',
      Array.from({ length: 20 }, (_, i) => toolCall('subagents', { action: 'log', id: '#1' }, `c${i}`)),
      ['I know.'],
    )
    await scene.say('Look again')
    await scene.settle()
  }
  await redact(scene, child.sessionId, await last(scene, child.sessionId, 'message.agent'))
  assert.ok(!(await everything(scene)).includes(secret))
})

test('[SES6] [SUB14] what is redacted between the look and its result goes as well', async () => {
  await using scene = await spawning()
  const { world, ann } = scene
  scene.play('root', [spawn('seek', { mode: 'session' })])
  scene.play('seek', [secret])
  await scene.say('go')
  await scene.settle()
  const { sessionId } = await scene.run('seek')
  const said = await last(scene, sessionId, 'message.agent')
  const admin = (await world.signedIn('cleo', 'admin')).actor
  await world.store.tx((t) => world.sessions.change(t, ann, scene.id, { visibility: 'team' }))
  const { tx, read } = world.store
  let hasRead = false
  world.store.read = async (work) => {
    const found = await read(work)
    hasRead ||= typeof found === 'object' && found !== null && 'quotes' in found
    return found
  }
  world.store.tx = async (work) => {
    if (hasRead) {
      world.store.tx = tx
      world.store.read = read
      await tx((t) => world.sessions.redact(t, admin, sessionId, said!.eventId))
    }
    return tx(work)
  }
  scene.play('root', [manage('log', { id: '#1' })], ['I know.'])
  await scene.say('Look at it')
  await scene.settle()
  assert.equal(hasRead, true)
  assert.equal(isRedacted(await last(scene, scene.id, 'tool.result')), true)
  assert.ok(!(await everything(scene)).includes(secret))
})
