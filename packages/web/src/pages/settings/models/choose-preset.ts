// What is known about the usual providers, so that one need not look up an address. Choosing one fills in what is still
// empty or came from another preset; what was typed stays.

export const presetIds = ['openai', 'openrouter', 'ollama', 'lm-studio', 'vllm', 'custom'] as const
export type PresetId = (typeof presetIds)[number]

export interface Preset {
  /** Also the name it gets, as long as that is free. */
  name: string
  baseUrl: string
  needsKey: boolean
  examples: readonly string[]
}

export const presets: Readonly<Record<PresetId, Preset>> = {
  openai: {
    name: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    examples: ['gpt-5', 'gpt-5-mini'],
  },
  openrouter: {
    name: 'openrouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    examples: ['openai/gpt-5-mini', 'meta-llama/llama-3.3-70b-instruct'],
  },
  ollama: {
    name: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    examples: ['llama3.2', 'qwen3:8b'],
  },
  'lm-studio': {
    name: 'lm-studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    examples: ['openai/gpt-oss-20b'],
  },
  vllm: {
    name: 'vllm',
    baseUrl: 'http://127.0.0.1:8000/v1',
    needsKey: false,
    examples: ['Qwen/Qwen3-8B'],
  },
  custom: { name: '', baseUrl: '', needsKey: false, examples: ['large'] },
}

export interface Place {
  name: string
  baseUrl: string
}

export function choosePreset<T extends Place>(draft: T, id: PresetId, taken: readonly string[]): T {
  const { name, baseUrl } = presets[id]
  return {
    ...draft,
    name: isOurs(draft.name, taken) ? freeName(name, taken) : draft.name,
    baseUrl: draft.baseUrl.trim() === '' || presetAt(draft.baseUrl) !== undefined ? baseUrl : draft.baseUrl,
  }
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
