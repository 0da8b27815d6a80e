// Which problem of a save stands at which field of the form. The server writes the path of a model's field as
// `models[0].id`, a shape that does not fit at all as `models.0.id`; what belongs to no field is told beside the button.

import type { Problems } from '../../../api/use-submit.ts'
import { modelStrings } from '../../../models-strings.ts'
import { standardKey } from './standard-key.ts'

export interface PlacedProblems {
  fields: Problems
  elsewhere: readonly string[]
}

export function placeProblems(problems: Problems): PlacedProblems {
  const fields: Record<string, string> = {}
  const elsewhere: string[] = []
  for (const [path, text] of Object.entries(problems)) {
    const field = path.replace(/^models\.(\d+)/, 'models[$1]')
    if (/^(name|baseUrl|apiKey|models)$|^models\[/.test(field)) fields[field] = text
    else elsewhere.push(path === standardKey ? modelStrings.form.problems.standard : text)
  }
  return { fields, elsewhere }
}

/** The first problem that is about the models and has no field of its own. */
export function modelsProblem(fields: Problems): string | undefined {
  return Object.entries(fields).find(([field]) => /^models(\[\d+\](\.id)?)?$/.test(field))?.[1]
}
