// The AI SDK's models as we use them: nothing but one streamed answer.

import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'

export type LibraryModel = Pick<ReturnType<OpenAICompatibleProvider['languageModel']>, 'doStream'>
export type LibraryOptions = Parameters<LibraryModel['doStream']>[0]
type LibraryStream = Awaited<ReturnType<LibraryModel['doStream']>>['stream']
export type LibraryPart = LibraryStream extends ReadableStream<infer Part> ? Part : never
export type LibraryFinish = Extract<LibraryPart, { type: 'finish' }>
export type LibraryTool = NonNullable<LibraryOptions['tools']>[number]
export type LibraryPrompt = LibraryOptions['prompt']
export type LibraryMessage = LibraryPrompt[number]
export type LibraryAnswer = Extract<LibraryMessage, { role: 'assistant' }>['content']
/** What a vendor says of a part, by the vendor's name; sent back as it came. */
export type LibraryMetadata = NonNullable<LibraryMessage['providerOptions']>
