// Heddle's commands as Discord shows them, and what somebody chose there as the text that the one parser takes. Pure.

import {
  type CommandDefinition,
  type CommandName,
  commandNames,
  commands,
  thinkingLevels,
} from '@heddle/contract'

/** What somebody filled in, as Discord tells it. */
export interface ChosenOption {
  name: string
  value?: string | number | boolean | null | undefined
  /** What is being typed right now. */
  focused?: boolean | null | undefined
  options?: readonly ChosenOption[] | null | undefined
}

interface Option {
  name: string
  about: string
  kind: 'text' | 'number' | 'flag'
  isRequired?: true
  /** Discord asks what may be meant while it is typed. */
  isSuggested?: true
  choices?: readonly string[]
  /** How it stands in the command; absent: as it is. */
  write?(value: string): string
}

interface Shape {
  about?: string
  options: readonly Option[]
  /** By name. Discord then knows no bare command. */
  subcommands?: Readonly<Record<string, Shape>>
}

/** A label may have spaces in it. */
const quoted = (value: string) => (/\s/.test(value) && !value.includes('"') ? `"${value}"` : value)

const run: Option = {
  name: 'id',
  about: 'Its number in the list, id or label.',
  kind: 'text',
  isRequired: true,
  isSuggested: true,
  write: quoted,
}
const said: Option = { name: 'text', about: 'What to say to it.', kind: 'text', isRequired: true }
const span: Option = { name: 'value', about: '90s, 30m, 24h, 7d or off. Absent: shows it.', kind: 'text' }

/** How the ones that take something are filled in; the rest follows from the table of commands. */
const shapes: Partial<Record<CommandName, Shape>> = {
  focus: {
    options: [
      {
        name: 'label',
        about: 'The session: its label, key, id or number.',
        kind: 'text',
        isRequired: true,
        isSuggested: true,
      },
      {
        name: 'here',
        about: 'Bind this whole channel instead of opening a thread.',
        kind: 'flag',
        write: () => '--here',
      },
    ],
  },
  model: { options: [{ name: 'name', about: 'A model, or default.', kind: 'text', isSuggested: true }] },
  compact: { options: [{ name: 'keep', about: 'What must not be lost.', kind: 'text' }] },
  link: { options: [{ name: 'code', about: 'The code that was shown to you elsewhere.', kind: 'text' }] },
  note: { options: [{ name: 'text', about: 'The note.', kind: 'text', isRequired: true }] },
  session: {
    options: [],
    subcommands: {
      ttl: { about: 'How long the binding lasts while nobody writes here.', options: [span] },
      'max-age': { about: 'How long the binding lasts at most.', options: [span] },
    },
  },
  subagents: {
    options: [],
    subcommands: {
      list: { about: 'Lists the sub-agents of this session.', options: [] },
      info: { about: 'Says what one is and does.', options: [run] },
      log: {
        about: 'Shows what one said last.',
        options: [
          run,
          { name: 'limit', about: 'How many entries. Default: 20.', kind: 'number' },
          { name: 'tools', about: 'With the calls of tools.', kind: 'flag', write: () => 'tools' },
        ],
      },
      send: { about: 'Says something to one.', options: [run, said] },
      steer: { about: 'Says something to one that it hears at once.', options: [run, said] },
      kill: {
        about: 'Stops one and everything below it, or all.',
        options: [{ ...run, about: 'Its number, id or label, or all.' }],
      },
      spawn: {
        about: 'Starts a sub-agent.',
        options: [
          { name: 'agent', about: 'Which agent.', kind: 'text', isRequired: true, write: quoted },
          { name: 'task', about: 'What it is to do.', kind: 'text', isRequired: true },
          {
            name: 'model',
            about: 'Another model than its own.',
            kind: 'text',
            write: (value) => `--model ${value}`,
          },
          {
            name: 'thinking',
            about: 'How long it thinks.',
            kind: 'text',
            choices: thinkingLevels,
            write: (value) => `--thinking ${value}`,
          },
        ],
      },
    },
  },
}

const chatInput = 1
const optionTypes = { subcommand: 1, text: 3, number: 4, flag: 5 } as const
const descriptionCharsMax = 100
/** In servers, and in direct messages with the bot. */
const contexts = [0, 1]
const integrationTypes = [0]

/** The list that Discord is given, whole. */
export function describeCommands(): object[] {
  return commandNames.map((name) => {
    const { about }: CommandDefinition = commands[name]
    const options = describeOptions(shapeOf(name))
    return {
      name,
      type: chatInput,
      description: shorten(about),
      contexts,
      integration_types: integrationTypes,
      ...(options.length > 0 && { options }),
    }
  })
}

function shapeOf(name: CommandName): Shape {
  const { takes, usage }: CommandDefinition = commands[name]
  const known = shapes[name]
  if (known) return known
  if (takes === 'nothing') return { options: [] }
  const about = usage === '' ? 'What stands behind it.' : usage
  return { options: [{ name: 'text', about, kind: 'text', ...(takes === 'text' && { isRequired: true }) }] }
}

function describeOptions({ options, subcommands = {} }: Shape): object[] {
  const below = Object.entries(subcommands).map(([name, shape]) => ({
    type: optionTypes.subcommand,
    name,
    description: shorten(shape.about ?? name),
    options: describeOptions(shape),
  }))
  return [...below, ...options.map(describeOption)]
}

function describeOption({ name, about, kind, isRequired, isSuggested, choices }: Option): object {
  return {
    type: optionTypes[kind],
    name,
    description: shorten(about),
    required: isRequired ?? false,
    ...(isSuggested && { autocomplete: true }),
    ...(choices && { choices: choices.map((choice) => ({ name: choice, value: choice })) }),
  }
}

function shorten(text: string): string {
  if (text.length <= descriptionCharsMax) return text
  const cut = text.slice(0, descriptionCharsMax - 1)
  return `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** As somebody would have typed it. An option that we do not know, of a list that was registered earlier, is left out. */
export function commandText(name: string, chosen: readonly ChosenOption[]): string {
  const shape = isCommandName(name) ? shapeOf(name) : { options: [] }
  return [`/${name}`, ...wordsOf(shape, chosen)].join(' ')
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

function wordsOf(shape: Shape, chosen: readonly ChosenOption[]): string[] {
  const { options, subcommands = {} } = shape
  const [first] = chosen
  const below = first && isPartOf(shape, first) ? subcommands[first.name] : undefined
  if (first && below) return [first.name, ...wordsOf(below, first.options ?? [])]
  // In the order of the command, whatever the order it was filled in.
  return options.flatMap((option) => {
    const value = chosen.find(({ name }) => name === option.name)?.value
    if (value == null || value === false || value === '') return []
    return [option.write?.(String(value)) ?? String(value)]
  })
}

function isPartOf({ subcommands = {} }: Shape, { name }: ChosenOption): boolean {
  return Object.hasOwn(subcommands, name)
}

/** Which part of a command is meant; undefined of one that has none. */
export function subcommandIn(name: string, [first]: readonly ChosenOption[]): string | undefined {
  return isCommandName(name) && first && isPartOf(shapeOf(name), first) ? first.name : undefined
}

/** What is being typed, wherever in the command it stands. */
export function typedIn(chosen: readonly ChosenOption[]): string {
  for (const { value, focused, options } of chosen) {
    if (focused) return String(value ?? '')
    const below = options ? typedIn(options) : ''
    if (below !== '') return below
  }
  return ''
}
