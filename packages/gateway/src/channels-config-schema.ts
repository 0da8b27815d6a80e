// The sections `channels` and `session` of heddle.json5: which accounts there are on outside channels, who may speak
// there, and how conversations are bound. What must hold between them and the agents stands in judge-channels-config.ts.

import { limits } from '@heddle/contract'
import { z } from 'zod'

const hourMs = 3_600_000

const agentSchema = z.string().min(1).max(limits.handleCharsMax)
const platformIdSchema = z.string().min(1).max(limits.placeIdCharsMax)
const peopleSchema = z.array(platformIdSchema).max(10_000)

const hoursSchema = z
  .number()
  .min(0)
  .max(limits.bindingMsMax / hourMs)
  .refine(isLongEnough, `must be 0, for never, or at least ${limits.bindingTtlMsMin / 1_000} seconds`)

const threadBindingsSchema = z.strictObject({
  enabled: z
    .boolean()
    .describe('Whether conversations can be bound to sessions at all. Default: true.')
    .optional(),
  ttlHours: hoursSchema
    .describe('How long a binding lasts while nobody writes there; 0: for ever. Default: 24.')
    .optional(),
  maxAgeHours: hoursSchema.describe('How long it lasts at most; 0: for ever. Default: 0.').optional(),
  archiveOnUnbind: z
    .boolean()
    .describe('Whether a platform thread that Heddle opened is archived after the farewell. Default: true.')
    .optional(),
  failClosed: z
    .boolean()
    .describe(
      'Whether an outcome is held, and told nowhere else, when its bound place is gone. ' +
        'Default: true for persistent sub-agents, false for runs.',
    )
    .optional(),
  spawnSubagentSessions: z
    .boolean()
    .describe(
      'Whether an agent may open a conversation for a sub-agent. Default: true on the web, false elsewhere.',
    )
    .optional(),
  spawnAcpSessions: z.boolean().describe('The same for external coding agents. Default: false.').optional(),
})

const placeFields = {
  agent: agentSchema.describe('Whose it is. Default: as the level above says.').optional(),
  requireMention: z
    .boolean()
    .describe('Whether a turn needs a mention or a reply there. Default: as the level above says.')
    .optional(),
}

const allowSchema = z.strictObject({
  people: peopleSchema
    .describe('Who may speak, by immutable id; "*" is everybody. Default: nobody.')
    .optional(),
  dms: z
    .enum(['linked', 'allowed', 'nobody'])
    .describe(
      'Whose direct messages are heard: "linked" members, those and the "allowed" people, or "nobody"\'s. Default: "allowed".',
    )
    .optional(),
  bots: z
    .enum(['never', 'mention'])
    .describe('Whether other programs are heard: "never", or when they "mention" us. Default: "never".')
    .optional(),
  places: z
    .record(
      platformIdSchema,
      z.strictObject({
        channels: z
          .record(platformIdSchema, z.strictObject(placeFields))
          .describe('Its conversations, by id; "*" is each of them. Default: none.')
          .optional(),
        people: peopleSchema
          .describe('Who may speak there besides; "*" is everybody. Default: nobody.')
          .optional(),
        ...placeFields,
      }),
    )
    .describe('The servers where it is heard, by id. Default: none.')
    .optional(),
})

const streamingSchema = z.strictObject({
  mode: z
    .enum(['edit', 'final'])
    .describe(
      'Whether an answer appears early and is edited as it grows, or at once when it is done. Default: "final".',
    )
    .optional(),
  coalesceChars: z
    .int()
    .min(1)
    .max(100_000)
    .describe('After so many new characters it is edited. Default: 1500.')
    .optional(),
  coalesceIdleMs: z.int().min(100).max(600_000).describe('Or after so long. Default: 1000.').optional(),
})

/** What an account has on whatever channel. */
const accountFields = {
  agent: agentSchema
    .describe('The agent that speaks as this account, and hears what is said to it. Default: "main".')
    .optional(),
  requireMention: z
    .boolean()
    .describe('Whether a turn needs a mention or a reply in shared places. Default: true.')
    .optional(),
  allow: allowSchema.describe('Who is heard. Default: nobody but linked members, directly.').optional(),
  streaming: streamingSchema.optional(),
  threadBindings: threadBindingsSchema.describe('Default: as its channel says.').optional(),
}

const loopbackAccountSchema = z.strictObject({
  apiUrl: z
    .string()
    .max(limits.urlCharsMax)
    .refine(isLoopbackUrl, 'must be an address of this machine, such as "http://127.0.0.1:7500"')
    .describe('Where the emulated platform listens.'),
  token: z
    .string()
    .min(1)
    .max(limits.secretValueBytesMax)
    .describe('By which it knows the account, best as "${NAME}".'),
  ...accountFields,
})

const discordAccountSchema = z.strictObject({
  token: z
    .string()
    .min(1)
    .max(limits.secretValueBytesMax)
    .refine(isHeaderSafe, 'must be the token alone, without spaces or "Bot " before it')
    .describe(
      'The token of the bot, best as "${NAME}". Default: the secret channels.discord.<account>.token.',
    )
    .optional(),
  apiUrl: z
    .string()
    .max(limits.urlCharsMax)
    .refine(isApiUrl, 'must be an https address, or one of this machine, without a slash at its end')
    .describe("Where Discord's API is. Default: https://discord.com/api.")
    .optional(),
  ...accountFields,
})

const accountNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be of a-z, 0-9, "_" and "-", 64 at most')

export const channelsSchema = z.strictObject({
  web: z
    .strictObject({
      threadBindings: threadBindingsSchema.describe('Default: session.threadBindings.').optional(),
    })
    .optional(),
  discord: z
    .strictObject({
      accounts: z
        .record(accountNameSchema, discordAccountSchema)
        .refine((accounts) => Object.keys(accounts).length <= 20, 'has more than 20 accounts')
        .describe('Bots on Discord, by a name of your choice.')
        .optional(),
      threadBindings: threadBindingsSchema.describe('Default: session.threadBindings.').optional(),
    })
    .optional(),
  loopback: z
    .strictObject({
      accounts: z
        .record(accountNameSchema, loopbackAccountSchema)
        .refine((accounts) => Object.keys(accounts).length <= 20, 'has more than 20 accounts')
        .describe('Accounts on an emulated platform, by a name of your choice. For development and tests.')
        .optional(),
      threadBindings: threadBindingsSchema.describe('Default: session.threadBindings.').optional(),
    })
    .optional(),
})

export const sessionSchema = z.strictObject({
  threadBindings: threadBindingsSchema
    .describe('How conversations are bound to sessions, on every channel that says nothing else.')
    .optional(),
  revival: z
    .strictObject({
      messages: z
        .int()
        .min(0)
        .max(limits.revivalMessagesMax)
        .describe('How many messages of the place a session that goes on there is shown. Default: 50.')
        .optional(),
      tokens: z
        .int()
        .min(500)
        .max(limits.revivalTokensMax)
        .describe('And how many model tokens of it at most. Default: 8000.')
        .optional(),
    })
    .optional(),
})

export interface ChannelsConfig {
  channels?: z.infer<typeof channelsSchema>
  session?: z.infer<typeof sessionSchema>
}

export type ThreadBindingsConfig = z.infer<typeof threadBindingsSchema>
export type AllowConfig = z.infer<typeof allowSchema>

function isLongEnough(hours: number): boolean {
  // Of what is negative the bound complains.
  return hours <= 0 || hours * hourMs >= limits.bindingTtlMsMin
}

function isLoopbackUrl(text: string): boolean {
  return isPlainUrl(text) && new URL(text).protocol === 'http:' && isOfThisMachine(new URL(text).hostname)
}

/** A token must not cross a network in the open. */
function isApiUrl(text: string): boolean {
  return (
    isLoopbackUrl(text) || (isPlainUrl(text) && new URL(text).protocol === 'https:' && !text.endsWith('/'))
  )
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, search, hash } = new URL(text)
  return username === '' && password === '' && search === '' && hash === ''
}

function isOfThisMachine(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

function isHeaderSafe(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token)
}
