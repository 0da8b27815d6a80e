// Has a model put a part of the past into fewer words, together with what was remembered before. A part that is longer
// than the model's window is told in several, each with the summary of those before it.

import type { Agent, ModelError, StepOutcome } from '../../agents/agents.ts'
import { cutMiddle } from '../../agents/tools/fit-output.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { UsageTotals } from '../session-values.ts'
import { assertHeld } from '../turns/run-calls.ts'
import { bytesPerToken, weighText } from '../turns/weigh-text.ts'
import type { CompactionRange } from './choose-range.ts'
import { writeSummaryRequest, writeSummaryTask } from './summary-task.ts'
import { writeRecord } from './write-record.ts'

export interface SummaryInput {
  job: Job
  agent: Agent
  /** What was remembered before; empty if nothing was. */
  before: string
  range: CompactionRange
  /** What somebody asked to keep above all; empty if nobody did. */
  wish: string
  windowWeight: number
  bytesMax: number
}

export type Summarised =
  | { kind: 'written'; text: string; model: string; isDemo: boolean; usage: UsageTotals }
  /** What was used until then was used. */
  | { kind: 'failed'; error: ModelError; usage: UsageTotals }

export const nothingUsed: UsageTotals = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicros: null }

/** What the window has left for the record beside the task, what was remembered, and what is to be written. */
function recordWeight({ windowWeight, bytesMax }: SummaryInput, system: string): number {
  const left = windowWeight * 0.95 - weighText(system) - (2 * bytesMax) / bytesPerToken
  return Math.floor(Math.max(left, windowWeight * 0.2))
}

export async function summarise(
  deps: Pick<RoomDeps, 'agents' | 'store'>,
  input: SummaryInput,
): Promise<Summarised> {
  const { job, agent, range, bytesMax } = input
  const system = writeSummaryTask(Math.floor(bytesMax / 8))
  let text = input.before
  let usage = nothingUsed
  let model = agent.model
  for (const record of writeRecord(range.pieces, recordWeight(input, system))) {
    const messages = [
      { role: 'user' as const, speaker: null, text: writeSummaryRequest(text, record, input.wish) },
    ]
    await assertHeld(deps, job)
    const outcome = await deps.agents.runStep(
      { agent: { ...agent, thinking: 'off' }, system, messages, tools: [], signal: job.signal },
      unwatched,
    )
    if (outcome.kind === 'stopped') throw job.signal.reason ?? new Error('the work was stopped')
    if (outcome.kind === 'failed') return { kind: 'failed', error: outcome.error, usage }
    usage = addUp(usage, outcome)
    text = cutMiddle(outcome.text.trim(), bytesMax)
    model = outcome.model
    if (text === '') return { kind: 'failed', error: emptyAnswer, usage }
  }
  const isDemo = deps.agents.findModel(model)?.isDemo ?? false
  return { kind: 'written', text, model, isDemo, usage }
}

const unwatched = { onText: () => undefined, onReasoning: () => undefined }
const emptyAnswer: ModelError = { kind: 'bad_answer', message: 'The model wrote no summary.' }

function addUp(
  sum: UsageTotals,
  { usage, costMicros }: Extract<StepOutcome, { kind: 'answered' }>,
): UsageTotals {
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cachedTokens: sum.cachedTokens + usage.cachedTokens,
    costMicros: costMicros === null ? sum.costMicros : (sum.costMicros ?? 0) + costMicros,
  }
}
