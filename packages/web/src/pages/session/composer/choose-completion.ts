// Which commands are offered while the first word of a message is being typed, and behind it the ways in which it can be
// written. Only at its start: a slash further on is a path or a fraction.

import { type CommandDefinition, type CommandName, commandNames, commands, nearest } from '@heddle/contract'

export interface Completion extends Omit<CommandDefinition, 'forms'> {
  /** Of a command, or of one and the word behind it. */
  name: string
}

export interface Completions {
  /** Which list it is: of the commands, or of what can stand behind one. */
  of: 'commands' | CommandName
  items: readonly Completion[]
  /** Nothing begins like this; it is what one might have meant, and Enter does not take it unasked. */
  isGuess: boolean
}

export function chooseCompletion(text: string, caret: number): Completions | undefined {
  const word = /^\/([a-z-]*)(?=\s|$)/i.exec(text)?.[1]?.toLowerCase()
  if (word === undefined || caret < 1) return undefined
  if (caret <= word.length + 1)
    return choose('commands', word, commandNames.map(completionOf), (name) => name)
  const command = commandNames.find((name) => name === word)
  return command && chooseForm(command, text, caret)
}

function chooseForm(command: CommandName, text: string, caret: number): Completions | undefined {
  const { forms = [] }: CommandDefinition = commands[command]
  const typed = /^\/[a-z-]+\s+([a-z-]*)(?=\s|$)/i.exec(text)
  if (forms.length === 0 || typed === null || caret > typed[0].length) return undefined
  const items = forms.map((form) => formOf(command, form))
  return choose(command, typed[1]!.toLowerCase(), items, (name) => name.slice(command.length + 1))
}

function choose(
  of: Completions['of'],
  word: string,
  items: readonly Completion[],
  wordOf: (name: string) => string,
): Completions | undefined {
  const exact = items.find(({ name }) => wordOf(name) === word)
  // Typed to its end, and nothing has to come behind it: Enter runs it.
  if (exact !== undefined && exact.takes !== 'text') return undefined
  const begins = items.filter(({ name }) => wordOf(name).startsWith(word))
  if (begins.length > 0) return { of, items: begins, isGuess: false }
  const words = items.map(({ name }) => wordOf(name))
  const guess = items.find(({ name }) => wordOf(name) === nearest(word, words))
  return guess === undefined ? undefined : { of, items: [guess], isGuess: true }
}

/** The text with what was chosen in place of what was typed of it, and where the caret stands then. */
export function complete(text: string, { name, takes }: Completion): { text: string; caret: number } {
  const typed = name.includes(' ') ? /^\/[a-z-]*\s+[a-z-]*\s*/i : /^\/[a-z-]*\s*/i
  const rest = text.replace(typed, '')
  const front = takes === 'text' || rest !== '' ? `/${name} ` : `/${name}`
  return { text: front + rest, caret: front.length }
}

function completionOf(name: CommandName): Completion {
  const { usage, about, takes } = commands[name]
  return { name, usage, about, takes }
}

/** What the command does is known by now; the form itself says the rest. */
function formOf(command: CommandName, form: string): Completion {
  const [word = '', ...rest] = form.split(' ')
  const usage = rest.join(' ')
  return {
    name: `${command} ${word}`,
    usage,
    about: '',
    takes: usage.startsWith('<') ? 'text' : 'perhaps text',
  }
}
