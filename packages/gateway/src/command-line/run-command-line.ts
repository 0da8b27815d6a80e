// Runs one command from its arguments to its exit code. Whatever fails ends here, as a sentence or as JSON.

import { exitCodes } from '@heddle/contract'
import { chooseDataFolder } from '../data-folder.ts'
import { createRealClock } from '../foundation/real-clock.ts'
import { type CommandContext, textOption, type Wanted } from './command.ts'
import { explainFailure, tellFailure } from './explain-failure.ts'
import { createReach } from './reach-operations.ts'
import { readStartFlags } from './read-start-flags.ts'
import { createProgressShow } from './show-progress.ts'
import { createTerminal, red } from './terminal.ts'
import type { World } from './world.ts'

export async function runCommandLine(world: World): Promise<number> {
  let dataFolder: string | undefined
  try {
    const wanted = await readWanted(world)
    if (!wanted) return exitCodes.ok
    dataFolder = chooseDataFolder({
      flag: textOption(wanted.options['data']),
      env: world.env,
      cwd: world.cwd,
    })
    await runWanted(world, wanted, dataFolder)
    return exitCodes.ok
  } catch (error) {
    return complain(world, error, dataFolder)
  }
}

/** A start that is written as most are written does not wait for the whole machinery of commands to load. */
async function readWanted(world: World): Promise<Wanted | undefined> {
  const options = readStartFlags(world.args)
  if (options) return { leaf: (await import('./commands/start.ts')).startCommand, args: [], options }
  return (await import('./build-program.ts')).readArguments(world)
}

async function runWanted(world: World, { leaf, args, options }: Wanted, dataFolder: string): Promise<void> {
  const terminal = createTerminal({
    stdout: world.stdout,
    stderr: world.stderr,
    json: options['json'] === true,
    canAsk: world.stdin.isTerminal && world.stdout.isTerminal && options['json'] !== true,
  })
  const show = createProgressShow(world.stderr, createRealClock())
  const progress = (stage: string) => terminal.json || show.stage(stage)
  const configFlag = textOption(options['config'])
  const reach = createReach({
    world,
    dataFolder,
    configFlag,
    makesFolder: leaf.makesFolder ?? false,
    onProgress: progress,
  })
  const context: CommandContext = {
    world,
    terminal,
    dataFolder,
    configFlag,
    call: reach.call,
    show: (result, tell) => {
      show.stop()
      if (terminal.json) terminal.print(result)
      else tell()
    },
    progress,
  }
  try {
    await leaf.run(context, args, options)
  } finally {
    show.stop()
    await reach.close()
  }
}

export function complain(world: World, error: unknown, dataFolder: string | undefined): number {
  const failure = explainFailure(error, dataFolder === undefined ? {} : { dataFolder })
  const json = world.args.includes('--json')
  const terminal = createTerminal({ stdout: world.stdout, stderr: world.stderr, json, canAsk: false })
  if (json) {
    const { code, message, issues } = failure
    terminal.complainJson({ error: { code, message, ...(issues.length > 0 && { issues }) } })
  } else {
    for (const line of tellFailure(failure))
      terminal.complain(failure.exit === 'unexpected' ? red(line) : line)
  }
  if (world.env['HEDDLE_DEBUG'] && error instanceof Error) {
    for (const line of (error.stack ?? '').split('\n')) terminal.complain(line)
  } else if (failure.exit === 'unexpected' && !json) {
    terminal.complain('Set HEDDLE_DEBUG=1 to see where.')
  }
  return exitCodes[failure.exit]
}
