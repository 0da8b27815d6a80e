// `heddle start`: serves until a signal ends it.

import { constants } from 'node:os'
import { exitCodes } from '@heddle/contract'
import { type LoadedConfig, loadConfig, type Reload } from '../../config.ts'
import { hostSchema, portSchema } from '../../config-schema.ts'
import { chooseSocketPath, FolderInUse, openDataFolder } from '../../data-folder.ts'
import { isAnswered } from '../call-operation.ts'
import { type CommandContext, type Leaf, numberOption, type OptionValues, textOption } from '../command.ts'
import { explainFailure, Misused, tellFailure } from '../explain-failure.ts'
import type { RunningGateway } from '../house.ts'
import { bold, dim, type Terminal, type Words } from '../terminal.ts'
import type { World } from '../world.ts'

const patienceMs = 10_000
const pauseMs = 50

export const startCommand: Leaf = {
  usage: 'start',
  summary: 'Start Heddle and serve until stopped.',
  example: 'heddle start --data /var/lib/heddle --port 7420',
  makesFolder: true,
  options: [
    {
      flag: '--port <port>',
      summary: 'The port to listen on (or PORT; default 7420; 0 picks one).',
      kind: 'number',
    },
    { flag: '--host <host>', summary: 'The address to listen on (default 127.0.0.1).' },
  ],
  async run(context, _args, options) {
    const { world, dataFolder } = context
    const flags = readFlags(context, options)
    const folder = openDataFolder(dataFolder)
    const config = loadConfig({ flags, env: world.env, dataFolder, cwd: world.cwd })
    const ending = expectEnding(context)
    const { startGateway } = await world.house()
    const socketPath = chooseSocketPath(dataFolder, world.cwd)
    const onBroken = (error: Error) => endBroken(context, error)
    const gateway = await whenFolderIsFree(world, socketPath, () =>
      startGateway({ folder, config, env: world.env, socketPath, onBroken }),
    )
    tellReady(context, gateway)
    world.onSignal('SIGHUP', () => reload(context.terminal, config, gateway))
    await ending
    context.terminal.note('Stopping…')
    await gateway.stop()
    context.terminal.note('Stopped.')
  },
}

// A command that works on the folder by itself holds its lock for a moment; a gateway holds it and answers.
async function whenFolderIsFree<T>(world: World, socketPath: string, start: () => Promise<T>): Promise<T> {
  const until = world.uptimeMs() + patienceMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      const isHopeless = world.uptimeMs() > until || (await isAnswered(socketPath))
      if (!(error instanceof FolderInUse) || isHopeless) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function readFlags(context: CommandContext, options: OptionValues) {
  const port = numberOption(options['port'])
  const host = textOption(options['host'])
  if (port !== undefined && !portSchema.safeParse(port).success) {
    throw new Misused(`--port must be from 0 to 65535, not ${port}.`)
  }
  if (host !== undefined && !hostSchema.safeParse(host).success) {
    throw new Misused(`--host must be an address or a host name without a port, not "${host}".`)
  }
  return {
    ...(context.configFlag !== undefined && { config: context.configFlag }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
  }
}

/** Resolves at the first signal, also one that comes while it starts. The second ends the process at once. */
function expectEnding({ world }: CommandContext): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      world.onSignal(signal, () => {
        if (asked) world.exit(128 + constants.signals[signal])
        asked = true
        resolve()
      })
    }
  })
}

function tellReady({ world, terminal }: CommandContext, gateway: RunningGateway): void {
  const readyMs = Math.round(world.uptimeMs())
  const { url, ownerLink } = gateway
  if (terminal.json) return terminal.print({ url, readyMs, ...(ownerLink !== undefined && { ownerLink }) })
  terminal.sayAtOnce([
    [bold(`ready in ${readyMs} ms`), '  ', url],
    ...(ownerLink === undefined ? [] : tellOwnerLink(ownerLink)),
  ])
}

function tellOwnerLink(link: string): Words[][] {
  return [
    [''],
    ['Open this link to become the owner. It works once, for 24 hours:'],
    ['  ', bold(link)],
    [dim('A new one: heddle user owner-link')],
  ]
}

function reload(terminal: Terminal, config: LoadedConfig, gateway: RunningGateway): void {
  const outcome = config.reloadConfig()
  gateway.applyConfig(outcome)
  for (const line of tellReload(outcome)) terminal.note(line)
}

function tellReload(outcome: Reload): string[] {
  switch (outcome.kind) {
    case 'unchanged':
      return ['The configuration is unchanged.']
    case 'invalid':
      return [
        'The configuration was not reloaded; the old one stays in force.',
        ...outcome.reason.split('\n'),
      ]
    case 'changed': {
      const restart = outcome.needRestart.length > 0 ? ` Restart for ${outcome.needRestart.join(', ')}.` : ''
      return [`The configuration was reloaded: ${outcome.keys.join(', ')}.${restart}`]
    }
  }
}

// Nobody knows what is on disk any more, so nothing is tidied up: what was acknowledged is there at the next start.
function endBroken({ world, terminal, dataFolder }: CommandContext, error: Error): void {
  const failure = explainFailure(error, { dataFolder })
  for (const line of tellFailure(failure)) terminal.complain(line)
  world.exit(exitCodes[failure.exit])
}
