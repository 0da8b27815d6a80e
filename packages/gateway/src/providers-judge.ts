// Whether a provider may be set in the web under that name and in that form: the rules of the file hold there too. Pure.

import { badField, type Issue, providerPath, type Refusal, refused } from '@heddle/contract'
import type { ProviderEntry } from './agents/agents-config.ts'
import { isDangling } from './choose-agents-config.ts'
import { providerSchema } from './agents-config-schema.ts'
import { explainComplaints, tellIssues } from './explain-config-errors.ts'
import { isLinkLocal, literalAddressOf } from './foundation/egress/judge-url.ts'
import type { ProviderEntries } from './judge-agents-config.ts'
import type { AddedKind } from './providers-store.ts'

export interface ProviderInput {
  kind: AddedKind
  /** Absent: the vendor's own address. */
  baseUrl?: string | undefined
  /** Absent: the one that is kept stays. Null: it is forgotten. */
  apiKey?: string | null | undefined
  models: ProviderEntry['models'] & {}
}

/** Throws unless admins may set something under this name here. */
export function assertFreeName(name: string, inFile: ProviderEntries, fileName: string): void {
  if (Object.hasOwn(inFile, name)) {
    throw refused('set_in_file', {
      message: `The provider ${name} is set in ${fileName} and read-only here.`,
      issues: [{ field: 'name', message: `is set in ${fileName}` }],
    })
  }
  if (name === 'demo') throw badField('name', 'is the name of the built-in demo model; choose another one')
  const verdict = providerPath.safeParse(name)
  if (!verdict.success) throw wrong(explainComplaints(verdict.error.issues, shown(name)), 'name')
}

/** What the file would have in its place. Without any models, the provider is asked for whatever name an agent gives. */
export function checkProvider({ kind, baseUrl, apiKey, models }: ProviderInput): ProviderEntry {
  const entry = { kind, ...(baseUrl !== undefined && { baseUrl }), ...(models.length > 0 && { models }) }
  const verdict = providerSchema.safeParse(entry)
  if (!verdict.success) throw wrong(explainComplaints(verdict.error.issues, shown(entry)), '')
  const literal = baseUrl === undefined ? undefined : literalAddressOf(new URL(baseUrl))
  if (literal !== undefined && isLinkLocal(literal)) {
    throw badField('baseUrl', `is a link-local address, which is not reached from here: ${literal}`)
  }
  if (typeof apiKey === 'string' && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw badField('apiKey', 'has a space or a sign that no key has; copy it again')
  }
  return verdict.data
}

/** The default model that admins chose must still be there afterwards, if it was there before. */
export function assertDefaultStays(model: string, before: ProviderEntries, after: ProviderEntries): void {
  if (isDangling(model, before) || !isDangling(model, after)) return
  throw badField(
    'agents.defaults.model',
    `is ${JSON.stringify(model)}, which would no longer be there; choose another default model first`,
  )
}

function shown(value: unknown) {
  return { value, keys: [], showsValues: true }
}

function wrong(issues: readonly Issue[], whole: string): Refusal {
  const named = issues.map((issue) => ({ ...issue, field: issue.field || whole }))
  return refused('bad_input', { message: tellIssues(named), issues: named })
}
