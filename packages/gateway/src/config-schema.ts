// The keys of heddle.json5: the strict schema that the start checks, the JSON Schema for editors made from it, and
// which keys act only at the next start. A key stands here when something reads it, not earlier.

import { isIP } from 'node:net'
import { type SettingDefinition, type SettingKey, type SettingValues, settings } from '@heddle/contract'
import { z } from 'zod'
import { agentsSchema, modelsSchema } from './agents-config-schema.ts'
import { channelsSchema, sessionSchema } from './channels-config-schema.ts'
import { logLevels } from './foundation/logging/log.ts'
import { approvalsSchema, budgetsSchema, toolsSchema } from './tools-config-schema.ts'

export const durabilities = ['group', 'full'] as const

export const hostSchema = z
  .string()
  .max(253)
  .refine(isHost, 'must be an address or a host name without a port, such as "127.0.0.1" or "localhost"')
  .describe('The address to listen on. "0.0.0.0" or "::" listens on all of them. Default: "127.0.0.1".')

export const portSchema = z
  .int()
  .min(0)
  .max(65_535)
  .describe('The port to listen on; 0 picks a free one. Default: 7420.')

const proxySchema = z.string().superRefine((text, check) => {
  const complaint = judgeProxy(text)
  if (complaint !== undefined) check.addIssue(complaint)
})

export const configSchema = z.strictObject({
  $schema: z.string().describe('Where the JSON Schema of this file lies, for editors.').optional(),
  server: section({
    host: hostSchema.optional(),
    port: portSchema.optional(),
    publicUrl: inFile(settings['server.publicUrl']),
    trustedProxies: z
      .array(proxySchema)
      .max(64)
      .describe(
        'Addresses or networks (CIDR) of the proxies in front, whose X-Forwarded-For is believed. Default: none.',
      )
      .optional(),
  }),
  database: section({
    durability: z
      .enum(durabilities)
      .describe(
        'How commits reach the disk before they are acknowledged: "group" syncs many at once, "full" each by itself. ' +
          'Both survive a power loss. Default: "group".',
      )
      .optional(),
  }),
  log: section({
    level: z
      .enum(logLevels)
      .describe('The least serious lines that are written. Default: "info".')
      .optional(),
  }),
  team: section({ name: inFile(settings['team.name']) }),
  invites: section({ expireHours: inFile(settings['invites.expireHours']) }),
  signIn: section({ expireDays: inFile(settings['signIn.expireDays']) }),
  agents: agentsSchema.optional(),
  models: modelsSchema.optional(),
  tools: toolsSchema.optional(),
  approvals: approvalsSchema.optional(),
  budgets: budgetsSchema.optional(),
  channels: channelsSchema.optional(),
  session: sessionSchema.optional(),
  collaboration: section({
    threads: flag('Discussions of single events of a timeline. Default: true.'),
    mentions: flag('That @handle in messages and replies calls people and agents. Default: true.'),
    notifications: flag('That people are told of mentions, replies and what they asked for. Default: true.'),
    summary: flag('A summary of each session for whoever comes later. Default: true.'),
    contents: flag('A table of contents for each session. Default: true.'),
  }),
})

export type ConfigFile = z.infer<typeof configSchema>

/** Read once, at the start; a reload can only say that they changed. */
export const keysThatNeedRestart: ReadonlySet<string> = new Set([
  'server.host',
  'server.port',
  'database.durability',
])

/** What the file sets of the settings that admins could otherwise change in the web. */
export function settingsInFile(file: ConfigFile): Partial<SettingValues> {
  const all: { [K in SettingKey]: SettingValues[K] | undefined } = {
    'team.name': file.team?.name,
    'server.publicUrl': file.server?.publicUrl,
    'invites.expireHours': file.invites?.expireHours,
    'signIn.expireDays': file.signIn?.expireDays,
    'agents.defaults.model': file.agents?.defaults?.model,
  }
  const set: Partial<SettingValues> = {}
  for (const key of Object.keys(all) as SettingKey[]) copySet(all, set, key)
  return set
}

export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(configSchema, { io: 'input' })
  return { $schema, title: 'heddle.json5', description: 'The configuration of Heddle.', ...rest }
}

function section<Keys extends z.ZodRawShape>(keys: Keys) {
  return z.strictObject(keys).optional()
}

function flag(description: string) {
  return z.boolean().describe(description).optional()
}

function inFile<T>({ schema, description }: SettingDefinition<T>) {
  return schema.describe(description).optional()
}

function copySet<K extends SettingKey>(
  from: { [Key in SettingKey]: SettingValues[Key] | undefined },
  to: Partial<SettingValues>,
  key: K,
): void {
  if (from[key] !== undefined) to[key] = from[key]
}

function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true
  return /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text) && !/^[0-9.]+$/.test(text)
}

function judgeProxy(text: string): string | undefined {
  const [address = '', prefix, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) {
    return 'must be an address or a network, such as "10.0.0.5" or "10.0.0.0/8"'
  }
  if (prefix === undefined) return undefined
  const most = family === 4 ? 32 : 128
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > most) {
    return `must end with a network length from 1 to ${most}, as in "${address}/${most}"`
  }
  if (Number(prefix) === 0) return "would trust everyone; name your proxies' own addresses"
  return undefined
}
