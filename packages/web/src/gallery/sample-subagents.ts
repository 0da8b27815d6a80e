// Sub-agents and their runs, made up for the gallery and for tests.

import type { EventJson, ListedRunJson, WholeRunJson, WholeSessionJson } from '@heddle/contract'
import { ago } from './sample-people.ts'
import { answer, event, rightToLeft, said, sessionId, wrote } from './sample-sessions.ts'

export const childId = 'ses_00000000000000000000000007'

const usage = { inputTokens: 12_400, outputTokens: 820, cachedTokens: 0, costMicros: 18_300 }
const system = { kind: 'system' as const, id: null, name: 'Heddle' }
const eventIdOf = (seq: number) => `evt_${String(seq).padStart(26, '0')}`

interface Made {
  agentId?: string
  label?: string | null
  task?: string
  warnings?: string[]
}

function refOf(n: number, { agentId = 'main', label = `looms ${n}` }: Made) {
  return {
    runId: `run_${n}`,
    sessionId: n === 1 ? childId : `ses_child_${n}`,
    sessionKey: `agent:${agentId}:subagent:${n}`,
    agentId,
    agentName: agentId === 'main' ? 'Main' : 'Reviewer',
    label,
  }
}

const taskOf = (n: number) => `Find out how looms of kind ${n} are threaded, and say it in three sentences.`

/** A call that started the sub-agent with that number, where it began, and what the call answered. */
export function spawned(seq: number, n: number, made: Made = {}): EventJson[] {
  const callId = `s${seq}`
  const { task = taskOf(n), warnings } = made
  const given = { task, ...(made.label ? { label: made.label } : {}) }
  const name = 'sessions_spawn'
  return [
    event(seq, 'tool.call', { callId, name, arguments: JSON.stringify(given), step: 0 }),
    event(
      seq + 1,
      'subagent.spawned',
      {
        ...refOf(n, made),
        task: task.slice(0, 500),
        mode: 'run',
        cleanup: 'keep',
        model: 'house/large',
        thinking: 'medium',
        timeoutSeconds: 900,
        askedBy: 'agent',
        ...(warnings && { warnings }),
      },
      { causedBy: eventIdOf(seq) },
    ),
    event(seq + 2, 'tool.result', { callId, name, output: '{"status":"accepted"}', isError: false, step: 0 }),
  ]
}

/** `from`: the seq at which `spawned` was called. */
export function finished(
  seq: number,
  n: number,
  from: number,
  over: Record<string, unknown> = {},
  made: Made = {},
): EventJson {
  const payload = {
    ...refOf(n, made),
    status: 'success',
    result: 'A loom of this kind is threaded from the **back**: each warp end goes through its own heddle.',
    resultFrom: 'text',
    notes: '',
    runtimeMs: 312_000,
    usage,
    askedBy: 'agent',
    ...over,
  }
  // It belongs to no turn.
  const { turnId: _, ...told } = event(seq, 'subagent.finished', payload, { actor: system })
  return { ...told, causedBy: eventIdOf(from + 1) }
}

export function run(n: number, over: Partial<ListedRunJson> = {}): ListedRunJson {
  return {
    id: `run_${n}`,
    sessionId: n === 1 ? childId : `ses_child_${n}`,
    sessionKey: `agent:main:subagent:${n}`,
    parentId: sessionId,
    rootId: sessionId,
    depth: 1,
    agentId: 'main',
    label: `looms ${n}`,
    task: taskOf(n),
    mode: 'run',
    cleanup: 'keep',
    model: 'house/large',
    thinking: 'medium',
    askedBy: 'agent',
    asker: 'Main',
    state: 'running',
    waitsFor: null,
    status: null,
    reason: null,
    sessionState: 'running',
    isWorking: true,
    lastLine: 'Reading harbour/looms.md, the part about heddles',
    activeChildren: 0,
    usage,
    createdAt: ago(9),
    startedAt: ago(8),
    endedAt: null,
    deadlineAt: ago(-7),
    archiveAt: null,
    spawnedEventId: eventIdOf(4),
    finishedEventId: null,
    bindings: [],
    ...over,
  }
}

export function wholeRun(over: Partial<WholeRunJson> = {}): WholeRunJson {
  return { ...run(1), timeoutSeconds: 900, announcement: null, destination: null, ...over }
}

const stats =
  'runtime 5m12s · tokens 12400 in / 820 out / 13220 total · cost 0.0183 · session key agent:main:subagent:1 · session id ses_00000000000000000000000007 · transcript /sessions/ses_00000000000000000000000007'

export function endedRun(over: Partial<WholeRunJson> = {}, told: Record<string, unknown> = {}): WholeRunJson {
  const result = `# Looms of kind 1\n\n${answer}`
  return wholeRun({
    state: 'succeeded',
    status: 'success',
    sessionState: 'over',
    isWorking: false,
    endedAt: ago(3),
    deadlineAt: null,
    archiveAt: ago(-57),
    finishedEventId: eventIdOf(14),
    announcement: {
      eventId: eventIdOf(14),
      status: 'success',
      result,
      resultFrom: 'text',
      notes: '',
      skipped: false,
      runtimeMs: 312_000,
      usage,
      text: `Status: success · completed successfully\n\nResult: ${result}\n\n${stats}`,
      ...told,
    },
    destination: { kind: 'parent', reason: 'parent_tells', place: sessionId },
    ...over,
  })
}

/** As the log of a sub-agent begins: its task, from the agent above it. */
export function tasked(seq: number, text = taskOf(1), more: Record<string, unknown> = {}): EventJson {
  const payload = { text, handle: null, mode: 'queue', channel: 'task', ...more }
  return event(seq, 'message.user', payload, { actor: { kind: 'agent', id: 'main', name: 'Main' } })
}

export const childSession: Partial<WholeSessionJson> = {
  kind: 'subagent',
  parentId: 'ses_parent',
  depth: 2,
  title: 'looms 1',
  createdBy: null,
}

const begun = (seq: number, messages: string[] = []) =>
  event(seq, 'turn.started', { messages, model: 'demo/demo', isDemo: true })
const over = (seq: number) =>
  event(seq, 'turn.finished', { outcome: 'succeeded', usage: { ...usage, costMicros: null }, steps: 2 })
const inTurn = (turnId: string, events: EventJson[]) =>
  events.map((one) => (one.kind === 'subagent.finished' ? one : { ...one, turnId }))

/** Three at work beside each other, in a turn that is over. */
export const threeAtWork: EventJson[] = [
  said(1, 'Research three things about looms in parallel.'),
  begun(2),
  ...spawned(3, 1),
  ...spawned(6, 2, { agentId: 'reviewer' }),
  ...spawned(9, 3, { label: null }),
  wrote(12, 'Three of us are on it. I will tell you when they are back.'),
  over(13),
]

/** The same, when all of them are back and the agent has told what came of it. */
export const threeBack: EventJson[] = [
  ...threeAtWork,
  finished(14, 1, 3),
  finished(
    15,
    2,
    6,
    {
      status: 'error',
      resultFrom: 'none',
      result: '(not available)',
      notes: 'budget_exceeded: The budget for a turn is used up.',
    },
    { agentId: 'reviewer' },
  ),
  finished(
    16,
    3,
    9,
    { status: 'timeout', notes: 'The time that it was given is over.', untrusted: true },
    { label: null },
  ),
  ...inTurn('trn_2', [
    begun(17, [14, 15, 16].map(eventIdOf)),
    wrote(18, 'Two of three came back with something. In short: from the back, one end through each heddle.'),
    over(19),
  ]),
]

/** One is back, two still work, and another message was said meanwhile. */
export const oneBack: EventJson[] = [
  ...threeAtWork,
  finished(14, 1, 3),
  ...inTurn('trn_2', [begun(15, [eventIdOf(14)]), wrote(16, 'The first one is back.'), over(17)]),
  said(18, 'Good. And the others?'),
]

const everyEnd = [
  ['success', {}],
  ['error', { notes: 'network: The model was lost.', result: '(not available)', resultFrom: 'none' }],
  ['timeout', { notes: 'The time that it was given is over.' }],
  ['cancelled', { notes: 'Stopped by Ann Lee.', result: '(not available)', resultFrom: 'none' }],
  ['interrupted', { notes: 'The program stopped 3 times while it worked on this.' }],
  ['unknown', { notes: 'How it ended was not put on record.' }],
  ['success', { skipped: true, result: '' }],
  ['success', { toldFor: { sessionId: 'ses_gone', why: 'parent_gone' } }],
] as const

export const everyStatus: EventJson[] = everyEnd.map(([status, rest], index) =>
  finished(index + 1, index + 1, 900, { status, ...rest }),
)

const longResult = Array.from({ length: 30 }, (_, i) => `${i + 1}. ${answer.split('\n')[2]}`).join('\n\n')

export const longOnes: EventJson[] = [
  said(1, 'Tell me everything.'),
  begun(2),
  ...spawned(3, 1, {
    label: 'x'.repeat(80),
    task: 'y'.repeat(500),
    warnings: ['There is no model of the name vendor/huge; house/large was taken.'],
  }),
  ...spawned(6, 2, { label: rightToLeft.split('\n')[0] ?? '' }),
  over(9),
  finished(10, 1, 3, { result: longResult }, { label: 'x'.repeat(80) }),
  finished(11, 2, 6, { result: rightToLeft }, { label: rightToLeft.split('\n')[0] ?? '' }),
  { ...finished(12, 3, 900), redacted: true, payload: {} },
]
