// What a simulated agent does and says where some of those it gives tasks to have conversations of their own.

import type { ToolCall } from '../../../src/agents/model.ts'
import { makeWord } from '../../sessions/sessions-truth.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import { chooseTreeCalls } from '../../trees/model/choose-tree-calls.ts'
import type { TreesTruth } from '../../trees/trees-truth.ts'
import type { PlaceHabits } from './place-habits.ts'

/** Needs somebody's word, which can be given wherever it is asked for. */
export const askingTool = 'wire'

export function choosePlaceCalls(
  request: Parameters<typeof chooseTreeCalls>[0],
  habits: PlaceHabits,
  random: SeededRandom,
  truth: TreesTruth,
): ToolCall[] {
  const calls = chooseTreeCalls(request, habits, random, truth).map((call) =>
    call.name === 'sessions_spawn' && random.chance(habits.threadChance)
      ? { ...call, arguments: JSON.stringify({ ...JSON.parse(call.arguments), ...ownPlace(random) }) }
      : call,
  )
  const wish = chooseWish(request, habits, random, truth)
  if (wish === undefined) return calls
  const { name, args } = wish
  return [...calls, { id: `call_${truth.next()}`, name, arguments: JSON.stringify(args) }]
}

/** Something of the place that it is in. */
function chooseWish(
  { tools }: Parameters<typeof chooseTreeCalls>[0],
  { askChance, messageChance }: PlaceHabits,
  random: SeededRandom,
  { next }: TreesTruth,
): { name: string; args: object } | undefined {
  const can = (name: string) => tools.some((tool) => tool.name === name)
  if (random.chance(askChance) && can(askingTool)) {
    return { name: askingTool, args: { what: makeWord('wire', next()) } }
  }
  if (!random.chance(messageChance) || !can('message')) return undefined
  const text = makeWord('besides', next())
  const action = random.pick(['send', 'send', 'send', 'thread-create'])
  return {
    name: 'message',
    args: { action, text, ...(action === 'thread-create' && { threadName: `about ${text}` }) },
  }
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
