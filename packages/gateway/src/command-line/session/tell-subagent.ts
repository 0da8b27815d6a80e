// Sub-agents on the timeline of the session that has them, in words for a terminal: where one branches off, and what it
// came to.

import { type EventJson, type RunStatus, runStatuses, statusWords } from '@heddle/contract'
import { writeRuntime } from '../../sessions/subagents/write-announcement.ts'
import { bold, dim, green, red, yellow } from '../terminal.ts'
import { cleanLines, indent, shorten } from './clean-lines.ts'
import { isSaid, namesIn, numberIn, textIn } from './read-payload.ts'
import type { Line } from './tell-event.ts'

const resultLinesMax = 80

export function tellSpawned(event: EventJson): Line[] {
  return [
    [dim('⇢ '), bold(nameOf(event)), dim(` begins: ${shorten(textIn(event, 'task'))}`)],
    ...namesIn(event, 'warnings').map((warning): Line => [yellow(`  ${cleanLines(warning).join(' ')}`)]),
  ]
}

export function tellFinished(event: EventJson): Line[] {
  return [
    [dim('⇠ '), bold(nameOf(event)), dim(' '), colourOf(event)(tellEnd(event)), dim(tellRuntime(event))],
    ...(isSaid(event, 'skipped') ? [] : tellResult(textIn(event, 'result'))),
    ...indent(textIn(event, 'notes'))
      .filter((line) => line.trim() !== '')
      .map((line): Line => [dim(line)]),
  ]
}

/** How it ended, in the words of the runtime. */
export function tellEnd(event: EventJson): string {
  if (isSaid(event, 'skipped')) return 'ended and has nothing to tell'
  return statusWords[statusOf(event)]
}

export function nameOf(event: EventJson): string {
  const [label, agent] = [textIn(event, 'label'), textIn(event, 'agentName')]
  const name = label === '' ? `sub-agent of ${agent}` : `${label} (${agent})`
  return cleanLines(name).join(' ')
}

function statusOf(event: EventJson): RunStatus {
  const status = textIn(event, 'status')
  // A later release may know more of them.
  return runStatuses.find((known) => known === status) ?? 'unknown'
}

function colourOf(event: EventJson) {
  const status = statusOf(event)
  if (status === 'success') return green
  return status === 'error' ? red : yellow
}

function tellRuntime(event: EventJson): string {
  const ms = numberIn(event, 'runtimeMs')
  return ms === undefined ? '' : ` after ${writeRuntime(ms)}`
}

function tellResult(result: string): Line[] {
  const lines = indent(result)
  const more = lines.length - resultLinesMax
  return [
    ...lines.slice(0, resultLinesMax).map((line): Line => [line]),
    ...(more > 0 ? [[dim(`  … ${more} more lines`)]] : []),
  ]
}
