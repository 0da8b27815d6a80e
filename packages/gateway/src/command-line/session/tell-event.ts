// One event of a timeline in words for a terminal.

import type { EventJson } from '@heddle/contract'
import { tellBytes, tellTime } from '../tell-time.ts'
import { bold, dim, red, type Words, yellow } from '../terminal.ts'
import { cleanLines, indent, shorten } from './clean-lines.ts'
import { filesIn, isSaid, speakerOf, textIn } from './read-payload.ts'
import { tellBinding } from './tell-binding.ts'
import { tellFinished, tellSpawned } from './tell-subagent.ts'
import { tellAsked, tellCompaction, tellDecision, tellResult } from './tell-work.ts'

export type Line = readonly Words[]

/** No line for what only matters to machines. */
export function tellEvent(event: EventJson): Line[] {
  if (event.redacted === true) return [tellHead(event), [dim('  (redacted)')]]
  switch (event.kind) {
    case 'message.user':
      return [tellHead(event), ...body(event), ...tellFiles(event), ...tellCancelled(event)]
    case 'message.agent':
      return [tellHead(event), ...body(event), ...tellFiles(event), ...tellTextState(event)]
    case 'reasoning':
      return [[dim('thoughts:')], ...indent(textIn(event, 'text')).map((line) => [dim(line)])]
    case 'tool.call':
      return isSpawn(event)
        ? []
        : [[dim(`→ ${textIn(event, 'name')} ${shorten(textIn(event, 'arguments'))}`)]]
    case 'tool.result':
      return isSpawn(event) && !isSaid(event, 'isError') ? [] : [...tellResult(event), ...tellFiles(event)]
    case 'approval.asked':
      return tellAsked(event)
    case 'approval.decided':
      return [tellDecision(event)]
    case 'subagent.spawned':
      return tellSpawned(event)
    case 'subagent.finished':
      return [...tellFinished(event), ...tellFiles(event)]
    case 'binding.made':
    case 'binding.ended':
      return [[dim(cleanLines(tellBinding(event)).join(' '))]]
    case 'compaction':
      return tellCompaction(event)
    case 'turn.failed':
      return [[red(`The turn failed: ${textIn(event, 'message')}`)]]
    case 'turn.finished':
      return textIn(event, 'outcome') === 'cancelled' ? [[yellow(tellStop(event))]] : []
    case 'notice':
      return indent(`${textIn(event, 'text')}${tellCause(event)}`).map((line) => [dim(line)])
    case 'turn.started':
    case 'text.started':
    case 'message.taken':
    case 'queue.reordered':
    case 'session.changed':
      return []
    case 'message.edited':
      return [[dim(`${event.actor.name} edited a waiting message:`)], ...body(event)]
    case 'message.cancelled':
      return [[dim(`${event.actor.name} cancelled a waiting message.`)]]
    case 'event.redacted':
      return [[dim(`${event.actor.name} redacted something above.`)]]
    default:
      return [[dim(`(${event.kind})`)]]
  }
}

/** Where it branches off has a line of its own, which says all of it; what came to nothing has none. */
function isSpawn(event: EventJson): boolean {
  return textIn(event, 'name') === 'sessions_spawn'
}

export function tellHead(event: EventJson): Line {
  const marks = [
    ...(isSaid(event, 'isDemo') ? ['demo model'] : []),
    ...(textIn(event, 'mode') === 'note' ? ['note'] : []),
  ]
  return [
    bold(speakerOf(event)),
    ...(marks.length > 0 ? [dim(` (${marks.join(', ')})`)] : []),
    dim(`  ${tellTime(event.createdAt, '')}`),
  ]
}

export function tellTextState(event: EventJson): Line[] {
  const words: Record<string, string> = {
    stopped: '  (stopped here)',
    interrupted: '  (broke off here)',
    dropped: '  (dropped)',
    streaming: '  …',
  }
  const found = words[textIn(event, 'state')]
  const cut = event.truncated === true ? [[dim('  (cut here)')]] : []
  return found === undefined ? cut : [...cut, [dim(found)]]
}

function tellStop(event: EventJson): string {
  const by = textIn(event, 'by')
  return by === '' ? 'Stopped.' : `Stopped by ${by}.`
}

function tellCancelled(event: EventJson): Line[] {
  return event.payload['cancelled'] === undefined ? [] : [[dim('  (cancelled)')]]
}

export function tellFiles(event: EventJson): Line[] {
  return filesIn(event).map(({ name, mediaType, bytes }) => [
    dim(`  attached: ${cleanLines(name).join(' ')} (${mediaType}, ${tellBytes(bytes)})`),
  ])
}

function body(event: EventJson): Line[] {
  return indent(textIn(event, 'text')).map((line) => [line])
}

/** Who raised a budget is told; an answer to a command stands where it was asked for. */
function tellCause(event: EventJson): string {
  return textIn(event, 'code') === 'budget_raised' ? ` (${event.actor.name})` : ''
}
