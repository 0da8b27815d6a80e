// What Heddle itself says in a conversation about what is bound there. Pure. Such a message is known again by the id that
// its platform gave it, and never by how it begins (BND5).

import { type BindingEnd, bindingEndWords } from '@heddle/contract'
import { tellExpiry } from '../commands/session-command.ts'

const mark = '⚙️ '
const taskCharsMax = 300

export interface Intro {
  /** Of the agent, as it speaks there. */
  name: string
  /** Of a sub-agent. */
  task: string | null
  expiresAt: number | null
  maxAgeAt: number | null
  /** Its session is private, and others read along here. */
  isDisclosed: boolean
  /** Its task is done: the next message goes on where it ended. */
  isOver: boolean
}

export function writeIntro(intro: Intro): string {
  const { name, task, isDisclosed, isOver } = intro
  const lines = [
    `${name} is here. What is written here goes straight to it, without a mention.`,
    ...(task === null || task === '' ? [] : [`Task: ${shorten(task)}`]),
    ...(isOver ? [howToGoOn] : [tellExpiry(intro)]),
    ...(isDisclosed
      ? ['Its session is private; whoever can read this place can read what it says here.']
      : []),
    'To leave: /unfocus, or the button.',
  ]
  return `${mark}${lines.join('\n')}`
}

export interface Farewell {
  name: string
  sessionId: string
  /** Nobody can come back to it. */
  isGone: boolean
  /** Where others talk too, one has to say whom one means, now that nothing is bound there. */
  needsMention: boolean
}

/** Nobody could read what is said of it. */
export function isEndSilent(why: BindingEnd): boolean {
  return why === 'place_deleted' || why === 'place_refused'
}

/** Undefined where nothing is to be said, or nothing could be. */
export function writeFarewell(
  why: BindingEnd,
  { name, sessionId, isGone, needsMention }: Farewell,
): string | undefined {
  if (isEndSilent(why)) return undefined
  const how = needsMention ? 'To come back, with a mention' : 'To come back'
  const comeBack = isGone ? '' : ` ${how}: /focus ${sessionId}`
  return `${mark}No longer bound: ${bindingEndWords[why]}. What is written here does not go to ${name} any more.${comeBack}`
}

/** For the last message of what is over, and for whoever focuses it then. */
export const howToGoOn = 'It is done. Write here to go on where it ended.'

/** In the channel, above the thread. */
export function writeAnchor(name: string): string {
  return `${mark}${name} speaks in this thread.`
}

export function writeNotOpened(name: string, detail: string): string {
  return `${mark}The thread for ${name} could not be opened: ${detail}. Nothing was changed.`
}

/** On one line, and never through a character. */
function shorten(text: string): string {
  const line = text
    .slice(0, 4 * taskCharsMax)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const chars = Array.from(line)
  return chars.length <= taskCharsMax ? chars.join('') : `${chars.slice(0, taskCharsMax).join('')}…`
}
