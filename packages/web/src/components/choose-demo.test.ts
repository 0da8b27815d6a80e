import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDemoSession } from './choose-demo.ts'

const agents = [
  { id: 'main', isDemo: true },
  { id: 'reviewer', isDemo: false },
]
const models = [
  { name: 'demo/demo', isDemo: true },
  { name: 'house/large', isDemo: false },
]
const judge = (agentId: string, model: string | null) =>
  isDemoSession({ session: { agentId, model }, agents, models })

test('[UIF5] the demo model is named where it answers, and nowhere else', () => {
  assert.equal(judge('main', null), true)
  assert.equal(judge('reviewer', null), false)
})

test('[UIF5] the model chosen in a session counts before its agent’s', () => {
  assert.equal(judge('main', 'house/large'), false)
  assert.equal(judge('reviewer', 'demo/demo'), true)
})

test('[UIF5] nothing is said about what is not known', () => {
  assert.equal(judge('gone', null), false)
  assert.equal(judge('main', 'house/gone'), false)
  const session = { agentId: 'main', model: null }
  assert.equal(isDemoSession({ session, agents: undefined, models: undefined }), false)
})
