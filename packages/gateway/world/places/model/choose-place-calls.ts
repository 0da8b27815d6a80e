// What a simulated agent does and says where some of those it gives tasks to have conversations of their own.

import type { ToolCall } from '../../../src/agents/model.ts'
import { makeWord } from '../../sessions/sessions-truth.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import { chooseTreeCalls } from '../../trees/model/choose-tree-calls.ts'
import type { TreesTruth } from '../../trees/trees-truth.ts'
import type { PlaceHabits } from './place-habits.ts'

export function choosePlaceCalls(
  request: Parameters<typeof chooseTreeCalls>[0],
  habits: PlaceHabits,
  random: SeededRandom,
  truth: TreesTruth,
): ToolCall[] {
  return chooseTreeCalls(request, habits, random, truth).map((call) =>
    call.name === 'sessions_spawn' && random.chance(habits.threadChance)
      ? { ...call, arguments: JSON.stringify({ ...JSON.parse(call.arguments), ...ownPlace(random) }) }
      : call,
  )
}

/** Without a word about it, one with a conversation of its own is persistent. */
function ownPlace(random: SeededRandom): object {
  return { thread: true, ...(random.chance(0.6) && { mode: 'run' }) }
}

/** Its words are numbered, so that what is out of order stands out. */
export function chooseLongWords(
  { longChance }: PlaceHabits,
  random: SeededRandom,
  { next }: TreesTruth,
): string | undefined {
  if (!random.chance(longChance)) return undefined
  const count = random.between(250, 900)
  const words = Array.from({ length: count }, (_, i) => `n${String(i).padStart(5, '0')}`)
  return `${makeWord('said', next())} ${words.join(' ')}`
}

export function numbersIn(text: string): number[] {
  return [...text.matchAll(/\bn(\d{5})\b/g)].map(([, digits]) => Number(digits))
}
