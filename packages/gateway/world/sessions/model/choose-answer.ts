// What the simulated model says to one request: drawn before the first word leaves.

import {
  type ModelError,
  modelErrorKinds,
  type ModelPart,
  type ModelRequest,
  type ToolCall,
} from '../../../src/agents/model.ts'
import { summaryTask } from '../../../src/sessions/compaction/summary-task.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import { makeWord, wordsIn } from '../sessions-truth.ts'
import { type AnswerKind, answerKinds, type ModelHabits } from './model-habits.ts'

export interface Answer {
  kind: AnswerKind
  parts: readonly { afterMs: number; part: ModelPart }[]
  end: 'silence' | 'cut' | 'throw' | 'over'
  isStubborn: boolean
}

/** A turn may go on for so many rounds of calls; then the model comes to an end. */
const roundsMax = 3
const usage = { inputTokens: 11, outputTokens: 7, cachedTokens: 3 }

export interface Speaker {
  habits: ModelHabits
  random: SeededRandom
  next(): number
  /** What it does when it does something. */
  chooseCalls(): ToolCall[]
  /** Instead of words of its own, as the last thing that it says. */
  chooseLastWords?(): string | undefined
}

export function chooseAnswer(request: ModelRequest, speaker: Speaker): Answer {
  const { habits, random, next } = speaker
  const kind = pickKind(habits, random)
  const isStubborn = random.chance(habits.stubbornChance)
  const isSummary = request.system.startsWith(summaryTask)
  const parts: ModelPart[] = isSummary ? [{ type: 'text', text: quoteAll(request) }] : []
  if (random.chance(habits.reasoningChance)) parts.push(...chunks('reasoning', habits, random, next))
  if (kind !== 'tools' || random.chance(0.5)) parts.push(...chunks('text', habits, random, next))
  const finish: ModelPart = { type: 'finish', reason: 'stop', usage }
  const answer = (end: Answer['end'], ...last: ModelPart[]): Answer => ({
    kind,
    end,
    isStubborn,
    parts: [...parts, ...last].map((part) => ({ afterMs: random.below(habits.chunkMs + 1), part })),
  })
  switch (isSummary && kind === 'tools' ? 'text' : kind) {
    case 'text': {
      const words = speaker.chooseLastWords?.()
      if (words !== undefined) parts.splice(0, parts.length, { type: 'text', text: words })
      return answer('over', finish)
    }
    case 'tools': {
      if (countRounds(request) >= roundsMax) return answer('over', { type: 'text', text: 'Enough.' }, finish)
      return answer('over', ...speaker.chooseCalls().map(callPart), finish)
    }
    case 'fail':
      return answer('over', { type: 'failed', error: chooseError(random) })
    case 'cut':
      return answer('cut')
    case 'hang':
      return answer('silence')
    case 'garbage':
      return random.pick([
        () => answer('throw'),
        () => answer('over', { type: 'finish', reason: 'tool_calls', usage }),
        // What no provider may send, and some server will.
        () => answer('over', { type: 'nonsense' } as unknown as ModelPart),
      ])()
  }
}

function pickKind({ weights }: ModelHabits, random: SeededRandom): AnswerKind {
  let left = random.below(answerKinds.reduce((sum, kind) => sum + weights[kind], 0))
  return answerKinds.find((kind) => (left -= weights[kind]) < 0) ?? 'text'
}

function chunks(
  type: 'text' | 'reasoning',
  habits: ModelHabits,
  random: SeededRandom,
  next: () => number,
): ModelPart[] {
  const word = makeWord(type === 'text' ? 'said' : 'thought', next())
  const count = random.between(1, habits.chunksMax)
  return Array.from({ length: count }, (_, i) => ({ type, text: i === 0 ? `${word} ` : `and more ${i} ` }))
}

const callPart = (call: ToolCall): ModelPart => ({ type: 'tool_call', call })

function chooseError(random: SeededRandom): ModelError {
  const kind = random.pick(modelErrorKinds)
  const waits = random.chance(0.3)
  return {
    kind,
    message: `The model said: ${kind}.`,
    ...(waits && { retryAfterMs: random.pick([10, 3_000, 50_000, 100_000]) }),
  }
}

/** Whatever was said: so that a summary which outlives something redacted is found. */
function quoteAll({ messages }: ModelRequest): string {
  return `${messages.flatMap((message) => (message.role === 'user' ? wordsIn(message.text) : [])).join(' ')} `
}

/** Since the last message of a person. */
function countRounds({ messages }: ModelRequest): number {
  const asked = messages.findLastIndex((message) => message.role === 'user')
  return messages.slice(asked + 1).filter(({ role }) => role === 'assistant').length
}
