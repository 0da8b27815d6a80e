// The commands that people type, and the one parser for every channel: the text in, a tagged answer out. What a command
// does stands in the gateway's routing room.

import { nearest } from './nearest.ts'

export interface CommandDefinition {
  /** What follows the name, in words for the help. */
  usage: string
  /** Each of the ways in which it is written, where there are several. */
  forms?: readonly string[]
  about: string
  /** What stands behind its name: nothing, or else it is an error; text, or else it is one; or either. */
  takes: 'nothing' | 'text' | 'perhaps text'
  /** Also for whoever has no account here (CNV6). */
  forGuests?: true
}

export const commands = {
  help: { usage: '', about: 'Lists the commands.', takes: 'nothing', forGuests: true },
  stop: {
    usage: '',
    about: 'Stops what runs here, everything below it, and cancels what waits.',
    takes: 'nothing',
    forGuests: true,
  },
  status: {
    usage: '',
    about: 'Says what this session is and does right now.',
    takes: 'nothing',
    forGuests: true,
  },
  new: { usage: '', about: 'Begins a fresh session here; the old one stays readable.', takes: 'nothing' },
  model: {
    usage: '[name|default]',
    about: "Says which model answers here, or chooses another; default goes back to the agent's own.",
    takes: 'perhaps text',
  },
  usage: {
    usage: '',
    about: 'Says what this session used, and what its budgets have left.',
    takes: 'nothing',
  },
  compact: {
    usage: '[what to keep]',
    about: 'Puts what was said so far into fewer words for the agent; the timeline keeps all of it.',
    takes: 'perhaps text',
  },
  subagents: {
    usage: '[list|info|log|send|steer|kill|spawn]',
    forms: [
      'list',
      'info <id|#>',
      'log <id|#> [limit] [tools]',
      'send <id|#> <text>',
      'steer <id|#> <text>',
      'kill <id|#|all>',
      'spawn <agentId> <task> [--model m] [--thinking t]',
    ],
    about: 'Shows, steers, stops and starts the sub-agents of this session.',
    takes: 'perhaps text',
  },
  agents: {
    usage: '',
    about: 'Lists active sub-agents and sessions: those of this session first, then what you may see.',
    takes: 'nothing',
  },
  focus: {
    usage: '<label|key|id|#> [--here]',
    about: 'Binds this place to a session: what is written here then goes straight to it.',
    takes: 'text',
  },
  unfocus: {
    usage: '',
    about: 'Ends that: what is written here goes its usual way again.',
    takes: 'nothing',
  },
  session: {
    usage: '<ttl|max-age> [90s|30m|24h|7d|off]',
    forms: ['ttl [90s|30m|24h|7d|off]', 'max-age [90s|30m|24h|7d|off]'],
    about: 'Shows or sets how long the binding of this place lasts: while nobody writes, or at most.',
    takes: 'text',
  },
  link: {
    usage: '[code]',
    about: 'Joins this account with a member here: shows a code, or takes the one that was shown elsewhere.',
    takes: 'perhaps text',
    forGuests: true,
  },
  whoami: {
    usage: '',
    about: 'Says who you are here and what you may do.',
    takes: 'nothing',
    forGuests: true,
  },
  note: { usage: '<text>', about: 'Leaves a note for people; the agent does not hear it.', takes: 'text' },
} as const satisfies Record<string, CommandDefinition>

export type CommandName = keyof typeof commands
export const commandNames = Object.keys(commands) as CommandName[]

export type ParsedText =
  /** Just something that someone says. */
  | { kind: 'text' }
  | { kind: 'command'; name: CommandName; argument: string }
  | { kind: 'unknown'; name: string; nearest: string | undefined }
  /** Known, but not written as it has to be. */
  | { kind: 'wrong'; name: CommandName; problem: string }

/** A slash, a word of letters, then nothing or white space: a path such as /etc/hosts is no command. */
const commandForm = /^\/([a-z][a-z-]{0,31})(?:\s+([\s\S]*))?$/i

export function parseCommand(text: string): ParsedText {
  const match = commandForm.exec(text.trimEnd())
  if (match === null) return { kind: 'text' }
  const word = match[1]!.toLowerCase()
  const argument = match[2]?.trim() ?? ''
  if (!isCommandName(word)) return { kind: 'unknown', name: word, nearest: nearest(word, commandNames) }
  const { takes, usage }: CommandDefinition = commands[word]
  if (takes === 'nothing' && argument !== '') {
    return { kind: 'wrong', name: word, problem: `/${word} takes nothing behind it` }
  }
  if (takes === 'text' && argument === '') {
    return { kind: 'wrong', name: word, problem: `/${word} needs ${usage}` }
  }
  return { kind: 'command', name: word, argument }
}

/** What a text that is `/note …` says to people; undefined for any other. */
export function noteIn(text: string): string | undefined {
  const parsed = parseCommand(text)
  return parsed.kind === 'command' && parsed.name === 'note' ? parsed.argument : undefined
}

function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(commands, word)
}
