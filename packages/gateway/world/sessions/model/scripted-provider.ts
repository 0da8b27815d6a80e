// The model's side of the wire: plays drawn answers on the world's clock.

import type { ModelPart, ModelProvider, ModelRequest } from '../../../src/agents/model.ts'
import type { Clock } from '../../../src/foundation/clock.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import type { SessionsTruth } from '../sessions-truth.ts'
import type { Answer } from './choose-answer.ts'
import { pause } from './pause.ts'

export function createScriptedProvider(deps: {
  clock: Clock
  truth: SessionsTruth
  sometimes: Sometimes
  choose(request: ModelRequest): Answer
}): ModelProvider {
  const { clock, truth, sometimes } = deps

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    truth.counts.modelCalls++
    const answer = deps.choose(request)
    const heard = answer.isStubborn ? undefined : signal
    for (const { afterMs, part } of answer.parts) {
      if (afterMs > 0) await pause(clock, afterMs, heard)
      yield part
    }
    if (answer.kind === 'garbage') sometimes.saw('a model answered garbage')
    if (answer.end === 'throw') throw new Error('the connection spoke gibberish')
    if (answer.end !== 'silence') return
    sometimes.saw('a model went silent')
    await pause(clock, Infinity, heard)
  }

  return { stream }
}
