// What a command is, as data: its words, its options, and what it does. How arguments are read stands in
// build-program.ts, and nowhere else.

import type { Reach } from './reach-operations.ts'
import type { Terminal } from './terminal.ts'
import type { World } from './world.ts'

export interface CommandOption {
  /** As in `--expires-days <days>`; without a `<value>` it is a switch. */
  flag: string
  summary: string
  kind?: 'text' | 'number' | 'list'
  required?: boolean
}

export type OptionValue = string | number | boolean | string[] | undefined
export type OptionValues = Readonly<Record<string, OptionValue>>

export interface Leaf {
  /** Its name and arguments, as in `create <handle>`. */
  usage: string
  summary: string
  example: string
  options?: readonly CommandOption[]
  /** Of a noun's verbs, the one that is meant when none is said. */
  isDefault?: boolean
  /** May make a data folder that is not there yet. */
  makesFolder?: boolean
  run(context: CommandContext, args: readonly (string | undefined)[], options: OptionValues): Promise<void>
}

/** A command by itself, or a noun with verbs. */
export type CommandDefinition = Leaf | { verbs: readonly Leaf[] }

/** What the arguments asked for. */
export interface Wanted {
  leaf: Leaf
  args: readonly (string | undefined)[]
  options: OptionValues
}

export interface CommandContext {
  readonly world: World
  readonly terminal: Terminal
  /** The whole path of the data folder; it may not exist. */
  readonly dataFolder: string
  readonly configFlag: string | undefined
  readonly call: Reach['call']
  /** The result as JSON if that was asked for, else in words. */
  show(result: unknown, tell: () => void): void
  /** Says on stderr what takes longer than a second. */
  progress(stage: string): void
}

export function textOption(value: OptionValue): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function numberOption(value: OptionValue): number | undefined {
  return typeof value === 'number' ? value : undefined
}
