// A test of a key in words: whether it worked, how long it took, and else what went wrong and what to do. Pure.

import type { ModelTestJson } from '@heddle/contract'
import type { Format } from '../../../format/format.ts'
import { modelStrings } from '../../../models-strings.ts'

export interface TestReading {
  isGood: boolean
  title: string
  /** What the model said, or the server's own sentence; empty if there is none. */
  text: string
  /** What to do next; empty if there is nothing. */
  advice: string
}

export function readTestResult(result: ModelTestJson, format: Pick<Format, 'took' | 'count'>): TestReading {
  const words = modelStrings.test
  const listed = result.models?.length ?? 0
  if (result.ok) {
    return {
      isGood: true,
      title:
        result.model === null
          ? words.worked(format.took(result.tookMs))
          : words.answered(result.model, format.took(result.tookMs)),
      text: result.message,
      advice: listed > 0 ? words.listed(listed, format.count(listed)) : '',
    }
  }
  return {
    isGood: false,
    title: (result.code === undefined ? undefined : words.byCode[result.code]) ?? words.failed,
    text: result.message,
    advice: listed > 0 ? words.pickListed(listed, format.count(listed)) : '',
  }
}
