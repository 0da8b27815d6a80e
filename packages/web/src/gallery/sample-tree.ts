// Runs of sub-agents, made up for the gallery and for tests.

import type { RunJson, ServerFrame } from '@heddle/contract'
import { ago, longName } from './sample-people.ts'
import { sessionId } from './sample-sessions.ts'

export function run(over: Partial<RunJson> = {}): RunJson {
  const id = over.id ?? 'run_1'
  return {
    id,
    sessionId: `ses_of_${id}`,
    sessionKey: `agent:main:subagent:${id}`,
    parentId: sessionId,
    rootId: sessionId,
    depth: 1,
    agentId: 'main',
    label: 'tides',
    task: 'Find out when the tide turns at the mole, and say for how long it holds.',
    mode: 'run',
    cleanup: 'keep',
    model: null,
    thinking: null,
    askedBy: 'agent',
    asker: 'Main',
    state: 'running',
    waitsFor: null,
    status: null,
    reason: null,
    sessionState: 'running',
    isWorking: true,
    lastLine: 'Read the table of tides for March',
    activeChildren: 0,
    usage: { inputTokens: 18_400, outputTokens: 2_210, cachedTokens: 0, costMicros: 41_000 },
    createdAt: ago(6),
    startedAt: ago(5),
    endedAt: null,
    deadlineAt: null,
    archiveAt: null,
    spawnedEventId: `evt_${id}`,
    finishedEventId: null,
    ...over,
  }
}

export function ended(over: Partial<RunJson> = {}): RunJson {
  return run({
    state: 'succeeded',
    status: 'success',
    sessionState: 'over',
    isWorking: false,
    lastLine: 'It turns at 14:20 and holds for forty minutes.',
    endedAt: ago(2),
    archiveAt: ago(-58),
    finishedEventId: 'evt_finished',
    ...over,
  })
}

const below = (parent: string, over: Partial<RunJson>) =>
  run({ parentId: `ses_of_${parent}`, depth: 2, ...over })

/** One of each state, three levels deep. */
export const someRuns: readonly RunJson[] = [
  run({ id: 'run_1', label: 'orchestrator', state: 'waiting', waitsFor: 'children', activeChildren: 2 }),
  below('run_1', { id: 'run_2', label: 'tides', createdAt: ago(4), startedAt: ago(3) }),
  below('run_1', {
    id: 'run_3',
    label: null,
    agentId: 'reviewer',
    task: 'Read what was found about winds, and say what is missing in it before anybody sails by it.',
    state: 'waiting',
    waitsFor: 'approval',
    lastLine: 'exec: fetch the forecast',
    activeChildren: 1,
  }),
  run({
    id: 'run_4',
    parentId: 'ses_of_run_3',
    depth: 3,
    label: 'winds of the north',
    state: 'queued',
    waitsFor: 'capacity',
    startedAt: null,
    lastLine: '',
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicros: null },
  }),
  below('run_1', {
    id: 'run_9',
    label: 'currents',
    ...endOf('failed', 'error'),
    lastLine: 'The model said no.',
  }),
  run({ id: 'run_5', label: 'harbour fees', state: 'waiting', waitsFor: 'model' }),
  ended({ id: 'run_6', label: 'names of boats' }),
  run({ id: 'run_7', label: 'old charts', ...endOf('timed_out', 'timeout') }),
  run({ id: 'run_8', label: 'gossip', ...endOf('cancelled', 'cancelled') }),
]

function endOf(state: RunJson['state'], status: NonNullable<RunJson['status']>): Partial<RunJson> {
  return { state, status, sessionState: 'over', isWorking: false, endedAt: ago(1) }
}

export const longRuns: readonly RunJson[] = [
  run({ id: 'run_1', label: longName, lastLine: 'x'.repeat(200), agentId: 'long' }),
  below('run_1', { id: 'run_2', label: 'ابحث عن جدول المد والجزر', lastLine: 'يقرأ جدول شهر مارس' }),
  ...Array.from({ length: 3 }, (_, index) =>
    run({
      id: `run_${index + 3}`,
      parentId: `ses_of_run_${index + 2}`,
      depth: index + 3,
      label: null,
      task: `At the depth of ${index + 3}: ${'a task that does not end '.repeat(20)}`,
    }),
  ),
]

/** As many as one likes, two in five of them at work. */
export function manyRuns(count: number): RunJson[] {
  return Array.from({ length: count }, (_, index) => {
    const over = { id: `run_${index}`, label: `part ${index + 1}`, createdAt: ago(count - index) }
    return index % 5 < 2 ? run(over) : ended(over)
  })
}

export function treeSnapshot(items: readonly RunJson[]): ServerFrame {
  return { type: 'snap', scope: `t:${sessionId}`, seq: 0, state: { items: [...items] }, events: [] }
}
