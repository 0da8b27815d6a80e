// Which model is asked when one could not answer, and asking it again would not help. Pure. A conversation that is too long
// is not handed on: what is too long for one is made shorter, not sent elsewhere; nor is what the provider refused because
// of what was asked.

import type { ModelError } from './model.ts'

export interface FailedModel {
  error: ModelError
  /** provider/model, in the order in which they were asked; the last one is the one that failed. */
  tried: readonly string[]
}

/** Undefined when the turn must end: there is no other, or another would not help. */
export function chooseFallback({ error, tried }: FailedModel, list: readonly string[]): string | undefined {
  if (!mayHelp(error)) return undefined
  // Only forwards: a model that stands before one that was asked had its chance.
  const last = Math.max(-1, ...tried.map((model) => list.indexOf(model)))
  return list.slice(last + 1).find((model) => !tried.includes(model))
}

function mayHelp({ kind, about }: ModelError): boolean {
  switch (kind) {
    case 'key_missing':
    case 'rate_limited':
    case 'overloaded':
    case 'network':
    case 'bad_answer':
      return true
    case 'refused':
      return about !== undefined
    case 'context_too_long':
      return false
  }
}

const reasons: Readonly<Record<ModelError['kind'], string>> = {
  key_missing: 'no key',
  refused: 'refused',
  rate_limited: 'rate limited',
  overloaded: 'overloaded',
  context_too_long: 'context too long',
  network: 'network',
  bad_answer: 'no usable answer',
}

/** For people, where the answer of the other one begins. */
export function tellFallback(failed: string, { kind, about }: ModelError, instead: string): string {
  const reason = about === 'credit' ? 'no credit left' : reasons[kind]
  return `${failed} could not answer (${reason}). ${instead} answers instead.`
}
