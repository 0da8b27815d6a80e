// Asks a model for one word, to see whether address, key and name are right. Whatever the world does comes back as an
// answer, within a bounded time; the key comes back in none.

import { limits } from '@heddle/contract'
import type { Clock } from '../../foundation/clock.ts'
import type { Log } from '../../foundation/logging/log.ts'
import type { Step, StepOutcome } from '../agents.ts'
import type { ProviderKind } from '../agents-config.ts'
import { chooseCatalogue, findModelIn } from '../choose-catalogue.ts'
import type { ModelProvider } from '../model.ts'
import type { ProviderSettings } from '../open-providers.ts'
import { keyMissing } from '../providers/classify-model-error.ts'
import type { ModelFetch } from '../providers/model-fetch.ts'
import { addressOf } from '../providers/vendor-addresses.ts'
import { runModelStep } from '../run-step.ts'
import { stepLimits } from '../step-limits.ts'
import { chooseTestModel } from './choose-test-model.ts'
import {
  chooseAnswerVerdict,
  chooseListVerdict,
  type TestSubject,
  type TestVerdict,
} from './choose-test-verdict.ts'
import { listModels, type ModelList } from './list-models.ts'

export interface ModelTestInput {
  /** As people know it. */
  name: string
  kind: ProviderKind
  /** Undefined for the vendor's own address. */
  baseUrl: string | undefined
  apiKey: string | undefined
  /** Absent: the first of `configured`, else one of the server's own list. */
  model: string | undefined
  configured: readonly string[]
}

export interface ModelTest {
  ok: boolean
  model: string | null
  tookMs: number
  message: string
  code?: string
  models?: string[]
}

export interface ModelTestDeps {
  clock: Clock
  log: Log
  fetch: ModelFetch
  openProvider(settings: ProviderSettings): Promise<ModelProvider>
}

export async function testModel(deps: ModelTestDeps, input: ModelTestInput): Promise<ModelTest> {
  const { clock } = deps
  const beganAt = clock.mono()
  const model = chooseTestModel(input.model, input.configured, [])
  // Half of the time, so that a slow list leaves some for the model.
  const list = await withinTime(clock, limits.modelTestMs / 2, (signal) => findList(deps, input, signal))
  const ids = list?.kind === 'listed' ? list.ids : []
  const subject: TestSubject = {
    name: input.name,
    kind: input.kind,
    baseUrl: addressFor(input.kind, input.baseUrl) ?? '',
    hasKey: input.apiKey !== undefined,
    model: model ?? chooseTestModel(undefined, [], ids),
  }
  const leftMs = limits.modelTestMs - (clock.mono() - beganAt)
  const verdict = chooseListVerdict(subject, list) ?? (await askModel(deps, input, subject, list, leftMs))
  const tookMs = Math.round(clock.mono() - beganAt)
  return withoutKey(describe(verdict, subject, list, tookMs), input.apiKey)
}

async function findList(
  { clock, fetch }: ModelTestDeps,
  { kind, name, baseUrl, apiKey }: ModelTestInput,
  signal: AbortSignal,
): Promise<ModelList> {
  const address = addressFor(kind, baseUrl)
  if (kind === 'demo' || address === undefined) return { kind: 'listed', ids: ['demo'] }
  // It would say the same, and one of them gives its list to anybody.
  if (apiKey === undefined && baseUrl === undefined) {
    return { kind: 'failed', error: { ...keyMissing(name, undefined), status: 401 } }
  }
  const context = { provider: name, apiKey, now: clock.wall() }
  return listModels(fetch, { kind, baseUrl: address, apiKey, signal, context })
}

function addressFor(kind: ProviderKind, baseUrl: string | undefined): string | undefined {
  return addressOf({ kind, ...(baseUrl !== undefined && { baseUrl }) })
}

/** Undefined when the time was over first. */
async function withinTime<T>(
  clock: Clock,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const abort = new AbortController()
  const cancel = clock.timer(ms, () => abort.abort())
  try {
    return await run(abort.signal)
  } catch (error) {
    if (abort.signal.aborted) return undefined
    throw error
  } finally {
    cancel()
  }
}

const enoughChars = 200

async function askModel(
  deps: ModelTestDeps,
  input: ModelTestInput,
  subject: TestSubject,
  list: ModelList | undefined,
  leftMs: number,
): Promise<TestVerdict> {
  const abort = new AbortController()
  const cancel = deps.clock.timer(Math.max(0, leftMs), () => abort.abort())
  let chars = 0
  const watch = {
    onText(text: string) {
      chars += text.length
      // Instead of a limit in the request, which newer models want under another name.
      if (chars > enoughChars) abort.abort()
    },
    onReasoning: () => undefined,
  }
  try {
    const outcome = await runOnce(deps, input, subject.model ?? '', abort.signal, watch)
    return chooseAnswerVerdict(subject, list, outcome)
  } finally {
    cancel()
  }
}

async function runOnce(
  { clock, log, openProvider }: ModelTestDeps,
  { name, kind, baseUrl, apiKey }: ModelTestInput,
  model: string,
  signal: AbortSignal,
  watch: Parameters<typeof runModelStep>[3],
): Promise<StepOutcome> {
  const entry = { kind, ...(baseUrl !== undefined && { baseUrl }) }
  const key = kind === 'demo' ? 'demo' : 'tested'
  const info = findModelIn(chooseCatalogue({ models: { providers: { [key]: entry } } }), `${key}/${model}`)
  if (!info) {
    const error = { kind: 'refused' as const, message: `There is no model "${model}".`, status: 404 }
    return { kind: 'failed', text: '', reasoning: '', model, error }
  }
  const settings: ProviderSettings = { name, kind, baseUrl, isGuarded: true, apiKey: async () => apiKey }
  const deps = { clock, log, limits: stepLimits, open: () => openProvider(settings) }
  return runModelStep(deps, info, question(model, signal), watch)
}

function question(model: string, signal: AbortSignal): Step {
  return {
    agent: {
      id: 'test',
      name: 'Test',
      avatar: null,
      model,
      thinking: 'off',
      workspace: null,
      fallbackModels: [],
    },
    system: '',
    messages: [{ role: 'user', speaker: null, text: 'Reply with the word ok.' }],
    tools: [],
    signal,
  }
}

function describe(
  verdict: TestVerdict,
  { model }: TestSubject,
  list: ModelList | undefined,
  tookMs: number,
): ModelTest {
  return {
    ok: verdict.ok,
    model: model ?? null,
    tookMs,
    message: verdict.message,
    ...(!verdict.ok && { code: verdict.code }),
    ...(list?.kind === 'listed' && { models: list.ids }),
  }
}

/** Shorter than this is no secret, and would be found in every sentence. */
const keyCharsMin = 6

/** A server may repeat the key in whatever it says. */
function withoutKey(test: ModelTest, apiKey: string | undefined): ModelTest {
  if (apiKey === undefined || apiKey.length < keyCharsMin) return test
  const { models } = test
  return {
    ...test,
    message: test.message.replaceAll(apiKey, '••••••'),
    ...(models && { models: models.filter((id) => !id.includes(apiKey)) }),
  }
}
