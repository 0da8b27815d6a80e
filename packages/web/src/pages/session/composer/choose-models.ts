// The models to choose from, grouped by who provides them.

import type { ModelJson } from '@heddle/contract'

export interface ModelGroup {
  provider: string
  models: readonly ModelJson[]
}

export function chooseModels(models: readonly ModelJson[]): ModelGroup[] {
  const groups = Map.groupBy(models, (model) => model.provider)
  return [...groups].map(([provider, members]) => ({
    provider,
    models: members.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  }))
}

/** Without the provider, where it stands above; the whole name where it does not begin with it. */
export function shortModelName(name: string, provider: string): string {
  return name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : name
}

/** Whether there is anything to choose: another model than the one that answers. */
export function isModelChoice(models: readonly ModelJson[], own: string, chosen: string | null): boolean {
  return new Set([own, ...(chosen === null ? [] : [chosen]), ...models.map(({ name }) => name)]).size > 1
}
