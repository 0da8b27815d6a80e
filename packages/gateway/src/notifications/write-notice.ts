// What is said outside of the web: who, why, where, with a link; never what was said (NTF7). Pure.

import {
  type NotificationReason,
  type ReplyId,
  type SessionId,
  type ThreadId,
  writeAddress,
} from '@heddle/contract'
import { cutLine } from './cut-line.ts'

export interface Notice {
  reason: NotificationReason
  /** Who did it, each once, in the order of what they did. */
  names: readonly string[]
  /** How often, of what was rolled up. */
  count: number
  sessionTitle: string
  link: string
}

const titleCharsMax = 80

export function writeNotice(notice: Notice): string {
  return `${writeWho(notice)}${writeWhere(notice)}\n${notice.link}`
}

export function linkTo(
  base: string,
  to: { sessionId: SessionId; eventId: string; threadId: ThreadId | null; replyId: ReplyId | null },
): string {
  const { sessionId, eventId, threadId, replyId } = to
  return (
    base +
    writeAddress({ sessionId, eventId, threadId: threadId ?? undefined, replyId: replyId ?? undefined })
  )
}

function writeWho({ reason, names, count }: Notice): string {
  const who = nameAll(names)
  const times = count > 1 ? ` ${count} times` : ''
  switch (reason) {
    case 'mention':
      return `${who} mentioned you`
    case 'reply_to_you':
      return `${who} replied to what you wrote${times}`
    case 'reply_in_thread':
      return `${who} replied in a discussion that you take part in${times}`
    case 'approval':
      return `${who} waits for your word`
    case 'completion':
      return `${who} finished what you asked for`
    case 'failure':
      return `${who} could not finish what you asked for`
    case 'delivery_gave_up':
      return 'Something that was to be told elsewhere could not be delivered'
  }
}

function nameAll(names: readonly string[]): string {
  const [first = 'Somebody', ...others] = [...new Set(names)]
  const bold = `**${plain(first)}**`
  if (others.length === 0) return bold
  return `${bold} and ${others.length === 1 ? 'one other' : `${others.length} others`}`
}

function writeWhere({ sessionTitle }: Notice): string {
  const title = cutLine(sessionTitle, titleCharsMax)
  return title === '' ? '.' : ` in “${plain(title)}”.`
}

/** A name is a name: nothing in it calls anybody, leads anywhere or looks like anything. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_~|<>[\]()#@:/.!-]/g, '\\$&')
}
