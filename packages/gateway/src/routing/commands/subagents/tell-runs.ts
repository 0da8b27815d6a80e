// Runs in words for people: as lines of a list, and one by itself.

import { statusWords } from '@heddle/contract'
import { writeRuntime } from '../../../sessions/subagents/write-announcement.ts'
import type { Run } from '../../../sessions/sessions.ts'
import type { Completion } from '../../routing.ts'
import { tellTotals } from '../usage-command.ts'
import { tellMoment } from './tell-moment.ts'

const shownMax = 100
const taskCharsMax = 120

export interface TellingRuns {
  now: number
  /** A task is somebody's words, which may be redacted later. */
  withTasks: boolean
}

export function tellRuns(runs: readonly Run[], { now, withTasks }: TellingRuns): string {
  if (runs.length === 0) return 'This session has no sub-agents.'
  const lines = runs.slice(0, shownMax).map((run, i) => {
    const task = withTasks ? ` · ${shorten(run.task)}` : ''
    return `#${i + 1} ${tellShort(run, now)}${task}`
  })
  const more = runs.length - shownMax
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

/** Who it is, how it stands, since when. */
export function tellShort(run: Run, now: number): string {
  return `${nameOfRun(run)} · ${run.agentId} · ${tellState(run)} · ${tellElapsed(run, now)}`
}

/** By its label. Its id, and not the task: this may stay on a timeline from which the task is redacted. */
export function nameOfRun({ label, id }: Pick<Run, 'label' | 'id'>): string {
  return label ?? id
}

export function tellState(run: Run): string {
  if (run.status !== null) {
    const later = run.isWorking ? ', working again' : ''
    return `${statusWords[run.status]}${run.mode === 'session' ? `, session ${run.sessionState}` : ''}${later}`
  }
  return run.waitsFor === null ? run.state : `${run.state} (${run.waitsFor})`
}

function tellElapsed(run: Run, now: number): string {
  return writeRuntime((run.endedAt ?? now) - (run.startedAt ?? run.createdAt))
}

export function tellRun(
  run: Run,
  completion: Pick<Completion, 'destination' | 'reason'> | undefined,
  { now, withTask }: { now: number; withTask: boolean },
): string {
  const status = run.status === null ? '' : ` · ${run.status}`
  return [
    `Sub-agent: ${run.label ?? '(no label)'}, agent ${run.agentId}`,
    `Run: ${run.id}`,
    ...(withTask ? [`Task: ${shorten(run.task)}`] : []),
    `Status: ${tellState(run)}${status}${run.reason === null ? '' : ` (${run.reason})`}`,
    `Asked for by: ${run.asker} (${run.askedBy === 'person' ? 'a person' : 'an agent'})`,
    `Spawned: ${tellMoment(run.createdAt)}`,
    `Started: ${run.startedAt === null ? 'not yet' : tellMoment(run.startedAt)}`,
    `Ended: ${run.endedAt === null ? 'not yet' : tellMoment(run.endedAt)}`,
    `Runtime: ${tellElapsed(run, now)}${run.deadlineAt === null ? '' : `, until ${tellMoment(run.deadlineAt)} at most`}`,
    ...(run.archiveAt === null ? [] : [`Archived: ${tellMoment(run.archiveAt)}`]),
    `Model: ${run.model ?? 'none'}${run.thinking === null ? '' : `, thinking ${run.thinking}`}`,
    `Mode: ${run.mode}`,
    `Cleanup: ${run.cleanup}`,
    `Tokens: ${tellTotals(run.usage)}`,
    ...(run.activeChildren === 0 ? [] : [`Active below it: ${run.activeChildren}`]),
    `Session key: ${run.sessionKey}`,
    `Session id: ${run.sessionId}`,
    `Transcript: /sessions/${run.sessionId}`,
    'Binding: unbound',
    `Told: ${completion === undefined ? 'not before it has ended' : `${completion.destination} (${completion.reason})`}`,
  ].join('\n')
}

/** On one line. */
function shorten(text: string): string {
  const line = text
    .slice(0, 4 * taskCharsMax)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= taskCharsMax
    ? line
    : `${line.slice(0, taskCharsMax).replace(/[\ud800-\udbff]$/, '')}…`
}
