// Which of the few kinds of ModelError a failure is. Pure: takes whatever was thrown or sent as an error, and knows no
// library by name. A key never comes through, whoever put it into a message.

import type { ModelError } from '../model.ts'
import { contextWords, type Failure, readFailure } from './read-failure.ts'
import { readRetryAfter } from './read-retry-after.ts'

export interface FailureContext {
  /** As the configuration calls it. */
  provider: string
  /** What was sent, if anything. */
  apiKey: string | undefined
  now: number
  /** Where a key was looked for, in words. */
  keyPlaces?: readonly string[] | undefined
  /** What should answer there, in words. */
  api?: string
}

export function classifyModelError(error: unknown, context: FailureContext): ModelError {
  const failure = readFailure(error)
  const { status } = failure
  const said = withoutKey(failure.said, context.apiKey)
  return {
    ...choose({ ...failure, said }, context),
    ...(status !== undefined && { status }),
    ...(said !== '' && { said }),
  }
}

function choose(failure: Failure, context: FailureContext): ModelError {
  const { provider, apiKey, now, api = 'an OpenAI-compatible API' } = context
  const { status } = failure
  const told = failure.said === '' ? '' : ` It said: ${failure.said}`
  if (failure.isForbidden) {
    const message = `${provider} has a link-local address, and those are not reached for a provider that is set in the web. Set it in the file if it is really there.`
    return { kind: 'refused', message }
  }
  // Before the status: servers send it with 400, 413, 500 or none at all.
  if (isContextTooLong(failure)) {
    return {
      kind: 'context_too_long',
      message: `The conversation is too long for this model of ${provider}. Begin a new session or choose a model with more context.`,
    }
  }
  if (status === 401 || status === 403) {
    return apiKey === undefined
      ? keyMissing(provider, context.keyPlaces)
      : { kind: 'refused', about: 'key', message: `${provider} did not accept the key or its rights.${told}` }
  }
  // Waiting does not help, although some say it with the status of a rate limit.
  if (status === 402 || isOutOfCredit(failure)) {
    const message = `The account at ${provider} has no credit left, or its quota is used up.${told}`
    return { kind: 'refused', about: 'credit', message }
  }
  if (status === 429 || (status === undefined && /rate_?limit|RESOURCE_EXHAUSTED/i.test(failure.codes))) {
    const retryAfterMs = readRetryAfter(failure.headers, now)
    const wait = retryAfterMs === undefined ? 'a while' : `${Math.ceil(retryAfterMs / 1_000)} seconds`
    return {
      kind: 'rate_limited',
      message: `${provider} takes no more requests right now. Wait ${wait} and try again.${told}`,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  if (status === 408 || isNetwork(failure)) {
    return {
      kind: 'network',
      message: `${provider} cannot be reached${reason(failure)}. Check that it runs and that its address is right.`,
    }
  }
  if (
    (status !== undefined && status >= 500) ||
    (status === undefined &&
      /overloaded|server_error|api_error|unavailable|\bINTERNAL\b/i.test(failure.codes))
  ) {
    const retryAfterMs = readRetryAfter(failure.headers, now)
    return {
      kind: 'overloaded',
      message: `${provider} is overloaded or broken right now. Try again in a moment.${told}`,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }
  if (status !== undefined && status >= 300 && status < 400) {
    return {
      kind: 'refused',
      message: `${provider} sends us to another address, which Heddle does not follow. Set its address to the final one.`,
    }
  }
  if (status !== undefined && status >= 400) {
    const about = status === 404 ? 'model' : keyWords.test(failure.said) ? 'key' : undefined
    const message = `${provider} refused the request (${status}).${told}`
    return { kind: 'refused', message, ...(about !== undefined && { about }) }
  }
  if (failure.unsupported !== '') {
    const message = `${provider} cannot be asked this: ${failure.unsupported}`
    return { kind: 'refused', message }
  }
  if (failure.isUnreadable || failure.said === '') {
    return {
      kind: 'bad_answer',
      message: `What ${provider} answered could not be understood. Check that its address is that of ${api}.`,
    }
  }
  return { kind: 'refused', message: `${provider} ended the answer.${told}` }
}

/** `places`: where one was looked for. */
export function keyMissing(provider: string, places: readonly string[] | undefined): ModelError {
  const looked = places && places.length > 0 ? ` Looked for it in ${places.join(', then ')}.` : ''
  const message = `${provider} wants a key, and none is set. Set the secret models.${provider}.apiKey.`
  return {
    kind: 'key_missing',
    message: looked === '' ? message : `${provider} wants a key, and none is set.${looked}`,
  }
}

// Google says it with 400.
const keyWords = /api key (?:not valid|expired|invalid)/i

const creditWords =
  /insufficient[_ ](?:quota|credit|balance|funds)|billing_(?:error|hard_limit|not_active)|credit balance|out of credit/i

/** Google calls its limits for a minute and for a day a quota too; those are over by themselves. */
function isOutOfCredit({ status, said, codes }: Failure): boolean {
  if (creditWords.test(codes) || creditWords.test(said)) return status === undefined || status < 500
  return status === 429 && /exceeded your current quota/i.test(said) && !/RESOURCE_EXHAUSTED/.test(codes)
}

function isContextTooLong({ status, said, codes }: Failure): boolean {
  if (status === 401 || status === 403 || status === 429) return false
  return status === 413 || contextWords.test(codes) || contextWords.test(said)
}

const networkCodes =
  /\b(?:ECONN\w+|ENOTFOUND|EAI_\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|EADDRNOTAVAIL|UND_ERR_\w+|CERT_\w+|\w+_CERT\w*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|HPE_\w+)\b/

function isNetwork({ status, codes }: Failure): boolean {
  return (
    (status === undefined || status < 400) &&
    (networkCodes.test(codes) || /\bterminated\b|\bfetch failed\b/.test(codes))
  )
}

const certificateCodes = /CERT|UNABLE_TO_VERIFY/

function reason({ codes }: Failure): string {
  const code = networkCodes.exec(codes)?.[0]
  if (code === undefined) return ''
  const words: Record<string, string> = {
    ECONNREFUSED: ': nothing listens there',
    ENOTFOUND: ': its name is not known',
    EAI_AGAIN: ': its name cannot be looked up right now',
    ECONNRESET: ': it closed the connection',
    UND_ERR_SOCKET: ': it closed the connection',
    EPROTO: ': it does not speak TLS there, so its address may begin with "http://"',
    ERR_SSL_WRONG_VERSION_NUMBER: ': it does not speak TLS there, so its address may begin with "http://"',
    HPE_INVALID_CONSTANT: ': what answers there does not speak HTTP',
    CERT_HAS_EXPIRED: ': its certificate has expired',
    ERR_TLS_CERT_ALTNAME_INVALID: ': its certificate is for another name',
  }
  return (
    words[code] ?? (certificateCodes.test(code) ? `: its certificate is not trusted (${code})` : ` (${code})`)
  )
}

/** Some servers repeat the key that they did not like, whole or with its middle starred out. */
function withoutKey(said: string, apiKey: string | undefined): string {
  const whole = apiKey === undefined ? said : said.replaceAll(apiKey, '••••••')
  return whole.replaceAll(/\b(?:(?:sk|pk|key|gsk|xai|hf)[-_]|AIza)[\w*.-]{6,}/gi, '••••••')
}
