// The configuration in force: flag before environment before file before default, each value with where it came
// from. What admins set in the web comes after the file and stands in settings.ts.

import { dirname, isAbsolute, join, resolve } from 'node:path'
import {
  collaborationDefaults,
  type CollaborationFlags,
  collaborationFlags,
  type SettingValues,
} from '@heddle/contract'
import type { AgentsConfig } from './agents/agents-config.ts'
import type { ChannelsConfig } from './channels-config-schema.ts'
import type { Environment } from './config-environment.ts'
import {
  type ConfigFile,
  type durabilities,
  keysThatNeedRestart,
  portSchema,
  settingsInFile,
} from './config-schema.ts'
import type { LogLevel } from './foundation/logging/log.ts'
import { ConfigInvalid, readConfigFile } from './read-config.ts'
import type { WorkRules } from './sessions/work-rules.ts'

export interface Config {
  server: { host: string; port: number; trustedProxies: readonly string[] }
  database: { durability: (typeof durabilities)[number] }
  log: { level: LogLevel }
  /** Set in the file, so read-only in the web. */
  settings: Partial<SettingValues>
  /** The sections `agents`, `models` and `tools`, with absolute paths. */
  agents: AgentsConfig
  /** The sections `budgets` and `approvals`. */
  work: WorkRules
  /** The sections `channels` and `session`. */
  places: ChannelsConfig
  /** All on, but for what the file turns off. */
  collaboration: CollaborationFlags
}

export type ConfigOrigin = 'flag' | 'environment' | 'file' | 'default'

export interface ConfigEntry {
  key: string
  value: unknown
  from: ConfigOrigin
}

export interface ConfigFlags {
  config?: string
  host?: string
  port?: number
}

export interface ConfigOptions {
  flags: ConfigFlags
  env: Environment
  dataFolder: string
  cwd: string
}

export type Reload =
  | { kind: 'unchanged' }
  | { kind: 'invalid'; reason: string }
  | { kind: 'changed'; keys: string[]; needRestart: string[] }

export interface LoadedConfig {
  readonly path: string
  readonly fileExists: boolean
  current(): Config
  /** One entry per key that has a value, in the order of the file's keys. */
  entries(): ConfigEntry[]
  /** Reads the file again. An invalid one changes nothing. */
  reloadConfig(): Reload
}

const defaults = { host: '127.0.0.1', port: 7420, durability: 'group', level: 'info' } as const

/** Throws ConfigInvalid when the file or the environment cannot be used. */
export function loadConfig(options: ConfigOptions): LoadedConfig {
  const { path, required } = chooseConfigPath(options)
  const read = () => readConfigFile({ path, required, env: options.env })
  const file = read()
  let chosen = chooseConfig(options, file ?? {}, dirname(path))

  return {
    path,
    fileExists: file !== undefined,
    current: () => chosen.config,
    entries: () => chosen.entries,
    reloadConfig() {
      try {
        const next = chooseConfig(options, read() ?? {}, dirname(path))
        const keys = changedKeys(chosen.entries, next.entries)
        chosen = next
        if (keys.length === 0) return { kind: 'unchanged' }
        return { kind: 'changed', keys, needRestart: keys.filter((key) => keysThatNeedRestart.has(key)) }
      } catch (error) {
        if (!(error instanceof ConfigInvalid)) throw error
        return { kind: 'invalid', reason: error.message }
      }
    },
  }
}

export function chooseConfigPath(options: ConfigOptions): { path: string; required: boolean } {
  const named = options.flags.config ?? (options.env['HEDDLE_CONFIG'] || undefined)
  if (named === undefined) return { path: join(options.dataFolder, 'heddle.json5'), required: false }
  return { path: isAbsolute(named) ? named : resolve(options.cwd, named), required: true }
}

/** Pure: what holds, given everything that was said. `folder` is the file's, where relative paths begin. */
export function chooseConfig(
  options: Pick<ConfigOptions, 'flags' | 'env'>,
  file: ConfigFile,
  folder: string,
): { config: Config; entries: ConfigEntry[] } {
  const { flags } = options
  const host = first<string>(defaults.host, [flags.host, 'flag'], [file.server?.host, 'file'])
  const port = first<number>(
    defaults.port,
    [flags.port, 'flag'],
    [portFromEnvironment(options.env), 'environment'],
    [file.server?.port, 'file'],
  )
  const trustedProxies = first<readonly string[]>([], [file.server?.trustedProxies, 'file'])
  const durability = first<Config['database']['durability']>(defaults.durability, [
    file.database?.durability,
    'file',
  ])
  const level = first<Config['log']['level']>(defaults.level, [file.log?.level, 'file'])
  const settings = settingsInFile(file)
  const agents = chooseAgents(file, folder)
  const work = chooseWork(file)
  const places = choosePlaces(file)
  const collaboration = chooseFlags(file)
  return {
    config: {
      server: { host: host.value, port: port.value, trustedProxies: trustedProxies.value },
      database: { durability: durability.value },
      log: { level: level.value },
      settings,
      agents,
      work,
      places,
      collaboration,
    },
    entries: [
      { key: 'server.host', ...host },
      { key: 'server.port', ...port },
      { key: 'server.trustedProxies', ...trustedProxies },
      { key: 'database.durability', ...durability },
      { key: 'log.level', ...level },
      ...Object.entries(settings).map(([key, value]): ConfigEntry => ({ key, value, from: 'file' })),
      ...agentEntries(agents),
      ...workEntries(work),
      ...placeEntries(places),
      ...flagEntries(file),
    ],
  }
}

function chooseAgents({ agents, models, tools }: ConfigFile, folder: string): AgentsConfig {
  const list = agents?.list?.map((agent) =>
    agent.workspace === undefined ? agent : { ...agent, workspace: resolve(folder, agent.workspace) },
  )
  return {
    ...(agents && { agents: { ...agents, ...(list && { list }) } }),
    ...(models && { models }),
    ...(tools && { tools: { ...tools, ...(tools.mcp && { mcp: placeServers(tools.mcp, folder) }) } }),
  }
}

type Servers = NonNullable<NonNullable<ConfigFile['tools']>['mcp']>

function placeServers(servers: Servers, folder: string): Servers {
  const placed = Object.entries(servers).map(([name, server]) => [
    name,
    server.cwd === undefined ? server : { ...server, cwd: resolve(folder, server.cwd) },
  ])
  return Object.fromEntries(placed) as Servers
}

function agentEntries({ agents, models, tools }: AgentsConfig): ConfigEntry[] {
  const said: Record<string, unknown> = {
    'agents.defaults.thinking': agents?.defaults?.thinking,
    'agents.defaults.fallbackModels': agents?.defaults?.fallbackModels,
    'agents.list': agents?.list,
    'models.providers': models?.providers,
    'tools.policy': tools?.policy,
    'tools.exec': tools?.exec,
    'tools.fetch': tools?.fetch,
    'tools.mcp': tools?.mcp,
  }
  return Object.entries(said)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value, from: 'file' }))
}

function chooseWork({ budgets, approvals }: ConfigFile): WorkRules {
  return { ...(budgets && { budgets }), ...(approvals && { approvals }) }
}

function workEntries({ budgets = {}, approvals }: WorkRules): ConfigEntry[] {
  const limits = Object.entries(budgets).map(([scope, value]) => ({ key: `budgets.${scope}`, value }))
  const said = [...limits, { key: 'approvals.by', value: approvals?.by }]
  return said.filter(({ value }) => value !== undefined).map((entry) => ({ ...entry, from: 'file' }))
}

function choosePlaces({ channels, session }: ConfigFile): ChannelsConfig {
  return { ...(channels && { channels }), ...(session && { session }) }
}

function placeEntries({ channels, session }: ChannelsConfig): ConfigEntry[] {
  const said = [
    { key: 'channels.web', value: channels?.web },
    { key: 'channels.discord', value: channels?.discord },
    { key: 'channels.loopback', value: channels?.loopback },
    { key: 'session.threadBindings', value: session?.threadBindings },
    { key: 'session.revival', value: session?.revival },
  ]
  return said.filter(({ value }) => value !== undefined).map((entry) => ({ ...entry, from: 'file' }))
}

function chooseFlags({ collaboration = {} }: ConfigFile): CollaborationFlags {
  return { ...collaborationDefaults, ...collaboration }
}

function flagEntries({ collaboration = {} }: ConfigFile): ConfigEntry[] {
  return collaborationFlags.flatMap((flag): ConfigEntry[] => {
    const value = collaboration[flag]
    return value === undefined ? [] : [{ key: `collaboration.${flag}`, value, from: 'file' }]
  })
}

type Said<T> = readonly [value: T | undefined, from: ConfigOrigin]

/** The first that was said, else the default. */
function first<T>(fallback: T, ...choices: readonly Said<T>[]): { value: T; from: ConfigOrigin } {
  for (const [value, from] of choices) {
    if (value !== undefined) return { value, from }
  }
  return { value: fallback, from: 'default' }
}

function portFromEnvironment(env: Environment): number | undefined {
  const text = env['PORT']
  if (text === undefined || text === '') return undefined
  const port = /^\d{1,5}$/.test(text) ? portSchema.safeParse(Number(text)) : undefined
  if (port?.success) return port.data
  const message = `must be a port from 0 to 65535, not ${JSON.stringify(text)}`
  throw new ConfigInvalid(`The environment variable PORT ${message}.`, [{ field: 'PORT', message }])
}

function changedKeys(before: readonly ConfigEntry[], after: readonly ConfigEntry[]): string[] {
  const text = (entries: readonly ConfigEntry[]) =>
    new Map(entries.map((entry) => [entry.key, JSON.stringify(entry.value)]))
  const old = text(before)
  const now = text(after)
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key))
}
