// Reads the options of the world's commands, and says of a wrong one which right one is nearest.

import { parseArgs } from 'node:util'
import { nearest } from '@heddle/contract/nearest'

export class WrongOption extends Error {}

export interface OptionReader {
  number(name: string, standard: number): number
  text(name: string): string | undefined
  flag(name: string): boolean
  has(name: string): boolean
}

/** `kinds` says which options there are. */
export function readOptions(
  args: readonly string[],
  kinds: Readonly<Record<string, 'value' | 'flag'>>,
): OptionReader {
  const names = Object.keys(kinds)
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: Object.fromEntries(
      names.map((name) => [
        name,
        { type: kinds[name] === 'flag' ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  })
  for (const name of Object.keys(values)) if (!names.includes(name)) throw unknown(`--${name}`, names)
  const [stray] = positionals
  if (stray !== undefined) throw new WrongOption(`"${stray}" is not an option. Options begin with --.`)

  function text(name: string): string | undefined {
    const value = values[name]
    if (value === undefined) return undefined
    if (typeof value !== 'string' || value === '') throw new WrongOption(`--${name} needs a value.`)
    return value
  }

  return {
    text,
    number(name, standard) {
      const value = text(name)
      if (value === undefined) return standard
      if (!/^\d+$/.test(value) || Number(value) < 1) {
        throw new WrongOption(`--${name} is "${value}"; it must be a whole number of at least 1.`)
      }
      return Number(value)
    },
    flag: (name) => values[name] === true,
    has: (name) => values[name] !== undefined,
  }
}

/** The word, when it is one of the names. */
export function nameFrom<Name extends string>(option: string, word: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === word)
  if (found !== undefined) return found
  const near = nearest(word, names)
  const hint = near ? `Did you mean "${near}"?` : `There are: ${names.join(', ')}.`
  throw new WrongOption(`${option}: there is no "${word}". ${hint}`)
}

function unknown(option: string, names: readonly string[]): WrongOption {
  const near = nearest(option.slice(2), names)
  const all = names.map((name) => `--${name}`).join(', ')
  return new WrongOption(
    `There is no option ${option}. ${near ? `Did you mean --${near}?` : `There are: ${all}.`}`,
  )
}

/** Runs a command; a wrong option is said in one line. */
export async function runCommand(command: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await command())) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
