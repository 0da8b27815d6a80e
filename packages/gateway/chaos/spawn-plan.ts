// What a message asks the emulated model to do with sub-agents: whom to spawn, in how many answers, and whether to wait for
// them. A sub-agent's task may be such a plan again. Every spawn has an id of its own, which is its label.

import { announceSkip } from '@heddle/contract'
import type { ModelAnswer } from '@heddle/emulators/model-endpoint'
import type { AskedMessage, EmulatedCall } from '@heddle/emulators/model-endpoint-calls'
import { between } from './chaos-round.ts'

/** How it comes to its end, unless it is killed too often or stopped. */
export const spawnEnds = ['says', 'skips', 'fails', 'is_late'] as const
export type PlannedEnd = (typeof spawnEnds)[number]

export interface PlannedSpawn {
  id: string
  end: PlannedEnd
  mode: 'run' | 'session'
  cleanup: 'keep' | 'delete'
  below: SpawnPlan | null
}

export interface SpawnPlan {
  spawns: readonly PlannedSpawn[]
  inOneAnswer: boolean
  /** Of the call that waits for them; null: they are heard of later. */
  waitId: string | null
}

const spawnsMax = 4
const lateSeconds = 1
const lead = 'Do: '

/** Models by how they end; the one that fails is configured, and no endpoint knows it. */
export const modelOf: Readonly<Record<PlannedEnd, string>> = {
  says: 'caller',
  skips: 'skipper',
  fails: 'missing',
  is_late: 'hanging',
}

export function spawnModels(
  onAsked: (conversation: readonly AskedMessage[]) => void,
): Record<string, Partial<ModelAnswer>> {
  const calls = (conversation: readonly AskedMessage[]) => {
    onAsked(conversation)
    return nextSpawnCalls(conversation)
  }
  return {
    caller: { pieces: 2, delayMs: 10, calls },
    skipper: { pieces: 1, piece: announceSkip, firstDelayMs: 10 },
    hanging: { fault: 'silent' },
  }
}

/** `depth`: how many levels there may be below. */
export function chooseSpawnPlan(makeId: () => string, depth: number): SpawnPlan {
  const count = Math.floor(between(1, spawnsMax + 1))
  return {
    spawns: Array.from({ length: count }, () => chooseSpawn(makeId, depth)),
    inOneAnswer: Math.random() < 0.5,
    waitId: Math.random() < 0.4 ? makeId() : null,
  }
}

export function chooseSpawn(makeId: () => string, depth: number): PlannedSpawn {
  const chance = Math.random()
  const end: PlannedEnd =
    chance < 0.7 ? 'says' : chance < 0.82 ? 'skips' : chance < 0.92 ? 'fails' : 'is_late'
  return {
    id: makeId(),
    end,
    mode: Math.random() < 0.1 ? 'session' : 'run',
    cleanup: Math.random() < 0.15 ? 'delete' : 'keep',
    below: end === 'says' && depth > 1 && Math.random() < 0.3 ? chooseSpawnPlan(makeId, depth - 1) : null,
  }
}

export function writeSpawnPlan(plan: SpawnPlan): string {
  return `${lead}${JSON.stringify(plan)}`
}

/** As a request or a call says it. */
export function spawnInputOf({ id, end, mode, cleanup, below }: PlannedSpawn): Record<string, unknown> {
  return {
    task: below === null ? 'Say that all is well.' : writeSpawnPlan(below),
    label: id,
    model: `chaos/${modelOf[end]}`,
    mode,
    cleanup,
    ...(end === 'is_late' && { runTimeoutSeconds: lateSeconds }),
  }
}

export function allSpawns({ spawns }: SpawnPlan): PlannedSpawn[] {
  return spawns.flatMap((spawn) => [spawn, ...(spawn.below === null ? [] : allSpawns(spawn.below))])
}

/** The first answer of which nothing is in the conversation yet: whatever was lost is called again, and nothing twice. */
export function nextSpawnCalls(conversation: readonly AskedMessage[]): readonly EmulatedCall[] {
  const made = new Set(conversation.flatMap(({ callIds }) => callIds))
  const plans = conversation.filter(({ role }) => role === 'user').flatMap(({ text }) => readPlans(text))
  const answer = plans.flatMap(answersOf).find((calls) => !calls.some(({ id }) => made.has(id)))
  return answer ?? []
}

export function isSubagent([system]: readonly AskedMessage[]): boolean {
  return system?.role === 'system' && system.text.includes('# Your task')
}

function readPlans(text: string): SpawnPlan[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(lead))
    .map((line) => JSON.parse(line.slice(lead.length)) as SpawnPlan)
}

function answersOf({ spawns, inOneAnswer, waitId }: SpawnPlan): EmulatedCall[][] {
  const calls = spawns.map((spawn) => ({
    id: spawn.id,
    name: 'sessions_spawn',
    arguments: JSON.stringify(spawnInputOf(spawn)),
  }))
  const wait = { id: waitId ?? '', name: 'subagents', arguments: '{"action":"wait"}' }
  return [...(inOneAnswer ? [calls] : calls.map((call) => [call])), ...(waitId === null ? [] : [[wait]])]
}
