// What the rows of a sub-agent say. They come from a server that may be newer than this page, so each field is looked at
// before it is trusted; a row whose content was redacted says nothing at all.

import {
  completionReasons,
  type CompletionReason,
  type EventJson,
  runStatuses,
  type RunStatus,
} from '@heddle/contract'
import { strings } from '../../../strings.ts'
import { numberIn, textIn } from '../timeline/read-payload.ts'

export interface RunRef {
  runId: string
  sessionId: string
  agentId: string
  agentName: string
  /** Its label, else the beginning of its task, else what agents are called. */
  name: string
}

const nameCharsMax = 80

export function readRunRef(event: EventJson, spawned?: EventJson): RunRef {
  const task = textIn(event, 'task') || (spawned === undefined ? '' : textIn(spawned, 'task'))
  const agentName = textIn(event, 'agentName')
  return {
    runId: textIn(event, 'runId'),
    sessionId: textIn(event, 'sessionId'),
    agentId: textIn(event, 'agentId'),
    agentName,
    name: nameRun(textIn(event, 'label'), task) || agentName || strings.subagents.unnamed,
  }
}

/** One line; empty when nothing is known. */
export function nameRun(label: string | null, task: string): string {
  const line = (label || task).replace(/\s+/g, ' ').trim()
  return line.length > nameCharsMax ? `${line.slice(0, nameCharsMax - 1).trimEnd()}…` : line
}

export interface Told {
  status: RunStatus
  result: string
  isNone: boolean
  notes: string
  runtimeMs: number
  isSkipped: boolean
  isUntrusted: boolean
  toldFor: CompletionReason | undefined
}

export function readTold(event: EventJson): Told {
  const { resultFrom, skipped, untrusted, toldFor } = event.payload
  const why = (toldFor as { why?: unknown } | undefined)?.why
  const result = textIn(event, 'result')
  return {
    status: statusIn(event),
    result,
    isNone: resultFrom === 'none' || result.trim() === '',
    notes: textIn(event, 'notes'),
    runtimeMs: numberIn(event, 'runtimeMs'),
    isSkipped: skipped === true,
    isUntrusted: untrusted === true,
    toldFor: why === undefined ? undefined : completionReasons.find((known) => known === why),
  }
}

export function statusIn(event: EventJson): RunStatus {
  return runStatuses.find((known) => known === event.payload.status) ?? 'unknown'
}
