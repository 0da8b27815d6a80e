// What is known about the usual providers, so that one need not look up an address. Choosing one fills in what is still
// empty or came from another preset; what was typed stays.

import type { AddedKind } from './provider-draft.ts'

export const presetIds = [
  'openai',
  'anthropic',
  'google',
  'openrouter',
  'ollama',
  'lm-studio',
  'vllm',
  'custom',
] as const
export type PresetId = (typeof presetIds)[number]

export interface Preset {
  /** Also the name it gets, as long as that is free. */
  name: string
  kind: AddedKind
  /** Empty for a vendor, which has one of its own. */
  baseUrl: string
  /** Where a vendor is, if nobody says otherwise; only shown. */
  ownUrl?: string
  needsKey: boolean
  examples: readonly string[]
}

export const presets: Readonly<Record<PresetId, Preset>> = {
  openai: vendor('openai', 'https://api.openai.com/v1', ['gpt-6.1-sol', 'gpt-6-luna']),
  anthropic: vendor('anthropic', 'https://api.anthropic.com/v1', ['claude-sonnet-5-5', 'claude-haiku-5-5']),
  google: vendor('google', 'https://generativelanguage.googleapis.com/v1beta', [
    'gemini-4-argon',
    'gemini-3.8-flash',
  ]),
  openrouter: vendor('openrouter', 'https://openrouter.ai/api/v1', [
    'openai/gpt-5-mini',
    'meta-llama/llama-3.3-70b-instruct',
  ]),
  ollama: {
    name: 'ollama',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    examples: ['llama3.2', 'qwen3:8b'],
  },
  'lm-studio': {
    name: 'lm-studio',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    examples: ['openai/gpt-oss-20b'],
  },
  vllm: {
    name: 'vllm',
    kind: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:8000/v1',
    needsKey: false,
    examples: ['Qwen/Qwen3-8B'],
  },
  custom: { name: '', kind: 'openai-compatible', baseUrl: '', needsKey: false, examples: ['large'] },
}

function vendor(
  kind: Exclude<AddedKind, 'openai-compatible'>,
  ownUrl: string,
  examples: readonly string[],
): Preset {
  return { name: kind, kind, baseUrl: '', ownUrl, needsKey: true, examples }
}

export interface Place {
  kind: AddedKind
  name: string
  baseUrl: string
}

export function choosePreset<T extends Place>(draft: T, id: PresetId, taken: readonly string[]): T {
  const { name, kind, baseUrl } = presets[id]
  return {
    ...draft,
    kind,
    name: isOurs(draft.name, taken) ? freeName(name, taken) : draft.name,
    baseUrl: draft.baseUrl.trim() === '' || presetAt(draft.baseUrl) !== undefined ? baseUrl : draft.baseUrl,
  }
}

/** Which preset a provider that is set already goes by. */
export function presetOf({ kind, baseUrl }: Pick<Place, 'kind' | 'baseUrl'>): PresetId {
  return kind === 'openai-compatible' ? (presetAt(baseUrl) ?? 'custom') : kind
}

/** Which preset has this address; undefined for one that was typed. */
export function presetAt(baseUrl: string): PresetId | undefined {
  const wanted = baseUrl.trim().replace(/\/+$/, '')
  return presetIds.find((id) => presets[id].baseUrl !== '' && presets[id].baseUrl === wanted)
}

function isOurs(name: string, taken: readonly string[]): boolean {
  return name.trim() === '' || presetIds.some((id) => freeName(presets[id].name, taken) === name)
}

function freeName(name: string, taken: readonly string[]): string {
  if (name === '' || !taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name}-${number}`)) number += 1
  return `${name}-${number}`
}
