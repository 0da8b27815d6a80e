// What tells one kind of provider from another. Everything else is the same for all of them and stands in
// open-library-provider.ts.

import type { ModelRequest } from '../model.ts'
import type { LibraryFinish, LibraryModel, LibraryOptions, LibraryPrompt } from './library-model.ts'

export interface Dialect {
  /** What answers there, for people: "the Anthropic API". */
  api: string
  openModels(connection: Connection): (model: string) => LibraryModel
  /** What a call says besides the conversation and the tools. */
  options?(request: ModelRequest): Pick<LibraryOptions, 'reasoning' | 'providerOptions'>
  /** The conversation as this kind wants it. */
  arrange?(prompt: LibraryPrompt): LibraryPrompt
  /** Said of every tool. */
  isStrict?: boolean
  /** Whether the model wants to see again what it thought before it called a tool. */
  hasTrace?: boolean
  /** Whether the end only means that the stream ended. */
  isCut?(finish: LibraryFinish): boolean
  /** What the answer cost, as the provider tells it. */
  costMicros?(finish: LibraryFinish): number | undefined
}

export interface Connection {
  /** As the configuration calls it. */
  name: string
  baseUrl: string
  apiKey: string
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>
}
