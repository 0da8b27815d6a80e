// Ends an answer whose asker may no longer have it: a credential that was revoked, or a session that was closed to them,
// acts within a second on what is still open.

import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { AnswerEnd, AnswerSource, AnswerWatch } from './answer-source.ts'
import { asOpenAiError } from './openai-error.ts'

export interface GuardDeps {
  clock: Clock
  /** Throws a Refusal once they may not. */
  checkStillAllowed(): Promise<void>
}

export function guardAnswer(deps: GuardDeps, source: AnswerSource): AnswerSource {
  return { ...source, run: (watch, signal) => runGuarded(deps, source, watch, signal) }
}

async function runGuarded(
  { clock, checkStillAllowed }: GuardDeps,
  source: AnswerSource,
  watch: AnswerWatch,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  const abort = new AbortController()
  let refusal: unknown
  let isOver = false
  let cancel = clock.timer(limits.completionRecheckMs, recheck)

  function recheck(): void {
    checkStillAllowed().then(
      () => {
        if (!isOver) cancel = clock.timer(limits.completionRecheckMs, recheck)
      },
      (error: unknown) => {
        refusal = error
        abort.abort()
      },
    )
  }

  const quiet: AnswerWatch = {
    onText: (text) => refusal === undefined && watch.onText(text),
    onReasoning: (text) => refusal === undefined && watch.onReasoning(text),
  }
  try {
    const end = await source.run(quiet, AbortSignal.any([signal, abort.signal]))
    if (refusal === undefined) return end
    const error = asOpenAiError(refusal)
    if (error === undefined) throw refusal
    return { kind: 'failed', error }
  } finally {
    isOver = true
    cancel()
  }
}
