// What a test of a model came to, in words that say what to do. Pure: from the list that the server gave and the answer
// of the model, as far as either came.

import { limits, nearest } from '@heddle/contract'
import type { StepOutcome } from '../agents.ts'
import type { ProviderKind } from '../agents-config.ts'
import type { ModelError } from '../model.ts'
import type { ModelList } from './list-models.ts'

export type TestCode =
  | 'wrong_key'
  | 'unknown_model'
  | 'unreachable'
  | 'not_an_api'
  | 'rate_limited'
  | 'too_slow'
  | 'out_of_credit'
  | 'overloaded'
  | 'bad_answer'
  | 'refused'

export type TestVerdict = { ok: true; message: string } | { ok: false; code: TestCode; message: string }

export interface TestSubject {
  /** As people know it. */
  name: string
  kind: ProviderKind
  baseUrl: string
  hasKey: boolean
  model: string | undefined
}

/** The list's failure, if nothing more can be learnt by asking a model; undefined to go on. */
export function chooseListVerdict(
  subject: TestSubject,
  list: ModelList | undefined,
): TestVerdict | undefined {
  if (list?.kind === 'failed') {
    const { status } = list.error
    // A key may be good for answers and not for lists; a server may have no list at all.
    const isFinal = status === undefined || status === 401 || status === 402
    if (isFinal || subject.model === undefined) return judgeError(subject, list.error, list)
    return undefined
  }
  if (subject.model !== undefined) return undefined
  if (list === undefined) return tooSlow(subject)
  if (list.kind === 'not_a_list') return notAnApi(subject, list.isPage)
  return no('unknown_model', `${subject.name} lists no models. Say which one to test.`)
}

export function chooseAnswerVerdict(
  subject: TestSubject,
  list: ModelList | undefined,
  outcome: StepOutcome,
): TestVerdict {
  switch (outcome.kind) {
    case 'answered':
      return { ok: true, message: quote(outcome.text) }
    case 'stopped':
      // It was ended by us: because it had said enough, or because it had said nothing for too long.
      return outcome.text === '' ? tooSlow(subject) : { ok: true, message: quote(outcome.text) }
    case 'failed':
      return judgeError(subject, outcome.error, list)
  }
}

export function tooSlow({ name }: Pick<TestSubject, 'name'>): TestVerdict {
  const seconds = Math.round(limits.modelTestMs / 1_000)
  return no(
    'too_slow',
    `No answer came from ${name} within ${seconds} seconds. A local server may still be loading the model: try again in a minute.`,
  )
}

function judgeError(subject: TestSubject, error: ModelError, list: ModelList | undefined): TestVerdict {
  const { name } = subject
  const { status = 0 } = error
  const told = error.said === undefined ? '' : ` It said: ${error.said}`
  if (status === 401 || status === 403) return wrongKey(subject, told)
  if (status === 402 || (status > 0 && creditWords.test(error.said ?? ''))) {
    return no(
      'out_of_credit',
      `The account at ${name} has no credit left, or its quota is used up. Look at its billing page.${told}`,
    )
  }
  if (isAboutModel(error, list)) return unknownModel(subject, list, told)
  if (status === 404 || status === 405 || (error.kind === 'bad_answer' && list?.kind === 'not_a_list')) {
    return notAnApi(subject, list?.kind === 'not_a_list' && list.isPage)
  }
  if (status >= 300 && status < 400) {
    return no(
      'not_an_api',
      `${name} sends us to another address, which is not followed because of the key. Enter the final address.`,
    )
  }
  if (status === 408) return tooSlow(subject)
  if (error.kind === 'rate_limited') return no('rate_limited', error.message)
  if (error.kind === 'overloaded') return no('overloaded', error.message)
  if (error.kind === 'network') return no('unreachable', error.message)
  if (error.kind === 'bad_answer') return no('bad_answer', error.message)
  return no('refused', error.message)
}

// OpenAI sends it with 429, others with 400 and 403.
const creditWords =
  /insufficient[_ ](?:quota|credit|balance|funds)|exceeded your current quota|credit balance|out of credit|billing/i

const modelWords = /\bmodel\b/i
const unknownWords =
  /not (?:found|exist|available|supported|a valid)|does(?:n't| not) exist|unknown|invalid|no such|there is no/i

function isAboutModel({ status, said = '' }: ModelError, list: ModelList | undefined): boolean {
  const saysSo = modelWords.test(said) && unknownWords.test(said)
  // Where the list was found, the path is right, so that what is not found is the model.
  if (status === 404) return saysSo || list?.kind === 'listed'
  return (status === 400 || status === 422) && saysSo
}

function wrongKey({ name, hasKey }: TestSubject, told: string): TestVerdict {
  if (!hasKey) return no('wrong_key', `${name} wants a key. Enter one.${told}`)
  return no(
    'wrong_key',
    `${name} did not accept the key. Check that it was copied whole, and that it belongs to this address.${told}`,
  )
}

function unknownModel(
  { name, model = '' }: TestSubject,
  list: ModelList | undefined,
  told: string,
): TestVerdict {
  const ids = list?.kind === 'listed' ? list.ids : []
  const meant = nearest(
    model,
    ids.filter((id) => id !== model),
  )
  const hint = meant === undefined ? ' Choose one that it lists.' : ` Did you mean "${meant}"?`
  const what = `${name} does not answer as the model "${model}".`
  return no('unknown_model', `${what}${meant !== undefined || ids.length > 0 ? hint : ''}${told}`)
}

function notAnApi({ kind, baseUrl }: TestSubject, isPage: boolean): TestVerdict {
  const what = isPage ? 'a web page, not an API' : `not ${apis[kind]}`
  const version = kind === 'google' ? '/v1beta' : '/v1'
  const hint = /\/v\d+\w*\/*$/.test(baseUrl)
    ? 'Check the address.'
    : `Did you forget "${version}" at its end?`
  return no('not_an_api', `What answers at ${baseUrl} is ${what}. ${hint}`)
}

const apis: Readonly<Record<ProviderKind, string>> = {
  openai: "OpenAI's API",
  anthropic: 'the Anthropic API',
  google: 'the Gemini API',
  openrouter: "OpenRouter's API",
  'openai-compatible': 'an OpenAI-compatible API',
  demo: 'a model',
}

function no(code: TestCode, message: string): TestVerdict {
  return { ok: false, code, message }
}

const quotedCharsMax = 200

function quote(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  if (line === '') return 'It answered, with nothing to read.'
  const short = line.length > quotedCharsMax ? `${line.slice(0, quotedCharsMax - 1)}…` : line
  return `It answered: ${short}`
}
