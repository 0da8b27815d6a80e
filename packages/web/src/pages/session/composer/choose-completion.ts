// Which commands are offered while the first word of a message is being typed. Only at its start: a slash further on is
// a path or a fraction.

import { type CommandDefinition, type CommandName, commandNames, commands, nearest } from '@heddle/contract'

export interface Completion extends CommandDefinition {
  name: CommandName
}

export interface Completions {
  items: readonly Completion[]
  /** Nothing begins like this; it is what one might have meant, and Enter does not take it unasked. */
  isGuess: boolean
}

export function chooseCompletion(text: string, caret: number): Completions | undefined {
  const word = /^\/([a-z-]*)(?=\s|$)/i.exec(text)?.[1]?.toLowerCase()
  if (word === undefined || caret < 1 || caret > word.length + 1) return undefined
  const exact = commandNames.find((name) => name === word)
  // Typed to its end, and nothing has to come behind it: Enter runs it.
  if (exact !== undefined && commands[exact].takes !== 'text') return undefined
  const begins = commandNames.filter((name) => name.startsWith(word))
  if (begins.length > 0) return { items: begins.map(completionOf), isGuess: false }
  const guess = commandNames.find((name) => name === nearest(word, commandNames))
  return guess === undefined ? undefined : { items: [completionOf(guess)], isGuess: true }
}

/** The text with the command in place of what was typed of it, and where the caret stands then. */
export function complete(text: string, { name, takes }: Completion): { text: string; caret: number } {
  const rest = text.replace(/^\/[a-z-]*\s*/i, '')
  const front = takes === 'text' || rest !== '' ? `/${name} ` : `/${name}`
  return { text: front + rest, caret: front.length }
}

function completionOf(name: CommandName): Completion {
  return { name, ...commands[name] }
}
