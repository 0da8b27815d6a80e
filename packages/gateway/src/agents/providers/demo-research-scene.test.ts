import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelMessage } from '../model.ts'
import { chooseScene } from './demo-scenes.ts'

const tools = ['sessions_spawn', 'subagents'].map((name) => ({ name, description: '', parameters: {} }))
const asked: ModelMessage = { role: 'user', speaker: null, text: 'research three things in parallel' }
const play = (...after: ModelMessage[]) => chooseScene({ messages: [asked, ...after], tools })

const result = (name: string, output = '{}', isError = false): ModelMessage => ({
  role: 'tool',
  callId: name,
  name,
  output,
  isError,
})

const heard = (label: string, status: string, told: string): ModelMessage => ({
  role: 'user',
  speaker: null,
  text: `[Heddle: a sub-agent has ended: {"runId":"run_1","label":"${label}","agent":"main"}. …]\n\nStatus: ${status} · words\n\n${told}`,
})

const spawned = [result('sessions_spawn'), result('sessions_spawn'), result('sessions_spawn')]

test('[AGT4] asked to research three things it gives each to a sub-agent, waits, and gathers what came back', () => {
  const first = play()
  assert.deepEqual(
    first.toolCalls?.map(({ name, arguments: said }) => [name, JSON.parse(said).label]),
    [
      ['sessions_spawn', 'linen'],
      ['sessions_spawn', 'wool'],
      ['sessions_spawn', 'silk'],
    ],
  )
  assert.deepEqual(
    play(...spawned).toolCalls?.map(({ name, arguments: said }) => [name, said]),
    [['subagents', '{"action":"wait"}']],
  )
  const last = play(
    ...spawned,
    result('subagents'),
    heard('linen', 'success', 'Result: It takes dye.'),
    heard('silk', 'error', 'Result: (not available)\n\nNotes: refused: on purpose'),
  )
  assert.equal(last.toolCalls?.length, 0)
  assert.match(last.text, /Three things, side by side/)
  assert.match(last.text, /\| \*\*linen\*\* \| words \| It takes dye\. \|/)
  assert.match(last.text, /\| \*\*silk\*\* \| words \| refused: on purpose \|/)
  assert.match(last.text, /One of them failed on purpose/)
})

test('[AGT4] what it hears after its turn is told the same way, and no question of a person’s', () => {
  const late = play(...spawned, result('subagents'), heard('wool', 'success', 'Result: It stretches.'))
  assert.match(late.text, /It stretches/)
})

test('[AGT4] where no sub-agent can be started it says why', () => {
  const refused = result('sessions_spawn', '{"status":"error","code":"too_deep"}', true)
  assert.match(play(refused, refused, refused).text, /too_deep/)
  assert.match(chooseScene({ messages: [asked], tools: [] }).text, /sessions_spawn/)
})
