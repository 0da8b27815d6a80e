// A session as Markdown for people to read. What was written stands in quotations, so that no text can pass for the
// next speaker's, and nothing in it is live: no HTML, no link with a hidden target, no picture from elsewhere. Text in a
// fence stays as it is, as far as it is certain that every reader sees a fence there.

import type { EventJson, WholeSessionJson } from '@heddle/contract'
import { cleanLines } from './clean-lines.ts'
import { filesIn, isSaid, speakerOf, textIn } from './read-payload.ts'
import { tellCost, tellPeople } from './tell-session.ts'
import { tellBinding } from './tell-binding.ts'
import { nameOf, tellEnd } from './tell-subagent.ts'
import { tellDecision } from './tell-work.ts'

export function writeMarkdownHead(session: WholeSessionJson): string {
  const facts = [
    ['Key', session.key],
    ['Id', session.id],
    ['Agent', session.agentId],
    ['People', tellPeople(session)],
    ['Began', tellMoment(session.createdAt)],
    ['Model tokens', `${session.usage.inputTokens} in, ${session.usage.outputTokens} out`],
    ['Cost', tellCost(session.usage.costMicros)],
  ]
  const list = facts.map(([name, value]) => `- ${name}: ${plain(value ?? '')}`)
  return `# ${plain(session.title)}\n\n${list.join('\n')}\n`
}

/** Empty for what only matters to machines. */
export function writeMarkdownEvent(event: EventJson): string {
  const text = writeBody(event)
  return text === undefined ? '' : `\n${text}\n`
}

function writeBody(event: EventJson): string | undefined {
  if (event.redacted === true) return `${head(event)}\n\n*This was redacted.*`
  switch (event.kind) {
    case 'message.user':
    case 'message.agent':
      return `${head(event)}\n\n${quote(textIn(event, 'text'))}${tellFiles(event)}${tellState(event)}`
    case 'reasoning':
      return `*Thoughts of ${plain(event.actor.name)}*\n\n${quote(textIn(event, 'text'))}${tellState(event)}`
    case 'tool.call':
      return `*Tool call: ${plain(textIn(event, 'name'))}*\n\n${fence(textIn(event, 'arguments'))}`
    case 'tool.result':
      return `*Tool ${isSaid(event, 'isError') ? 'failure' : 'result'}: ${plain(textIn(event, 'name'))}*\n\n${fence(textIn(event, 'output'))}${tellFiles(event)}`
    case 'approval.asked':
      return `*Asked about: ${plain(textIn(event, 'name'))}. ${plain(textIn(event, 'reason'))}*\n\n${fence(textIn(event, 'arguments'))}`
    case 'approval.decided':
      return `*${plain(
        tellDecision(event)
          .map((word) => (typeof word === 'string' ? word : word.text))
          .join(''),
      )}*`
    case 'subagent.spawned':
      return `*${plain(nameOf(event))} begins*\n\n${quote(textIn(event, 'task'))}`
    case 'subagent.finished':
      return `*${plain(`${nameOf(event)} ${tellEnd(event)}`)}*${tellOutcome(event)}${tellFiles(event)}`
    case 'binding.made':
    case 'binding.ended':
      return `*${plain(tellBinding(event))}*`
    case 'compaction':
      return `*What was said before, in fewer words*\n\n${quote(textIn(event, 'text'))}`
    case 'notice':
      return `*${plain(textIn(event, 'text'))}*`
    case 'turn.failed':
      return `*The turn failed: ${plain(textIn(event, 'message'))}*`
    case 'turn.finished':
      return textIn(event, 'outcome') === 'cancelled' ? '*The turn was stopped.*' : undefined
    case 'turn.started':
      return undefined
    default:
      return `*${plain(event.kind)}*`
  }
}

function head(event: EventJson): string {
  const marks = [
    tellMoment(event.createdAt),
    ...(isSaid(event, 'isDemo') ? ['demo model'] : []),
    ...(textIn(event, 'mode') === 'note' ? ['note'] : []),
    ...(event.payload['cancelled'] === undefined ? [] : ['cancelled']),
  ]
  return `**${plain(speakerOf(event))}** · ${marks.join(' · ')}`
}

function tellState(event: EventJson): string {
  const state = textIn(event, 'state')
  return state === '' || state === 'complete' ? '' : `\n\n*(${plain(state)})*`
}

/** By name: what they hold lies elsewhere. */
function tellFiles(event: EventJson): string {
  return filesIn(event)
    .map(
      ({ name, mediaType, bytes }) => `\n\n*Attached: ${plain(name)} (${plain(mediaType)}, ${bytes} bytes)*`,
    )
    .join('')
}

function tellOutcome(event: EventJson): string {
  const [result, notes] = [textIn(event, 'result'), textIn(event, 'notes')]
  return `${result === '' ? '' : `\n\n${quote(result)}`}${notes === '' ? '' : `\n\n*${plain(notes)}*`}`
}

function tellMoment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

/** On one line, and none of it markup. */
function plain(text: string): string {
  return cleanLines(text)
    .join(' ')
    .replaceAll(/[\\`*_{}[\]<>#|!&~]/g, (found) => (found === '<' ? '&lt;' : `\\${found}`))
}

/** Longer than any row of backticks inside it. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return [ticks, ...cleanLines(text), ticks].join('\n')
}

function quote(text: string): string {
  return quietLines(cleanLines(text))
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

const opening = /^(?:(`{3,})[^`]*|(~{3,}).*)$/
const perhapsOpening = /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})/

export function quietLines(lines: readonly string[]): string[] {
  let ending: RegExp | undefined
  // A fence inside a list or behind spaces ends where its list does; readers differ, so from there on nothing is spared.
  let isCertain = true
  return lines.map((line) => {
    if (ending !== undefined) {
      if (ending.test(line)) ending = undefined
      return line
    }
    const ticks = opening.exec(line)
    const mark = ticks?.[1] ?? ticks?.[2]
    if (mark === undefined && perhapsOpening.test(line)) isCertain = false
    if (mark === undefined || !isCertain) return quietLine(line)
    ending = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`)
    return quietLine(line)
  })
}

function quietLine(line: string): string {
  return line.replaceAll(/<(?=[a-z/!?])/gi, '&lt;').replaceAll(/\](?=[(:])/g, '] ')
}
