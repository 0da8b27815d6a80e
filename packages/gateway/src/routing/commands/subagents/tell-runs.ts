// Runs in words for people: as lines of a list, and one by itself.

import { statusWords } from '@heddle/contract'
import { chooseTitle } from '../../../sessions/choose-title.ts'
import { writeRuntime } from '../../../sessions/subagents/write-announcement.ts'
import type { Run } from '../../../sessions/sessions.ts'
import type { BoundPlacesTold } from '../../bindings/tell-bindings.ts'
import type { Completion } from '../../routing.ts'
import { tellTotals } from '../usage-command.ts'
import { cleanupPhrases, modePhrases, reasonPhrases, waitPhrases } from './run-phrases.ts'
import { tellMoment } from './tell-moment.ts'

const shownMax = 100
const taskCharsMax = 120

export interface Telling {
  now: number
  /** It stays: labels and tasks are somebody's words, which may be redacted later, so ids stand in their place. */
  isKept: boolean
  bound: BoundPlacesTold
}

export function tellRuns(runs: readonly Run[], telling: Telling): string {
  if (runs.length === 0) return 'This session has no sub-agents.'
  const lines = runs.slice(0, shownMax).map((run, i) => {
    // Without a label it goes by its task already.
    const task = telling.isKept || run.label === null ? '' : ` · ${shorten(run.task)}`
    return `#${i + 1} ${tellShort(run, telling)} · ${telling.bound.of(run.sessionId, telling.isKept)}${task}`
  })
  const more = runs.length - shownMax
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

/** Who it is, how it stands, since when. */
export function tellShort(run: Run, { now, isKept }: Omit<Telling, 'bound'>): string {
  const name = isKept ? run.id : nameOfRun(run)
  return `${name} · ${run.agentId} · ${tellState(run)} · ${tellElapsed(run, now)}`
}

/** By its label, else by how its task begins. */
export function nameOfRun({ label, task, id }: Pick<Run, 'label' | 'task' | 'id'>): string {
  return label ?? (chooseTitle(task) || id)
}

export function tellState(run: Run): string {
  if (run.status !== null) {
    const later = run.isWorking ? ', working again' : ''
    return `${statusWords[run.status]}${run.mode === 'session' ? `, session ${run.sessionState}` : ''}${later}`
  }
  return run.waitsFor === null ? run.state : waitPhrases[run.waitsFor]
}

function tellElapsed(run: Run, now: number): string {
  return writeRuntime((run.endedAt ?? now) - (run.startedAt ?? run.createdAt))
}

export function tellRun(
  run: Run,
  completion: Pick<Completion, 'reason'> | undefined,
  { now, isKept, bound }: Telling,
): string {
  const status = run.status === null ? '' : ` · ${run.status}`
  const label = isKept ? '' : `${run.label ?? '(no label)'}, `
  return [
    `Sub-agent: ${label}agent ${run.agentId}`,
    `Run: ${run.id}`,
    ...(isKept ? [] : [`Task: ${shorten(run.task)}`]),
    `Status: ${tellState(run)}${status}${run.reason === null ? '' : ` (${run.reason})`}`,
    `Asked for by: ${run.asker} (${run.askedBy === 'person' ? 'a person' : 'an agent'})`,
    `Spawned: ${tellMoment(run.createdAt)}`,
    `Started: ${run.startedAt === null ? 'not yet' : tellMoment(run.startedAt)}`,
    `Ended: ${run.endedAt === null ? 'not yet' : tellMoment(run.endedAt)}`,
    `Runtime: ${tellElapsed(run, now)}${run.deadlineAt === null ? '' : `, until ${tellMoment(run.deadlineAt)} at most`}`,
    ...(run.archiveAt === null ? [] : [`Archived: ${tellMoment(run.archiveAt)}`]),
    `Model: ${run.model ?? 'none'}${run.thinking === null ? '' : `, thinking ${run.thinking}`}`,
    `Mode: ${modePhrases[run.mode]}`,
    `Cleanup: ${cleanupPhrases[run.cleanup]}`,
    `Tokens: ${tellTotals(run.usage)}`,
    ...(run.activeChildren === 0 ? [] : [`Active below it: ${run.activeChildren}`]),
    `Session key: ${run.sessionKey}`,
    `Session id: ${run.sessionId}`,
    `Transcript: /sessions/${run.sessionId}`,
    `Binding: ${bound.of(run.sessionId, isKept)}`,
    `Told: ${completion === undefined ? 'not before it has ended' : reasonPhrases[completion.reason]}`,
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
