// What a command takes, as it was registered, and what somebody fills in: checked as Discord's own client checks it
// before anything is sent.

import { ApplicationCommandOptionType } from 'discord-api-types/v10'

export type OptionValue = string | number | boolean

export interface CommandOption {
  type: number
  name: string
  description: string
  isRequired: boolean
  hasAutocomplete: boolean
  choices: readonly { name: string; value: OptionValue }[]
  min: number | undefined
  max: number | undefined
  /** Of a subcommand, or a group of them. */
  options: readonly CommandOption[]
}

export interface FilledOption {
  type: number
  name: string
  value?: OptionValue
  focused?: true
  options?: FilledOption[]
}

export interface CommandFilling {
  /** The names of group and subcommand behind that of the command. */
  path: readonly string[]
  values: Readonly<Record<string, OptionValue>>
  /** The one that is being typed: what is still to come is not asked for. */
  focused?: string
}

export function readOptions(definition: Readonly<Record<string, unknown>>): CommandOption[] {
  const { options } = definition
  return Array.isArray(options) ? options.filter(isRecord).map(readOption) : []
}

function readOption(raw: Readonly<Record<string, unknown>>): CommandOption {
  const type = numberOr(raw['type']) ?? 0
  const isText = type === ApplicationCommandOptionType.String
  return {
    type,
    name: String(raw['name']),
    description: String(raw['description'] ?? ''),
    isRequired: raw['required'] === true,
    hasAutocomplete: raw['autocomplete'] === true,
    choices: readChoices(raw['choices']),
    min: numberOr(raw[isText ? 'min_length' : 'min_value']),
    max: numberOr(raw[isText ? 'max_length' : 'max_value']),
    options: readOptions(raw),
  }
}

function readChoices(raw: unknown): { name: string; value: OptionValue }[] {
  if (!Array.isArray(raw)) return []
  return raw.filter(isRecord).flatMap(({ name, value }) => {
    return typeof value === 'string' || typeof value === 'number' ? [{ name: String(name), value }] : []
  })
}

/** The options below the path: those that are filled in. Throws in words where there is no such subcommand. */
export function optionsAt(
  options: readonly CommandOption[],
  path: readonly string[],
): readonly CommandOption[] {
  const [name, ...rest] = path
  if (name === undefined) {
    if (options.some(isBranch)) throw new Error(`choose one of: ${options.map((one) => one.name).join(', ')}`)
    return options
  }
  const branch = options.find((one) => isBranch(one) && one.name === name)
  if (!branch) throw new Error(`the command has no part ${name}`)
  return optionsAt(branch.options, rest)
}

/** Throws in words what the client would say. */
export function fillOptions(options: readonly CommandOption[], filling: CommandFilling): FilledOption[] {
  const [name, ...path] = filling.path
  if (name !== undefined) {
    const branch = options.find((one) => isBranch(one) && one.name === name)
    if (!branch) throw new Error(`the command has no part ${name}`)
    const { type } = branch
    return [{ type, name, options: fillOptions(branch.options, { ...filling, path }) }]
  }
  const leaves = optionsAt(options, [])
  for (const given of Object.keys(filling.values)) {
    if (!leaves.some((one) => one.name === given)) throw new Error(`the command has no option ${given}`)
  }
  return leaves.flatMap((option) => fillOption(option, filling))
}

function fillOption(option: CommandOption, { values, focused }: CommandFilling): FilledOption[] {
  const { type, name, isRequired } = option
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (focused === name) {
    if (!option.hasAutocomplete) throw new Error(`the option ${name} has no autocomplete`)
    return [{ type, name, value: value ?? '', focused: true }]
  }
  if (value === undefined || value === '') {
    if (isRequired && focused === undefined) throw new Error(`the option ${name} is required`)
    return []
  }
  const wrong = wrongValue(option, value)
  if (wrong !== undefined) throw new Error(`the option ${name} ${wrong}`)
  return [{ type, name, value }]
}

/** Undefined: it is right. */
function wrongValue({ type, choices, min, max }: CommandOption, value: OptionValue): string | undefined {
  const kind = kindOfType(type)
  if (kind === undefined) return 'is of a kind that cannot be filled in here'
  if (typeof value !== kind) return `must be a ${kind}`
  if (type === ApplicationCommandOptionType.Integer && !Number.isInteger(value))
    return 'must be a whole number'
  if (choices.length > 0 && !choices.some((one) => one.value === value)) return 'must be one of its choices'
  const size = typeof value === 'string' ? value.length : Number(value)
  if (min !== undefined && size < min) return `must be at least ${min}`
  if (max !== undefined && size > max) return `must be at most ${max}`
  return undefined
}

function kindOfType(type: number): 'string' | 'number' | 'boolean' | undefined {
  switch (type) {
    case ApplicationCommandOptionType.String:
    case ApplicationCommandOptionType.User:
    case ApplicationCommandOptionType.Channel:
    case ApplicationCommandOptionType.Role:
    case ApplicationCommandOptionType.Mentionable:
      return 'string'
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number:
      return 'number'
    case ApplicationCommandOptionType.Boolean:
      return 'boolean'
    default:
      return undefined
  }
}

function isBranch({ type }: CommandOption): boolean {
  return (
    type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup
  )
}

function numberOr(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
