// What a simulated agent does in one answer: gives tasks away, several at once, waits for them, meddles with them, works.

import type { ModelRequest, ToolCall } from '../../../src/agents/model.ts'
import { makeWord } from '../../sessions/sessions-truth.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { TreesTruth } from '../trees-truth.ts'
import type { TreeHabits } from './tree-habits.ts'
import { workTools } from './work-tools.ts'

interface Wish {
  name: string
  args: object
}

export function chooseTreeCalls(
  request: ModelRequest,
  habits: TreeHabits,
  random: SeededRandom,
  truth: TreesTruth,
): ToolCall[] {
  const { tools } = request
  const names = tools.map(({ name }) => name)
  const wishes: Wish[] = []
  if (names.includes('sessions_spawn')) {
    if (random.chance(habits.spawnChance)) wishes.push(...chooseSpawns(names, habits, random, truth))
    if (random.chance(habits.meddleChance)) wishes.push(chooseMeddling(request, random, truth))
    if (random.chance(habits.waitChance)) wishes.push(chooseWait(random))
  }
  if (wishes.length === 0 || random.chance(0.3)) {
    const work = { name: random.pick(workTools), args: { what: makeWord('work', truth.next()) } }
    wishes.splice(random.below(wishes.length + 1), 0, work)
  }
  return wishes.map(({ name, args }) => ({
    id: `call_${truth.next()}`,
    name,
    arguments: JSON.stringify(args),
  }))
}

function chooseSpawns(
  names: readonly string[],
  habits: TreeHabits,
  random: SeededRandom,
  truth: TreesTruth,
): Wish[] {
  const count = Math.min(truth.spawnsLeft, random.between(1, habits.spawnsAtOnceMax))
  truth.spawnsLeft -= count
  return Array.from({ length: count }, () => ({
    name: 'sessions_spawn',
    args: chooseTask(names, habits, random, truth),
  }))
}

function chooseTask(
  names: readonly string[],
  habits: TreeHabits,
  random: SeededRandom,
  { next }: TreesTruth,
): object {
  return {
    task: `${makeWord('task', next())} please`,
    ...(random.chance(0.5) && { label: `job ${random.between(1, 4)}` }),
    ...(random.chance(0.3) && { agentId: random.pick(['main', 'helper', 'helper', 'nobody']) }),
    ...(random.chance(0.05) && { model: 'sim/none' }),
    ...(random.chance(habits.timeoutChance) && { runTimeoutSeconds: random.pick([1, 3, 10, 40]) }),
    ...(random.chance(habits.persistChance) && { mode: 'session' }),
    ...(random.chance(habits.deleteChance) && { cleanup: 'delete' }),
    ...(random.chance(habits.narrowChance) && { tools: names.filter(() => random.chance(0.6)) }),
    ...(random.chance(0.03) && { thinking: 'very hard' }),
  }
}

const which = (random: SeededRandom) =>
  random.pick(['#1', '#1', '#2', '#3', `job ${random.between(1, 4)}`, 'nosuch'])

function chooseWait(random: SeededRandom): Wish {
  return {
    name: 'subagents',
    args: {
      action: 'wait',
      ...(random.chance(0.2) && { ids: [which(random)] }),
      ...(random.chance(0.4) && { timeoutSeconds: random.pick([1, 5, 60]) }),
    },
  }
}

const ofOwn = ['kill', 'kill', 'steer', 'send', 'list', 'info', 'log'] as const
const ofSessions = ['sessions_list', 'sessions_history', 'sessions_send', 'agents_list'] as const
const meddling = [...ofOwn, ...ofSessions]

function chooseMeddling(request: ModelRequest, random: SeededRandom, { next }: TreesTruth): Wish {
  const action = random.pick(meddling)
  if (action === 'sessions_list' || action === 'agents_list') return { name: action, args: {} }
  if (action === 'sessions_history') return { name: action, args: { session: pickHeardOf(request, random) } }
  if (action === 'sessions_send') {
    return { name: action, args: { session: pickHeardOf(request, random), text: makeWord('word', next()) } }
  }
  if (action === 'list') return { name: 'subagents', args: { action } }
  const id = action === 'kill' && random.chance(0.2) ? 'all' : which(random)
  const isSaying = action === 'steer' || action === 'send'
  const args = { action, id, ...(isSaying && { text: makeWord(action, next()) }) }
  return { name: 'subagents', args }
}

/** A session that it was told of, or one that it may not know. */
function pickHeardOf({ messages }: ModelRequest, random: SeededRandom): string {
  const heard = JSON.stringify(messages).match(/ses_[a-z0-9]+/g) ?? []
  return random.pick([...new Set(heard), 'agent:main:main'])
}
