// The vendor's JSON: one whole completion, or the chunks of one that streams. Pure. The answer's `model` is the agent
// that was asked for; the model behind it stands in `system_fingerprint`, so that the demo model is seen as such.

import type { FinishReason, ToolCall, Usage } from '../../../agents/agents.ts'
import type { AnswerEnd } from './answer-source.ts'

type Answered = Extract<AnswerEnd, { kind: 'answered' }>

export interface CompletionHead {
  id: string
  /** Milliseconds since 1970. */
  createdAt: number
  agentId: string
}

export function wholeCompletion(head: CompletionHead, end: Answered): object {
  const { text, reasoning, toolCalls } = end
  const calls = toolCalls.map(callJson)
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return {
    ...headJson(head, 'chat.completion', end.model),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishJson(end.finish) }],
    usage: usageJson(end.usage),
  }
}

export type Delta =
  | { role: 'assistant'; content: string }
  | { content: string }
  | { reasoning_content: string }
  | { tool_calls: object[] }

export interface ChunkOptions {
  model: string
  includeUsage: boolean
}

export function deltaChunk(head: CompletionHead, delta: Delta, options: ChunkOptions): object {
  return chunk(head, options, [{ index: 0, delta, logprobs: null, finish_reason: null }], null)
}

/** What follows the text: tool calls, the reason of the end, and the usage if asked for. */
export function endChunks(head: CompletionHead, end: Answered, includeUsage: boolean): object[] {
  const options = { model: end.model, includeUsage }
  const calls = end.toolCalls.map((call, index) => ({ index, ...callJson(call) }))
  const finish = [{ index: 0, delta: {}, logprobs: null, finish_reason: finishJson(end.finish) }]
  return [
    ...(calls.length > 0 ? [deltaChunk(head, { tool_calls: calls }, options)] : []),
    chunk(head, options, finish, null),
    ...(includeUsage ? [chunk(head, options, [], usageJson(end.usage))] : []),
  ]
}

function chunk(head: CompletionHead, options: ChunkOptions, choices: object[], usage: object | null): object {
  return {
    ...headJson(head, 'chat.completion.chunk', options.model),
    choices,
    ...(options.includeUsage && { usage }),
  }
}

function headJson({ id, createdAt, agentId }: CompletionHead, object: string, model: string) {
  return { id, object, created: Math.floor(createdAt / 1000), model: agentId, system_fingerprint: model }
}

function callJson(call: ToolCall) {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }
}

function finishJson(finish: FinishReason): string {
  return finish === 'filtered' ? 'content_filter' : finish
}

function usageJson({ inputTokens, outputTokens, cachedTokens }: Usage) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  }
}
