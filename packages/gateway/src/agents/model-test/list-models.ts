// Asks a server which models it has. A stranger's answer: bounded in size and count, and only texts that can be names.

import { limits } from '@heddle/contract'
import type { ProviderKind } from '../agents-config.ts'
import type { ModelError } from '../model.ts'
import { classifyModelError, type FailureContext } from '../providers/classify-model-error.ts'
import type { ModelFetch } from '../providers/model-fetch.ts'

export type ModelList =
  | { kind: 'listed'; ids: string[] }
  /** It answered well, but not with a list: a page for people, or JSON of another kind. */
  | { kind: 'not_a_list'; isPage: boolean }
  | { kind: 'failed'; error: ModelError }

export interface ListModelsInput {
  kind: ProviderKind
  baseUrl: string
  apiKey: string | undefined
  signal: AbortSignal
  context: FailureContext
}

/** What the signal's abort makes it throw comes out; everything else is an answer. */
export async function listModels(
  fetch: ModelFetch,
  { kind, baseUrl, apiKey, signal, context }: ListModelsInput,
): Promise<ModelList> {
  try {
    const { query, headers } = requestFor(kind, apiKey)
    const url = `${baseUrl.replace(/\/+$/, '')}/models${query}`
    const response = await fetch(url, { method: 'GET', headers, signal }, { unreadBytes: 0, isGuarded: true })
    const body = await readText(response)
    if (!response.ok) return { kind: 'failed', error: classifyModelError(answered(response, body), context) }
    const ids = body === undefined ? undefined : readIds(body)
    return ids ? { kind: 'listed', ids } : { kind: 'not_a_list', isPage: isPage(response, body ?? '') }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', error: classifyModelError(error, context) }
  }
}

/** How the list is asked for: each vendor has its own header for the key, and two give it out in pages. */
function requestFor(
  kind: ProviderKind,
  apiKey: string | undefined,
): { query: string; headers: Record<string, string> } {
  const accept = 'application/json'
  if (kind === 'anthropic') {
    const version = { accept, 'anthropic-version': '2023-06-01' }
    return {
      query: '?limit=1000',
      headers: apiKey === undefined ? version : { ...version, 'x-api-key': apiKey },
    }
  }
  if (kind === 'google') {
    return {
      query: '?pageSize=1000',
      headers: apiKey === undefined ? { accept } : { accept, 'x-goog-api-key': apiKey },
    }
  }
  return {
    query: '',
    headers: apiKey === undefined ? { accept } : { accept, authorization: `Bearer ${apiKey}` },
  }
}

/** Undefined when it is longer than any list. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop ends the answer.
    if (bytes > limits.modelListBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function answered(response: Response, responseBody: string | undefined): object {
  return {
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  }
}

function isPage(response: Response, body: string): boolean {
  return /html/i.test(response.headers.get('content-type') ?? '') || /^\s*</.test(body)
}

/** OpenAI's {data: [{id}]}; some leave out the group, Google and others call it models. Undefined for anything else. */
function readIds(body: string): string[] | undefined {
  const list = findList(parse(body))
  if (list === undefined) return undefined
  const ids = list.filter(canAnswer).map((item) => item['id'] ?? withoutFolder(item['name']))
  return [...new Set(ids.filter(isName))].slice(0, limits.modelListItemsMax)
}

/** Google says what each can do; what makes vectors or sounds is left out. */
function canAnswer(item: unknown): item is Record<string, unknown> {
  if (!isRecord(item)) return false
  const methods = item['supportedGenerationMethods']
  return !Array.isArray(methods) || methods.includes('generateContent')
}

/** "models/gemini-4-argon" is asked for without its folder. */
function withoutFolder(name: unknown): unknown {
  return typeof name === 'string' ? name.replace(/^models\//, '') : name
}

function findList(said: unknown): readonly unknown[] | undefined {
  if (Array.isArray(said)) return said
  if (!isRecord(said)) return undefined
  const list = said['data'] ?? said['models']
  return Array.isArray(list) ? list : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && /^[^\s\p{Cc}]+$/u.test(value)
}
