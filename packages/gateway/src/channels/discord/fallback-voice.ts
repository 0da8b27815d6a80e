// How the bot says something for a persona that has no voice of its own there: with the name in front. Pure.

import type { Persona } from '../channel.ts'

/** Room that each part leaves free for it. */
export const nameInFrontCharsMax = 90

const marks = /[\\*_`~|<>]/g
/** What must stand at the beginning of a line to be what it is. */
const needsOwnLine = /^(#{1,3} |[-*] |\d+\. |>{1,3} |-# |```)/

export function inOwnVoice(persona: Persona, text: string): string {
  if (persona.isAccount) return text
  const name = nameInFront(persona.name)
  return `${name}${needsOwnLine.test(text) ? '\n' : ' '}${text}`.trimEnd()
}

function nameInFront(name: string): string {
  const room = nameInFrontCharsMax - '****: '.length
  let written = ''
  for (const sign of name.replaceAll(/\s+/g, ' ').trim()) {
    const escaped = sign.replace(marks, '\\$&')
    if (written.length + escaped.length > room) break
    written += escaped
  }
  return `**${written}**:`
}
