// The event streams of the vendors, as their documentation shows them, from what an answer holds.

import type { VendorEvent } from './vendor-endpoint.ts'

export interface VendorAnswer {
  /** With what the vendor signs it with. */
  thought?: { text: string; signature: string }
  text?: string
  calls?: readonly {
    id: string
    name: string
    input: Readonly<Record<string, unknown>>
    signature?: string
  }[]
  /** In the vendor's own word; without one the stream ends before its end. */
  end?: string
}

/** Input tokens: 100 fresh, 40 of the cache, 60 written into it; output: 20. */
export function anthropicEvents({ thought, text, calls = [], end }: VendorAnswer): VendorEvent[] {
  const usage = {
    input_tokens: 100,
    cache_read_input_tokens: 40,
    cache_creation_input_tokens: 60,
    output_tokens: 1,
  }
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  const blocks = [
    ...(thought ? [anthropicThought(thought)] : []),
    ...(text === undefined
      ? []
      : [{ start: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text }] }]),
    ...calls.map(({ id, name, input }) => ({
      start: { type: 'tool_use', id, name, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    })),
  ]
  return [
    named({ type: 'message_start', message }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      named({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
      named({ type: 'content_block_stop', index }),
    ]),
    ...(end === undefined
      ? []
      : [
          named({
            type: 'message_delta',
            delta: { stop_reason: end, stop_sequence: null },
            usage: { output_tokens: 20 },
          }),
          named({ type: 'message_stop' }),
        ]),
  ]
}

function anthropicThought({ text, signature }: { text: string; signature: string }) {
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      { type: 'thinking_delta', thinking: text },
      { type: 'signature_delta', signature },
    ],
  }
}

/** Input tokens: 200, of which 40 of the cache; output: 20. */
export function openaiEvents({ thought, text, calls = [], end }: VendorAnswer): VendorEvent[] {
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'gpt',
    status: 'in_progress',
    output: [],
  }
  const items = [
    ...(thought ? [openaiThought(thought)] : []),
    ...(text === undefined ? [] : [openaiText(text)]),
    ...calls.map(openaiCall),
  ]
  return [
    named({ type: 'response.created', response }),
    ...items.flatMap((events, output_index) => events.map((event) => named({ ...event, output_index }))),
    ...(end === undefined
      ? []
      : [
          named({
            type: end === 'completed' ? 'response.completed' : 'response.incomplete',
            response: {
              ...response,
              status: end === 'completed' ? 'completed' : 'incomplete',
              incomplete_details: end === 'completed' ? null : { reason: end },
              usage: {
                input_tokens: 200,
                input_tokens_details: { cached_tokens: 40 },
                output_tokens: 20,
                output_tokens_details: { reasoning_tokens: 5 },
                total_tokens: 220,
              },
            },
          }),
        ]),
  ]
}

interface OpenAIEvent {
  type: string
  [key: string]: unknown
}

function openaiThought({ text, signature }: { text: string; signature: string }): OpenAIEvent[] {
  const item = { id: 'rs_1', type: 'reasoning', summary: [] }
  const at = { item_id: 'rs_1', summary_index: 0 }
  return [
    { type: 'response.output_item.added', item: { ...item, encrypted_content: null } },
    { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } },
    { type: 'response.reasoning_summary_text.delta', ...at, delta: text },
    { type: 'response.reasoning_summary_part.done', ...at, part: { type: 'summary_text', text } },
    {
      type: 'response.output_item.done',
      item: { ...item, summary: [{ type: 'summary_text', text }], encrypted_content: signature },
    },
  ]
}

function openaiText(text: string): OpenAIEvent[] {
  const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [], status: 'in_progress' }
  return [
    { type: 'response.output_item.added', item },
    { type: 'response.output_text.delta', item_id: 'msg_1', content_index: 0, delta: text },
    {
      type: 'response.output_item.done',
      item: { ...item, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] },
    },
  ]
}

function openaiCall({ id, name, input }: { id: string; name: string; input: object }): OpenAIEvent[] {
  const item = { id: `fc_${id}`, type: 'function_call', call_id: id, name, arguments: '' }
  const said = JSON.stringify(input)
  return [
    { type: 'response.output_item.added', item },
    { type: 'response.function_call_arguments.delta', item_id: item.id, delta: said },
    { type: 'response.output_item.done', item: { ...item, arguments: said, status: 'completed' } },
  ]
}

function named(data: { type: string; [key: string]: unknown }): VendorEvent {
  return { event: data.type, data }
}

/** Input tokens: 200, of which 40 of the cache; output: 20, of which 5 were thought. */
export function googleEvents({ thought, text, calls = [], end }: VendorAnswer): VendorEvent[] {
  const parts = [
    ...(thought ? [{ text: thought.text, thought: true, thoughtSignature: thought.signature }] : []),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ id, name, input, signature }) => ({
      functionCall: { id, name, args: input },
      ...(signature !== undefined && { thoughtSignature: signature }),
    })),
  ]
  const usageMetadata = {
    promptTokenCount: 200,
    cachedContentTokenCount: 40,
    candidatesTokenCount: 15,
    thoughtsTokenCount: 5,
    totalTokenCount: 220,
  }
  return [
    ...parts.map((part) => ({
      data: { candidates: [{ index: 0, content: { role: 'model', parts: [part] } }] },
    })),
    ...(end === undefined
      ? []
      : [
          {
            data: {
              candidates: [
                { index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: end },
              ],
              usageMetadata,
            },
          },
        ]),
  ]
}

/** Input tokens: 200, of which 40 of the cache; output: 20; 0.0123 credits. */
export function openrouterEvents({ thought, text, calls = [], end }: VendorAnswer): VendorEvent[] {
  const detail = thought && {
    type: 'reasoning.text',
    text: thought.text,
    signature: thought.signature,
    format: 'anthropic-claude-v1',
    index: 0,
  }
  const deltas = [
    ...(detail
      ? [{ role: 'assistant', content: '', reasoning: detail.text, reasoning_details: [detail] }]
      : []),
    ...(text === undefined ? [] : [{ role: 'assistant', content: text }]),
    ...calls.map(({ id, name, input }, index) => ({
      tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
    })),
  ]
  const chunk = (delta: unknown, finish: string | null, more: object = {}): VendorEvent => ({
    data: {
      id: 'gen-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      provider: 'Somebody',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    },
  })
  const usage = {
    prompt_tokens: 200,
    prompt_tokens_details: { cached_tokens: 40 },
    completion_tokens: 20,
    completion_tokens_details: { reasoning_tokens: 5 },
    total_tokens: 220,
    cost: 0.0123,
  }
  return [
    ...deltas.map((delta) => chunk(delta, null)),
    ...(end === undefined
      ? []
      : [chunk({ role: 'assistant', content: '' }, end, { usage }), { data: '[DONE]' }]),
  ]
}
