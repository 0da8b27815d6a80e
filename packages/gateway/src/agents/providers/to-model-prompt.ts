// Our messages in the form that the AI SDK's models take. Pure.

import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type {
  ModelAttachment,
  ModelMessage,
  ModelRequest,
  Speaker,
  Thinking,
  ToolCall,
  ToolDescription,
} from '../model.ts'
import { writeJsonLine } from '../write-json-line.ts'

export type LibraryModel = ReturnType<OpenAICompatibleProvider['chatModel']>
export type LibraryOptions = Parameters<LibraryModel['doStream']>[0]
type Prompt = LibraryOptions['prompt']
type PromptMessage = Prompt[number]
type Tool = NonNullable<LibraryOptions['tools']>[number]

export function toModelPrompt({ system, messages }: Pick<ModelRequest, 'system' | 'messages'>): Prompt {
  const start: Prompt = system === '' ? [] : [{ role: 'system', content: system }]
  return [...start, ...messages.flatMap(toPromptMessage)]
}

function toPromptMessage(message: ModelMessage): PromptMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: toUserContent(message) }]
    case 'assistant':
      return toAssistantMessage(message)
    case 'tool': {
      const { callId: toolCallId, name: toolName, output: value, isError } = message
      const output = { type: isError ? ('error-text' as const) : ('text' as const), value }
      return [{ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }]
    }
  }
}

/** Who speaks is a part of its own and always the first, so that no text can pretend to be it. */
function toUserContent({ speaker, text, attachments = [] }: Extract<ModelMessage, { role: 'user' }>) {
  const files = attachments.flatMap(toFileParts)
  // Whoever sends a file need not say anything, and an empty part is refused by many servers.
  const own = text === '' && files.length > 0 ? [] : [textPart(text)]
  return [...(speaker === null ? [] : [speakerPart(speaker)]), ...own, ...files]
}

function speakerPart({ name, handle, place }: Speaker) {
  return textPart(writeJsonLine({ speaker: { name, handle, place } }))
}

function toFileParts(file: ModelAttachment) {
  if (file.kind === 'note') return [textPart(`[${file.note}]`)]
  const label = `[${file.name} (${file.mediaType}) is attached:]`
  if (file.kind === 'text') return [textPart(`${label}\n${fence(file.text)}`)]
  // As text, because the library would turn the bytes into it one by one.
  const data = { type: 'data' as const, data: Buffer.from(file.bytes).toString('base64') }
  return [textPart(label), { type: 'file' as const, mediaType: file.mediaType, data }]
}

/** Longer than any row of backticks inside it, so that no file can end before its end. */
function fence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`
}

function textPart(text: string) {
  return { type: 'text' as const, text }
}

// What a model thought in earlier turns is left out: half of the servers refuse it, the others ignore it.
function toAssistantMessage({
  text,
  toolCalls,
}: Extract<ModelMessage, { role: 'assistant' }>): PromptMessage[] {
  const content = [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls.map(({ id, name, arguments: said }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: readArguments(said),
    })),
  ]
  // An empty answer is refused by many servers, and would be at every later turn too.
  return content.length === 0 ? [] : [{ role: 'assistant', content }]
}

/** Always an object: servers that parse what they wrote themselves fail on anything else. */
function readArguments(said: ToolCall['arguments']): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(said)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Told below, as it was written.
  }
  return said.trim() === '' ? {} : { unreadable: said }
}

export function toModelTools(tools: readonly ToolDescription[]): Tool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters,
  }))
}

// Off says nothing at all: models that cannot think refuse to be told not to. The most that servers know is xhigh.
export function toReasoning(thinking: Thinking): LibraryOptions['reasoning'] {
  if (thinking === 'off') return undefined
  return thinking === 'max' ? 'xhigh' : thinking
}
