// Whether the default model that admins chose is there. A running gateway says so itself; otherwise the rows are read, and
// held against the file.

import { existsSync } from 'node:fs'
import type { AgentsConfig, ProviderEntry } from '../../agents/agents-config.ts'
import { isDangling } from '../../choose-agents-config.ts'
import type { DataFolder } from '../../data-folder.ts'
import { readWebModels } from '../../database-file-store.ts'
import { type Finding, warn } from './finding.ts'

export function settingsFinding(text: string): Finding {
  return warn(
    'settings',
    text,
    'Choose another one in the settings of the web app, or set its provider again.',
  )
}

export function lookAtModels(folder: DataFolder, { agents, models }: AgentsConfig): Finding[] {
  if (agents?.defaults?.model !== undefined || !existsSync(folder.database)) return []
  const found = readRows(folder.database)
  if (!found || !isDangling(found.defaultModel, { ...found.providers, ...models?.providers })) return []
  const text = `the default model "${found.defaultModel}" is not there any more; the first that is listed answers instead`
  return [settingsFinding(text)]
}

/** Undefined when they cannot be read, which is another finding. */
function readRows(
  path: string,
): { defaultModel: string; providers: Record<string, ProviderEntry> } | undefined {
  try {
    const { defaultModel, providers } = readWebModels(path)
    return {
      // The edge: what was written was checked; whatever it is now names a model or does not.
      defaultModel: String(JSON.parse(defaultModel ?? '""')),
      providers: Object.fromEntries(providers.map(({ name, models }) => [name, entryOf(models)])),
    }
  } catch {
    return undefined
  }
}

function entryOf(text: string): ProviderEntry {
  const models = JSON.parse(text) as { id: string }[]
  return { kind: 'openai-compatible', ...(models.length > 0 && { models }) }
}
