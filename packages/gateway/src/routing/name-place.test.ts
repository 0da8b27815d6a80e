import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { toolCall } from '../../test-support/scripted-model.ts'
import { heardIn, held, spawn, spawning, withRules } from '../../test-support/spawning-sessions.ts'
import { nameAnswerPlace, namePlace } from './name-place.ts'

const id = 'ses_1' as SessionId

test('[RTE3] a page is one place for everybody, and the page of a sub-agent is none', () => {
  const page = { channel: 'web', accountId: 'per_1', conversationId: 'agent:main:main' }
  assert.equal(nameAnswerPlace(page, { id, kind: 'chat' }), 'web/web/ses_1')
  assert.equal(nameAnswerPlace(page, { id, kind: 'subagent' }), '')
  assert.equal(namePlace(page, { id }), 'web/web/ses_1', 'where a sub-agent was asked for is still known')
  const elsewhere = { channel: 'discord', accountId: 'bot', conversationId: '77' }
  for (const kind of ['chat', 'subagent'] as const) {
    assert.equal(nameAnswerPlace(elsewhere, { id, kind }), 'discord/bot/77')
  }
})

test('[RTE3] [SES4] what a person says on the page of a sub-agent steers the turn on its task', async () => {
  await using scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const step = held(toolCall('sessions_list'))
  scene.play('root', [spawn('dig')])
  scene.play('dig', step.answer)
  await scene.say('go')
  await scene.pass()
  const { sessionId } = await scene.run('dig')
  await scene.world.say(scene.ann, sessionId, 'to the left', { mode: 'steer' })
  step.go()
  await scene.settle()
  assert.match(heardIn(scene.asked('dig')[1]).at(-1) ?? '', /to the left/)
  assert.equal(scene.asked('dig').length, 2, 'in the same turn')
  assert.equal((await scene.told()).length, 1)
})
