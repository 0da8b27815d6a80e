// What an agent does besides speaking, in words for a terminal: results of tools, calls that wait for somebody's word,
// the past in fewer words.

import type { ApprovalJson, EventJson } from '@heddle/contract'
import { tellTime } from '../tell-time.ts'
import { bold, dim, green, red, yellow } from '../terminal.ts'
import { cleanLines, indent, shorten } from './clean-lines.ts'
import { isSaid, numberIn, textIn } from './read-payload.ts'
import type { Line } from './tell-event.ts'

export type ApprovalCard = Pick<ApprovalJson, 'tool' | 'arguments' | 'why' | 'reason' | 'scope' | 'expiresAt'>

/** One that is open. The call stands there whole: what is not seen is not approved. */
export function tellApproval(card: ApprovalCard): Line[] {
  return [
    [yellow('A tool call waits for approval: '), bold(oneLine(card.tool))],
    ...indent(card.arguments).map((line) => [line]),
    [dim(`  ${oneLine(card.reason)} If nobody decides, it is denied at ${tellTime(card.expiresAt, '')}.`)],
  ]
}

/** As a row of the past; what came of it stands in a later one. */
export function tellAsked(event: EventJson): Line[] {
  return [
    [yellow('Approval was asked for: '), bold(oneLine(textIn(event, 'name')))],
    ...indent(textIn(event, 'arguments')).map((line) => [line]),
    [dim(`  ${oneLine(textIn(event, 'reason'))}`)],
  ]
}

/** For whoever may decide it. */
export function tellChoices({ tool, why, scope }: ApprovalCard): Line[] {
  // It is asked once in a turn, so that the word holds for the rest of it.
  const more = why === 'untrusted' ? `; ${oneLine(tool)} asks no more about that text in this turn` : ''
  return [
    [bold('  once'), dim(`         allows this call${more}`)],
    [bold('  session'), dim(`      allows it, and from now on in this session: ${oneLine(scope)}`)],
    [bold('  deny'), dim(' [note]  denies it, and tells the agent why')],
  ]
}

export function tellDecision(event: EventJson): Line {
  const { name } = event.actor
  const note = textIn(event, 'note')
  const why = note === '' ? '' : ` ${oneLine(note)}`
  switch (textIn(event, 'decision')) {
    case 'once':
      return [green(`${name} allowed the call once.`), dim(why)]
    case 'session':
      return [green(`${name} allowed the call, and such calls in this session.`), dim(why)]
    case 'deny':
      return [yellow(`${name} denied the call.`), dim(why)]
    case 'expired':
      return [yellow('Nobody decided about the call in time, so it was denied.')]
    case 'withdrawn':
      return [dim('The call is no longer asked about: the turn ended.')]
    default:
      return [dim('The call was decided about.')]
  }
}

export function tellResult(event: EventJson): Line[] {
  const tookMs = numberIn(event, 'tookMs')
  const marks = [
    ...(tookMs === undefined ? [] : [`${(tookMs / 1_000).toFixed(1)} s`]),
    ...(isSaid(event, 'interrupted') ? ['interrupted'] : []),
    ...(isSaid(event, 'untrusted') ? ["others' words"] : []),
  ]
  const name = textIn(event, 'name')
  const about = marks.length === 0 ? '' : ` (${marks.join(', ')})`
  const how = isSaid(event, 'isError') ? ' failed:' : ''
  return [
    [dim(`← ${name}${about}${how} ${shorten(textIn(event, 'output'))}`)],
    ...tellDiff(textIn(event, 'diff')),
  ]
}

export function tellCompaction(event: EventJson): Line[] {
  const count = numberIn(event, 'turns') ?? 0
  const [before, after] = [numberIn(event, 'tokensBefore'), numberIn(event, 'tokensAfter')]
  const size = before === undefined || after === undefined ? '' : `, ${before} model tokens in ${after}`
  const turns = count === 1 ? '1 turn' : `${count} turns`
  return [
    [dim(`What was said before, in fewer words for the agent (${turns}${size}):`)],
    ...indent(textIn(event, 'text')).map((line) => [dim(line)]),
  ]
}

const diffLinesMax = 80

function tellDiff(diff: string): Line[] {
  if (diff === '') return []
  const lines = indent(diff.replace(/\n$/, ''))
  const shown = lines.slice(0, diffLinesMax).map((line): Line => {
    if (line.startsWith('  +')) return [green(line)]
    return line.startsWith('  -') ? [red(line)] : [dim(line)]
  })
  const more = lines.length - diffLinesMax
  return more > 0 ? [...shown, [dim(`  … ${more} more lines`)]] : shown
}

function oneLine(text: string): string {
  return cleanLines(text).join(' ')
}
