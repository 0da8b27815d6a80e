// From the vendor's messages to our own. Pure.

import { badField, judgeText, limits } from '@heddle/contract'
import type { ModelMessage, ToolDescription } from '../../../agents/agents.ts'
import type { CompletionInput, CompletionMessage } from './completion-input.ts'

export interface Conversation {
  /** What the caller adds to the agent's own instructions; empty if nothing. */
  system: string
  messages: ModelMessage[]
  tools: ToolDescription[]
}

export function readConversation(input: CompletionInput): Conversation {
  const toolNames = new Map<string, string>()
  const system: string[] = []
  const messages: ModelMessage[] = []
  for (const [i, message] of input.messages.entries()) {
    if (message.role === 'system' || message.role === 'developer') system.push(message.content)
    else messages.push(readMessage(message, i, toolNames))
  }
  if (messages.length === 0) throw badField('messages', 'needs at least one message from a user')
  return { system: system.join('\n\n'), messages, tools: readTools(input) }
}

type SpokenMessage = Exclude<CompletionMessage, { role: 'system' | 'developer' }>

function readMessage(message: SpokenMessage, at: number, toolNames: Map<string, string>): ModelMessage {
  switch (message.role) {
    case 'user': {
      const { name, content } = message
      // A name that the caller made up: it is no member's, so it has no handle.
      const speaker = name === undefined ? null : { name, handle: null, place: 'API' }
      return { role: 'user', speaker, text: content }
    }
    case 'assistant': {
      const toolCalls = (message.tool_calls ?? []).map((call) => {
        toolNames.set(call.id, call.function.name)
        return { id: call.id, name: call.function.name, arguments: call.function.arguments }
      })
      return { role: 'assistant', text: message.content ?? '', reasoning: '', toolCalls }
    }
    case 'tool': {
      const callId = message.tool_call_id
      const name = toolNames.get(callId)
      if (name === undefined) {
        throw badField(`messages.${at}.tool_call_id`, 'answers no tool call of an earlier message')
      }
      return { role: 'tool', callId, name, output: message.content, isError: false }
    }
  }
}

function readTools({ tools, tool_choice: choice }: CompletionInput): ToolDescription[] {
  if (choice === 'none') return []
  return (tools ?? []).map(({ function: { name, description = '', parameters } }) => ({
    name,
    description,
    parameters: parameters ?? { type: 'object', properties: {} },
  }))
}

/** All that counts where a session keeps the conversation itself. */
export function readLastUserText(input: CompletionInput): string {
  const at = input.messages.findLastIndex(({ role }) => role === 'user')
  const last = input.messages[at]
  if (last?.role !== 'user') throw badField('messages', 'needs at least one message from a user')
  const complaint = judgeText(last.content, limits.messageCharsMax)
  if (complaint !== undefined) throw badField(`messages.${at}.content`, complaint)
  return last.content
}
