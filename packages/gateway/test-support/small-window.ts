// A model with a small window, and what a request to it takes of it.

import assert from 'node:assert/strict'
import type { ModelRequest } from '../src/agents/agents.ts'
import type { AgentsConfig } from '../src/agents/agents-config.ts'

export const smallModel = (contextTokens: number): AgentsConfig => ({
  agents: { defaults: { model: 'p/m' } },
  models: {
    providers: {
      p: { kind: 'openai-compatible', baseUrl: 'http://x.invalid', models: [{ id: 'm', contextTokens }] },
    },
  },
})

/** In tokens of three bytes; without what stands around the messages. */
export function weighRequest({ system, messages, tools }: ModelRequest): number {
  const texts = messages.map((message) => {
    if (message.role === 'tool') return message.output
    if (message.role === 'user') return message.text
    return message.text + message.toolCalls.map((call) => call.name + call.arguments).join('')
  })
  return Buffer.byteLength([system, ...texts, tools.length === 0 ? '' : JSON.stringify(tools)].join('')) / 3
}

/** Every call is followed by its result, and no result stands without its call. */
export function tellsPairs({ messages }: Pick<ModelRequest, 'messages'>): void {
  let open: string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      assert.equal(message.callId, open.shift(), 'a result without its call')
      continue
    }
    assert.deepEqual(open, [], 'a call without its result')
    open = message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : []
  }
  assert.deepEqual(open, [])
}
