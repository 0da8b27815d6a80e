// Reads arguments, by commander: the only file that knows it.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { CommandDefinition, CommandOption, Leaf, OptionValue, Wanted } from './command.ts'
import { commands } from './commands.ts'
import { Misused } from './explain-failure.ts'
import type { World } from './world.ts'

/** Undefined when the arguments only asked for help or the version, which has been printed. Throws Misused. */
export async function readArguments(world: World): Promise<Wanted | undefined> {
  let wanted: Wanted | undefined
  const program = await buildProgram(world, (found) => {
    wanted = found
  })
  try {
    await program.parseAsync(world.args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw new Misused(error.code === 'commander.help' ? 'Say which command.' : sentence(error.message))
  }
  return wanted
}

async function buildProgram(world: World, onWanted: (wanted: Wanted) => void): Promise<Command> {
  const program = new Command('heddle')
    .description('One self-hosted program in which a team works with AI agents.')
    .version(world.version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .option('--data <dir>', 'The data folder (or HEDDLE_DATA; default .heddle).')
    .option('--config <file>', 'The configuration file (or HEDDLE_CONFIG; default <data>/heddle.json5).')
    .option('--json', 'Print the result as JSON; errors too, on stderr.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
      // Errors are told in one place, in words or as JSON.
      outputError: () => undefined,
      getOutHasColors: () => world.stdout.colour,
      getErrHasColors: () => world.stderr.colour,
    })
    .exitOverride()
  const chosen = chosenCommand(world.args)
  for (const [name, { summary, load }] of Object.entries(commands)) {
    if (name === chosen) attach(program, name, summary, await load(), onWanted)
    else program.command(name).description(summary)
  }
  return program
}

/** The first word that is neither an option nor an option's value. */
export function chosenCommand(args: readonly string[]): string | undefined {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (arg === '--data' || arg === '--config') i++
    else if (!arg.startsWith('-') && arg !== 'help') return arg
  }
  return undefined
}

function attach(
  program: Command,
  name: string,
  summary: string,
  definition: CommandDefinition,
  onWanted: (wanted: Wanted) => void,
): void {
  if (!('verbs' in definition)) {
    addLeaf(program, definition, onWanted).description(summary)
    return
  }
  const noun = program.command(name).description(summary)
  for (const leaf of definition.verbs) addLeaf(noun, leaf, onWanted)
}

function addLeaf(parent: Command, leaf: Leaf, onWanted: (wanted: Wanted) => void): Command {
  const command = parent.command(leaf.usage, { isDefault: leaf.isDefault ?? false }).description(leaf.summary)
  for (const option of leaf.options ?? []) command.addOption(toOption(option))
  command.addHelpText('after', `\nExample:\n  ${leaf.example}`)
  return command.action((...given: unknown[]) => {
    // An argument that takes many words comes as a list of them; it is always the last.
    const args = given.slice(0, -2).flat() as (string | undefined)[]
    onWanted({ leaf, args, options: command.optsWithGlobals<Record<string, OptionValue>>() })
  })
}

function toOption({ flag, summary, kind = 'text', required = false }: CommandOption): Option {
  const option = new Option(flag, summary).makeOptionMandatory(required)
  if (kind === 'number') option.argParser(wholeNumber)
  if (kind === 'list') option.argParser(list)
  return option
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function list(text: string): string[] {
  return text.split(',').map((item) => item.trim())
}

/** Commander's words as a sentence: "error: unknown option '--prot'\n(Did you mean --port?)". */
function sentence(message: string): string {
  const [first = '', ...more] = message.replace(/^error: /, '').split('\n')
  const begun = `${first.charAt(0).toUpperCase()}${first.slice(1)}`
  const hint = more.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' ')
  return `${/[.?!]$/.test(begun) ? begun : `${begun}.`}${hint === '' ? '' : ` ${hint}`}`
}
