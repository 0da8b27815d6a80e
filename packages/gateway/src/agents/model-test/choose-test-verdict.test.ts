import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelError } from '../model.ts'
import { classifyModelError } from '../providers/classify-model-error.ts'
import { chooseTestModel } from './choose-test-model.ts'
import { chooseAnswerVerdict, chooseListVerdict, type TestSubject } from './choose-test-verdict.ts'
import type { ModelList } from './list-models.ts'

const subject: TestSubject = {
  name: 'router',
  kind: 'openai-compatible',
  baseUrl: 'https://router.example.org/v1',
  hasKey: true,
  model: 'gpt-bgi',
}
const listed: ModelList = { kind: 'listed', ids: ['gpt-big', 'gpt-small'] }
const noList: ModelList = { kind: 'not_a_list', isPage: false }
const page: ModelList = { kind: 'not_a_list', isPage: true }

function failure(status: number | undefined, message = '', code = ''): ModelError {
  const body = { error: { message, code } }
  const thrown =
    status === undefined ? Object.assign(new Error('x'), { code }) : { statusCode: status, data: body }
  return classifyModelError(thrown, { provider: 'router', apiKey: 'sk-1', now: 0 })
}

function verdict(error: ModelError, list: ModelList | undefined = listed, more: Partial<TestSubject> = {}) {
  const outcome = { kind: 'failed', text: '', reasoning: '', model: 'router/gpt-bgi', error } as const
  const said = chooseAnswerVerdict({ ...subject, ...more }, list, outcome)
  return said.ok ? assert.fail('it is said to be fine') : said
}

test('[PRV4] each failure of the world has its code, whatever status the server sends it with', () => {
  const cases: [code: string, error: ModelError, list?: ModelList][] = [
    ['wrong_key', failure(401, 'Incorrect API key provided')],
    ['wrong_key', failure(403, 'forbidden')],
    ['out_of_credit', failure(402, 'Insufficient credits')],
    [
      'out_of_credit',
      failure(429, 'You exceeded your current quota, please check your plan and billing details.'),
    ],
    ['out_of_credit', failure(400, 'Your credit balance is too low to access the API.')],
    ['rate_limited', failure(429, 'Rate limit reached')],
    ['unknown_model', failure(404, 'The model `gpt-bgi` does not exist')],
    ['unknown_model', failure(404), listed],
    ['unknown_model', failure(404, 'model "x" not found, try pulling it first'), noList],
    ['unknown_model', failure(400, 'gpt-bgi is not a valid model ID')],
    ['refused', failure(400, 'temperature is too high')],
    ['not_an_api', failure(404, 'Not Found'), noList],
    ['not_an_api', failure(404), page],
    ['not_an_api', failure(405), page],
    ['not_an_api', failure(301)],
    ['overloaded', failure(503, 'loading')],
    ['too_slow', failure(408)],
    ['unreachable', failure(undefined, '', 'ECONNREFUSED')],
    ['unreachable', failure(undefined, '', 'CERT_HAS_EXPIRED')],
    ['bad_answer', { kind: 'bad_answer', message: 'What router answered could not be understood.' }],
    ['not_an_api', { kind: 'bad_answer', message: '' }, page],
  ]
  for (const [code, error, list] of cases) {
    assert.equal(verdict(error, list).code, code, JSON.stringify(error))
  }
})

test('[PRV4] the message says what to do', () => {
  assert.match(verdict(failure(404)).message, /"gpt-bgi"\. Did you mean "gpt-big"\?$/)
  assert.match(verdict(failure(404), listed, { model: 'zzz' }).message, /Choose one that it lists/)
  assert.match(verdict(failure(401), listed, { hasKey: false }).message, /wants a key. Enter one/)
  assert.match(verdict(failure(401, 'bad')).message, /copied whole.* It said: bad$/)
  const bare = { baseUrl: 'https://router.example.org' }
  assert.match(verdict(failure(404), page, bare).message, /a web page, not an API\. Did you forget "\/v1"/)
  assert.match(verdict(failure(404), noList).message, /Check the address/)
  assert.match(verdict(failure(undefined, '', 'ENOTFOUND')).message, /its name is not known/)
  assert.match(
    verdict(failure(undefined, '', 'DEPTH_ZERO_SELF_SIGNED_CERT')).message,
    /certificate is not trusted/,
  )
  assert.match(verdict(failure(undefined, '', 'CERT_HAS_EXPIRED')).message, /certificate has expired/)
})

test('[PRV4] a list that fails ends the test only where asking a model could not tell more', () => {
  const failed = (status: number | undefined, code = '') => ({
    kind: 'failed' as const,
    error: failure(status, '', code),
  })
  const known = (list: ModelList | undefined) => chooseListVerdict(subject, list)
  assert.equal(known(listed), undefined)
  assert.equal(known(undefined), undefined, 'it was slow, but the model may answer')
  assert.equal(known(failed(403)), undefined, 'some keys may ask but not list')
  assert.equal(known(failed(404)), undefined, 'some servers have no list')
  assert.equal(known(page), undefined)
  const codeOf = (list: ModelList | undefined, more: Partial<TestSubject> = { model: undefined }) => {
    const said = chooseListVerdict({ ...subject, ...more }, list)
    return said && !said.ok ? said.code : undefined
  }
  assert.equal(codeOf(failed(401), {}), 'wrong_key')
  assert.equal(codeOf(failed(undefined, 'ECONNREFUSED'), {}), 'unreachable')
  assert.equal(codeOf(failed(403)), 'wrong_key')
  assert.equal(codeOf(failed(404)), 'not_an_api')
  assert.equal(codeOf(page), 'not_an_api')
  assert.equal(codeOf(undefined), 'too_slow')
  assert.equal(codeOf({ kind: 'listed', ids: [] }), 'unknown_model')
})

test('[PRV4] an answer is quoted on one line; one that was cut because it was enough is fine too', () => {
  const text = { text: 'ok\n\u0007then', reasoning: '', model: 'm' }
  const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }
  const rest = {
    toolCalls: [],
    finish: 'stop',
    usage,
    costMicros: null,
    isDemo: false,
    vendor: null,
  } as const
  const said = (outcome: Parameters<typeof chooseAnswerVerdict>[2]) =>
    chooseAnswerVerdict(subject, listed, outcome)
  assert.deepEqual(said({ kind: 'answered', ...text, ...rest }), {
    ok: true,
    message: 'It answered: ok then',
  })
  assert.equal(said({ kind: 'stopped', ...text }).ok, true)
  assert.equal(said({ kind: 'stopped', ...text, text: '' }).ok, false)
  assert.match(said({ kind: 'answered', ...text, ...rest, text: '' }).message, /nothing to read/)
  assert(said({ kind: 'answered', ...text, ...rest, text: 'x'.repeat(900) }).message.length < 230)
})

test('[PRV4] without a name the first that is configured is asked, else the first of the list that can chat', () => {
  const list = ['text-embedding-3-large', 'whisper-1', 'gpt-big', 'gpt-small']
  assert.equal(chooseTestModel('x', ['y'], list), 'x')
  assert.equal(chooseTestModel(undefined, ['y'], list), 'y')
  assert.equal(chooseTestModel(undefined, [], list), 'gpt-big')
  assert.equal(chooseTestModel(undefined, [], ['text-embedding-3-large']), 'text-embedding-3-large')
  assert.equal(chooseTestModel(undefined, [], []), undefined)
})
