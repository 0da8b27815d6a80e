import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { refusedWith } from '../../../../test-support/refused-with.ts'
import { checkBody } from '../api/check-input.ts'
import { type CompletionInput, completionInput } from './completion-input.ts'
import { readConversation, readLastUserText } from './read-completion.ts'

function input(more: object): CompletionInput {
  const messages = [{ role: 'user', content: 'hello' }]
  return checkBody(completionInput, { model: 'main', messages, ...more }) as CompletionInput
}

test('[API12] what system and developer say is gathered, and everything else keeps its order', () => {
  const { system, messages } = readConversation(
    input({
      messages: [
        { role: 'system', content: 'Be kind.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
          name: 'kim',
        },
        { role: 'assistant', content: null, tool_calls: [call('c1', 'look')] },
        { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'and?' },
      ],
    }),
  )
  assert.equal(system, 'Be kind.\n\nBe brief.')
  assert.deepEqual(messages, [
    { role: 'user', speaker: { name: 'kim', handle: null, place: 'API' }, text: 'one\ntwo' },
    { role: 'assistant', text: '', reasoning: '', toolCalls: [{ id: 'c1', name: 'look', arguments: '{}' }] },
    { role: 'tool', callId: 'c1', name: 'look', output: 'a cat', isError: false },
    { role: 'user', speaker: null, text: 'and?' },
  ])
})

test('[API12] tools pass through, and none of them with tool_choice none', () => {
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
  assert.deepEqual(readConversation(input({ tools })).tools, [
    { name: 'look', description: '', parameters: { type: 'object' } },
  ])
  assert.deepEqual(readConversation(input({ tools, tool_choice: 'none' })).tools, [])
})

test('[API12] a tool result without its call, and a request without anything said, are refused by field', () => {
  const stray = input({ messages: [{ role: 'tool', tool_call_id: 'c9', content: 'x' }] })
  assert.throws(() => readConversation(stray), refusedWith('bad_input', 'messages.0.tool_call_id'))
  const silent = input({ messages: [{ role: 'system', content: 'x' }] })
  assert.throws(() => readConversation(silent), refusedWith('bad_input', 'messages'))
  assert.throws(() => readLastUserText(silent), refusedWith('bad_input', 'messages'))
})

test('[API13] in a session only the last user message counts, and it is judged like any other', () => {
  const said = input({
    messages: [
      { role: 'user', content: 'first' },
      { role: 'user', content: 'last' },
      { role: 'assistant', content: 'hm' },
    ],
  })
  assert.equal(readLastUserText(said), 'last')
  for (const content of ['', ' \n', 'a\0', 'x'.repeat(limits.messageCharsMax + 1)]) {
    const wrong = input({ messages: [{ role: 'user', content }] })
    assert.throws(() => readLastUserText(wrong), refusedWith('bad_input', 'messages.0.content'))
  }
})

test('[API12] what cannot be given is refused by its field; what only tunes a model is ignored', () => {
  const wrong: [object, string][] = [
    [{ n: 2 }, 'n'],
    [{ tool_choice: 'required' }, 'tool_choice'],
    [{ tool_choice: { type: 'function', function: { name: 'x' } } }, 'tool_choice'],
    [{ response_format: { type: 'json_object' } }, 'response_format.type'],
    [{ logprobs: true }, 'logprobs'],
    [{ functions: [] }, 'functions'],
    [{ audio: {} }, 'audio'],
    [{ stream: 'yes' }, 'stream'],
    [{ messages: 'hello' }, 'messages'],
    [{ messages: [] }, 'messages'],
    [{ messages: [{ role: 'usr', content: 'x' }] }, 'messages.0.role'],
    [{ messages: [{ role: 'user', content: 4 }] }, 'messages.0.content'],
    [{ messages: [{ role: 'user', content: [{ type: 'image_url' }] }] }, 'messages.0.content.0.type'],
    [{ messages: [{ role: 'user', content: 'a\ud800' }] }, 'messages.0.content.0.text'],
    [{ tools: [{ type: 'function', function: { name: 'no spaces' } }] }, 'tools.0.function.name'],
    [{ model: '' }, 'model'],
  ]
  for (const [more, field] of wrong) assert.throws(() => input(more), refusedWith('bad_input', field), field)
  const tuned = { temperature: 0.2, max_tokens: 5, stop: ['x'], seed: 1, user: 'u', n: null, stream: null }
  assert.equal(input(tuned).messages.length, 1)
})

function call(id: string, name: string) {
  return { id, type: 'function', function: { name, arguments: '{}' } }
}
