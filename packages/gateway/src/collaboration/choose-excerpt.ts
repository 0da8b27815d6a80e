// What a moment of the timeline says, and the little of it that stands on a card. Pure.

import { type EventKind, limits } from '@heddle/contract'

type Payload = Readonly<Record<string, unknown>>

/** All of it, in words; empty where nothing was said. */
export function textOfMoment(kind: EventKind, payload: Payload): string {
  const word = (name: string) => String(payload[name] ?? '')
  switch (kind) {
    case 'message.user':
    case 'message.agent':
    case 'reasoning':
    case 'compaction':
    case 'notice':
      return word('text')
    case 'tool.call':
    case 'approval.asked':
      return joined(word('name'), word('arguments'))
    case 'tool.result':
      return joined(word('name'), word('output'))
    case 'turn.failed':
      return word('message')
    case 'subagent.spawned':
      return joined(word('label'), word('task'))
    case 'subagent.finished':
      return joined(word('label'), word('result'))
    case 'approval.decided':
      return joined(word('decision'), word('note'))
    case 'binding.made':
    case 'binding.ended':
      return word('label')
    default:
      return ''
  }
}

/** One line, cut between two characters. */
export function chooseExcerpt(kind: EventKind, payload: Payload): string {
  // Of a long output only the beginning is looked at: what is cut off has no say in it.
  const text = textOfMoment(kind, payload).slice(0, limits.anchorExcerptCharsMax * 8)
  return cutAt(text.replaceAll(/\s+/g, ' ').trim(), limits.anchorExcerptCharsMax)
}

/** With an ellipsis where something is left out. */
export function cutAt(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const last = text.charCodeAt(charsMax - 2)
  const end = last >= 0xd800 && last <= 0xdbff ? charsMax - 2 : charsMax - 1
  return `${text.slice(0, end)}…`
}

function joined(first: string, second: string): string {
  return first === '' || second === '' ? first + second : `${first}: ${second}`
}
