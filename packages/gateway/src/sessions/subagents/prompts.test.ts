import assert from 'node:assert/strict'
import { test } from 'node:test'
import { held, spawn, spawning, withRules } from '../../../test-support/spawning-sessions.ts'

test('[SUB15] task, label and place stand in every turn of a sub-agent', async () => {
  await using scene = await spawning()
  const first = held('begun')
  scene.play('root', [spawn('dig "deep"\n# Now', { label: 'spade' })])
  scene.play('dig "deep"\n# Now', first.answer)
  await scene.say('go')
  await scene.pass()
  const { sessionId, sessionKey } = await scene.run('dig "deep"\n# Now')
  await scene.world.say(scene.ann, sessionId, 'Deeper!')
  first.go()
  await scene.settle()
  await scene.world.say(scene.ann, sessionId, 'Thank you')
  await scene.settle()
  const asked = scene.asked('dig "deep"\n# Now')
  assert.equal(asked.length, 3)
  for (const { system } of asked) {
    assert(
      system.includes(
        '{"task":"dig \\"deep\\"\\n# Now","label":"spade","place":"the page of this session in Heddle',
      ),
    )
    assert(system.includes(sessionKey))
    assert.match(system, /People who take part may write to you directly/)
    assert.match(system, /the agent Main gave you one task/)
  }
  assert.doesNotMatch(asked[1]?.system ?? '', /The task has ended/)
  assert.match(asked[2]?.system ?? '', /The task has ended and was told/)
})

test('[SUB15] a sub-agent is told whether it may have its own, and whether it stays', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  scene.play('root', [spawn('plan', { mode: 'session' })])
  scene.play('plan', [spawn('dig')])
  await scene.say('go')
  await scene.settle()
  assert.match(
    scene.asked('plan')[0]?.system ?? '',
    /You may give parts of it to sub-agents.*You stay after this task/s,
  )
  assert.match(scene.asked('dig')[0]?.system ?? '', /You have no sub-agents of your own/)
  assert.doesNotMatch(scene.asked('dig')[0]?.system ?? '', /You stay after this task/)
  assert.doesNotMatch(scene.asked('root')[0]?.system ?? '', /# Your task/)
})

test('[SUB15] what a person asked for is told as theirs, and what people say is told as said by them', async () => {
  await using scene = await spawning()
  const place = { conversation: { channel: 'web', accountId: 'web', conversationId: scene.id } }
  await scene.world.store.tx((t) => scene.world.routing.spawn(t, scene.ann, place, { task: 'dig' }))
  await scene.settle()
  const { sessionId } = await scene.run('dig')
  assert.match(scene.asked('dig')[0]?.system ?? '', /ann, a person, gave you one task/)
  await scene.world.say(scene.ann, sessionId, 'Deeper!')
  await scene.settle()
  const said = scene.asked('dig')[1]?.messages.at(-1)
  assert(said?.role === 'user')
  assert.deepEqual([said.text, said.speaker?.name, said.speaker?.handle], ['Deeper!', 'ann', 'ann'])
})

test('[SUB15] what a parent says to its child is told as said by an agent', async () => {
  await using scene = await spawning()
  const first = held('begun')
  scene.play(
    'root',
    [spawn('dig', { label: 'a' })],
    [
      {
        type: 'tool_call',
        call: { id: 'c1', name: 'subagents', arguments: '{"action":"send","id":"a","text":"Deeper!"}' },
      },
    ],
  )
  scene.play('dig', first.answer)
  await scene.say('go')
  await scene.pass()
  first.go()
  await scene.settle()
  const said = scene.asked('dig')[1]?.messages.at(-1)
  assert(said?.role === 'user')
  assert.deepEqual([said.text, said.speaker?.name, said.speaker?.handle], ['Deeper!', 'Main', null])
})
