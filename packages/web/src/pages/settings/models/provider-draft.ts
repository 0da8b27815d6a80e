// A provider while it is being written: every field as the text that stands in it, so that nothing typed is lost, and
// the way from and to what the server knows.

import { isProviderName, limits, type ModelInput, type ProviderJson } from '@heddle/contract'
import type { BodyOf } from '../../../api/call-types.ts'
import type { Problems } from '../../../api/use-submit.ts'
import { modelStrings } from '../../../models-strings.ts'

export interface ModelDraft {
  id: string
  contextTokens: string
  input: string
  output: string
  cachedInput: string
  /** Has no field here; what somebody set elsewhere stays. */
  cacheWrite?: number | undefined
  vision: boolean
}

/** The demo is always there, and never added. */
export type AddedKind = Exclude<ProviderJson['kind'], 'demo'>

export interface ProviderDraft {
  kind: AddedKind
  name: string
  /** Empty: the vendor's own. */
  baseUrl: string
  /** Empty: the one that is kept stays. */
  apiKey: string
  forgetsKey: boolean
  models: readonly ModelDraft[]
}

export const emptyDraft: ProviderDraft = {
  kind: 'openai-compatible',
  name: '',
  baseUrl: '',
  apiKey: '',
  forgetsKey: false,
  models: [],
}

export function newModel(id: string): ModelDraft {
  return { id, contextTokens: '', input: '', output: '', cachedInput: '', vision: false }
}

export function draftOf({ kind, name, baseUrl, models }: ProviderJson): ProviderDraft {
  return {
    ...emptyDraft,
    kind: kind === 'demo' ? emptyDraft.kind : kind,
    name,
    baseUrl: baseUrl ?? '',
    models: models.map(modelDraftOf),
  }
}

/** A vendor has an address of its own. */
export function needsAddress({ kind }: Pick<ProviderDraft, 'kind'>): boolean {
  return kind === 'openai-compatible'
}

function modelDraftOf({ id, contextTokens, cost, vision = false }: ModelInput): ModelDraft {
  const text = (value: number | undefined) => (value === undefined ? '' : String(value))
  return {
    id,
    contextTokens: text(contextTokens),
    input: text(cost?.input),
    output: text(cost?.output),
    cachedInput: text(cost?.cachedInput),
    cacheWrite: cost?.cacheWrite,
    vision,
  }
}

/** What this page itself sees to be wrong, by field; the server judges again. `taken`: names of the other providers. */
export function judgeDraft(draft: ProviderDraft, taken: readonly string[]): Problems {
  const words = modelStrings.form.problems
  const problems: Record<string, string> = {}
  const name = draft.name.trim()
  if (name === '') problems.name = words.nameMissing
  else if (!isProviderName(name)) problems.name = words.name
  else if (taken.includes(name)) problems.name = words.nameTaken(name)
  const baseUrl = draft.baseUrl.trim()
  if (baseUrl === '' && needsAddress(draft)) problems.baseUrl = words.baseUrlMissing
  if (baseUrl !== '' && !isWebAddress(baseUrl)) problems.baseUrl = words.baseUrl
  if (draft.models.length > limits.modelsPerProviderMax)
    problems.models = words.tooMany(limits.modelsPerProviderMax)
  for (const [i, model] of draft.models.entries()) Object.assign(problems, judgeModel(model, i))
  return problems
}

function judgeModel(model: ModelDraft, i: number): Record<string, string> {
  const words = modelStrings.form.problems
  const problems: Record<string, string> = {}
  if (/\s/.test(model.id)) problems[`models[${i}].id`] = words.spaces(model.id)
  const context = numberOf(model.contextTokens)
  if (context !== undefined && !(Number.isInteger(context) && context >= 1))
    problems[`models[${i}].contextTokens`] = words.whole
  for (const field of ['input', 'output', 'cachedInput'] as const) {
    const price = numberOf(model[field])
    if (price !== undefined && !(price >= 0)) problems[`models[${i}].cost.${field}`] = words.price
  }
  if (!hasPrice(model)) return problems
  for (const field of ['input', 'output'] as const) {
    if (model[field].trim() === '') problems[`models[${i}].cost.${field}`] ??= words.bothPrices
  }
  return problems
}

/** For the server, once nothing is wrong with it. */
export function bodyOf(draft: ProviderDraft): BodyOf<'saveProvider'> {
  const key = draft.apiKey.trim()
  return {
    ...placeOf(draft),
    ...(key === '' ? (draft.forgetsKey ? { apiKey: null } : {}) : { apiKey: key }),
    models: draft.models.map(modelOf),
  }
}

/** Of one that is set already, the server has the key; `kept` is its name. */
export function testBodyOf(draft: ProviderDraft, kept: string | undefined): BodyOf<'testModel'> {
  const key = draft.apiKey.trim()
  const model = draft.models[0]?.id
  return {
    ...placeOf(draft),
    ...(kept === undefined || draft.forgetsKey ? {} : { provider: kept }),
    ...(key === '' ? {} : { apiKey: key }),
    ...(model === undefined ? {} : { model }),
  }
}

function placeOf({ kind, baseUrl }: ProviderDraft): { kind: AddedKind; baseUrl?: string } {
  const address = baseUrl.trim()
  return address === '' ? { kind } : { kind, baseUrl: address }
}

function modelOf(model: ModelDraft): ModelInput {
  const contextTokens = numberOf(model.contextTokens)
  const cachedInput = numberOf(model.cachedInput)
  const cost = {
    input: numberOf(model.input) ?? 0,
    output: numberOf(model.output) ?? 0,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(model.cacheWrite === undefined ? {} : { cacheWrite: model.cacheWrite }),
  }
  return {
    id: model.id,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(hasPrice(model) ? { cost } : {}),
    ...(model.vision ? { vision: true } : {}),
  }
}

export function hasPrice({ input, output, cachedInput }: ModelDraft): boolean {
  return [input, output, cachedInput].some((text) => text.trim() !== '')
}

/** Undefined for an empty field, NaN for what is no number. Grouping is forgiven. */
export function numberOf(text: string): number | undefined {
  const digits = text.replace(/[\s_,]/g, '')
  return digits === '' ? undefined : Number(digits)
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
