// Our messages in the form that the AI SDK's models take. Pure.

import type { ModelAttachment, ModelMessage, ModelRequest, Speaker, ToolDescription } from '../model.ts'
import { writeJsonLine } from '../write-json-line.ts'
import type { LibraryMessage, LibraryPrompt, LibraryTool } from './library-model.ts'
import { readArguments } from './read-arguments.ts'
import { readTrace } from './vendor-trace.ts'

export function toModelPrompt({
  system,
  messages,
}: Pick<ModelRequest, 'system' | 'messages'>): LibraryPrompt {
  const start: LibraryPrompt = system === '' ? [] : [{ role: 'system', content: system }]
  return [...start, ...messages.flatMap(toPromptMessage)]
}

function toPromptMessage(message: ModelMessage): LibraryMessage[] {
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

// What a model thought is left out, but for what the vendor wants to see again: half of the servers refuse it, the
// others ignore it.
function toAssistantMessage(message: Extract<ModelMessage, { role: 'assistant' }>): LibraryMessage[] {
  const traced = message.vendor && readTrace(message.vendor.data, message)
  if (traced) return [{ role: 'assistant', content: traced }]
  const { text, toolCalls } = message
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

export function toModelTools(tools: readonly ToolDescription[], isStrict?: boolean): LibraryTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters,
    ...(isStrict !== undefined && { strict: isStrict }),
  }))
}
