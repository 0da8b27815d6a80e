// What can be chosen as the model of all agents: automatic, then every model; the chosen one also when it is gone.

import type { ModelJson } from '@heddle/contract'
import type { Option } from '../../../components/select-field.tsx'
import { modelStrings } from '../../../models-strings.ts'

export function chooseStandardOptions(
  models: readonly Pick<ModelJson, 'name'>[],
  chosen: string | null,
): Option<string>[] {
  const words = modelStrings.standard
  const options = [
    { value: '', title: words.automatic },
    ...models.map(({ name }) => ({ value: name, title: name })),
  ]
  if (chosen !== null && !models.some(({ name }) => name === chosen))
    options.push({ value: chosen, title: words.missing(chosen) })
  return options
}
