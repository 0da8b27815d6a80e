// `heddle config …`: what the configuration says, and whether it is right.

import { type ConfigEntry, loadConfig } from '../../config.ts'
import { chooseSocketPath } from '../../data-folder.ts'
import { callOperation, NobodyThere } from '../call-operation.ts'
import type { CommandContext, CommandDefinition, Leaf } from '../command.ts'
import { maskConfigValue } from '../mask-config-value.ts'
import type { ResultOf } from '../operations.ts'
import { bold, dim, green } from '../terminal.ts'

const check: Leaf = {
  usage: 'check',
  summary: 'Say whether the configuration is right, and every mistake in it.',
  example: 'heddle config check --config heddle.json5',
  async run(context) {
    const config = load(context)
    context.show({ ok: true, path: config.path, exists: config.fileExists }, () => {
      if (config.fileExists) context.terminal.say(green('ok'), `  ${config.path}`)
      else context.terminal.say(green('ok'), `  There is no ${config.path}; the defaults are in force.`)
    })
  },
}

const schema: Leaf = {
  usage: 'schema',
  summary: 'Print the JSON Schema of the configuration file, for editors.',
  example: 'heddle config schema > heddle.schema.json',
  async run({ terminal }) {
    const { configJsonSchema } = await import('../../config-schema.ts')
    terminal.print(configJsonSchema(), 2)
  },
}

const show: Leaf = {
  usage: 'show',
  summary: 'Show what is in force and where each value comes from; secrets are masked.',
  example: 'heddle config show',
  isDefault: true,
  async run(context) {
    const config = load(context)
    const running = await askRunning(context)
    const own = config.entries()
    // What the file sets since the gateway last read it is the file's already.
    const inWeb = (running?.inWeb ?? []).filter(({ key }) => own.every((entry) => entry.key !== key))
    const entries: ShownEntry[] = [...own, ...inWeb].map((entry) =>
      running && entry.key === 'database.durability' ? { ...entry, ...running.durability } : entry,
    )
    const items = entries.map((entry) => ({ ...entry, value: maskConfigValue(entry.key, entry.value) }))
    context.show({ path: config.path, exists: config.fileExists, items }, () => {
      context.terminal.say(dim(config.fileExists ? config.path : `${config.path} (not there)`))
      context.terminal.table(
        items.map(({ key, value, from, inForce }) => [bold(key), tellValue(value, inForce), dim(from)]),
      )
      if (!running) context.terminal.say(dim('What was set in the web shows while Heddle runs.'))
    })
  },
}

export const configCommand: CommandDefinition = { verbs: [check, schema, show] }

function load({ world, dataFolder, configFlag }: CommandContext) {
  const flags = configFlag === undefined ? {} : { config: configFlag }
  return loadConfig({ flags, env: world.env, dataFolder, cwd: world.cwd })
}

type ShownEntry = Omit<ConfigEntry, 'from'> & {
  from: ConfigEntry['from'] | 'web'
  /** What the running gateway goes by, where that can differ from what is asked for. */
  inForce?: unknown
}

function tellValue(value: unknown, inForce: unknown): string {
  const text = JSON.stringify(value)
  return inForce === undefined || inForce === value ? text : `${text} (in force: ${JSON.stringify(inForce)})`
}

interface Told {
  /** The settings that the file leaves to the web. */
  inWeb: ShownEntry[]
  durability: Pick<ShownEntry, 'inForce'>
}

/** Undefined when no gateway runs that could say. */
async function askRunning({ world, dataFolder }: CommandContext): Promise<Told | undefined> {
  try {
    const socketPath = chooseSocketPath(dataFolder, world.cwd)
    const call = { socketPath, input: {}, onProgress: () => undefined }
    // The casts are the edge: what answers here is the operation of that name.
    const { items } = (await callOperation({ ...call, name: 'settings.list' })) as ResultOf<'settings.list'>
    const { durability } = (await callOperation({ ...call, name: 'about' })) as ResultOf<'about'>
    return {
      inWeb: items.flatMap(({ key, value, source }) =>
        source === 'file' ? [] : [{ key, value, from: source }],
      ),
      durability: durability ? { inForce: durability } : {},
    }
  } catch (error) {
    if (error instanceof NobodyThere) return undefined
    throw error
  }
}
