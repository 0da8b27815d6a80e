// What people do with our commands, buttons and questions, as Discord writes it: what of it is read here.

import { z } from 'zod'
import { parseChannel, snowflake } from './channel-words.ts'
import type { KnownChannel } from './known-channels.ts'
import { type DiscordUser, nameOf, userSchema } from './message-words.ts'
import type { ChosenOption } from './slash-commands.ts'

const optionSchema: z.ZodType<ChosenOption> = z.lazy(() =>
  z.object({
    name: z.string(),
    value: z.union([z.string(), z.number(), z.boolean()]).nullish(),
    focused: z.boolean().nullish(),
    options: z.array(optionSchema).nullish(),
  }),
)

const interactionSchema = z.object({
  id: snowflake,
  application_id: snowflake,
  type: z.int(),
  token: z.string().min(1),
  guild_id: snowflake.nullish(),
  channel_id: snowflake.nullish(),
  channel: z.unknown().optional(),
  member: z.object({ nick: z.string().nullish(), user: userSchema }).nullish(),
  user: userSchema.nullish(),
  data: z
    .object({
      name: z.string().nullish(),
      type: z.int().nullish(),
      options: z.array(optionSchema).nullish(),
      custom_id: z.string().nullish(),
      component_type: z.int().nullish(),
      components: z.array(z.unknown()).nullish(),
    })
    .nullish(),
})

/** By which an answer finds its way. */
export interface Interaction {
  id: string
  applicationId: string
  token: string
  channelId: string
  guildId?: string
  /** As it was told along; Discord tells not always all of it. */
  channel?: KnownChannel
  user: DiscordUser
  userName: string
  asks: Asked
}

export type Asked =
  | { kind: 'command'; name: string; options: readonly ChosenOption[] }
  | { kind: 'typing'; name: string; options: readonly ChosenOption[] }
  /** `words`: what they wrote when the button asked for some. */
  | { kind: 'press'; buttonToken: string; words?: string }
  | { kind: 'other' }

const types = { command: 2, component: 3, typing: 4, modal: 5 } as const
const chatInput = 1
const button = 2
const textInput = 4

/** Undefined: nothing that we could answer. */
export function parseInteraction(value: unknown): Interaction | undefined {
  const { success, data } = interactionSchema.safeParse(value)
  const user = data?.member?.user ?? data?.user
  const channel = parseChannel(data?.channel, data?.guild_id ?? undefined)
  const channelId = data?.channel_id ?? channel?.id
  if (!success || !user || channelId === undefined) return undefined
  return {
    id: data.id,
    applicationId: data.application_id,
    token: data.token,
    channelId,
    ...(data.guild_id != null && { guildId: data.guild_id }),
    ...(channel && { channel }),
    user,
    userName: nameOf(user, data.member),
    asks: askedOf(data),
  }
}

function askedOf({ type, data }: z.infer<typeof interactionSchema>): Asked {
  const { name, options, custom_id, component_type, components, type: commandType } = data ?? {}
  if (type === types.command || type === types.typing) {
    if (name == null || (commandType ?? chatInput) !== chatInput) return { kind: 'other' }
    return { kind: type === types.typing ? 'typing' : 'command', name, options: options ?? [] }
  }
  if (type === types.component && component_type === button && custom_id != null) {
    return { kind: 'press', buttonToken: custom_id }
  }
  if (type === types.modal && custom_id != null) {
    return { kind: 'press', buttonToken: custom_id, words: findWords(components ?? []) ?? '' }
  }
  return { kind: 'other' }
}

const fieldSchema = z.object({ type: z.literal(textInput), value: z.string() })
const aroundSchema = z.object({
  component: z.unknown().optional(),
  components: z.array(z.unknown()).optional(),
})

/** There is one field; Discord puts it under its label, and used to put it into a row. */
function findWords(components: readonly unknown[]): string | undefined {
  for (const component of components) {
    const field = fieldSchema.safeParse(component).data
    if (field) return field.value
    const around = aroundSchema.safeParse(component).data
    const below = [around?.component, ...(around?.components ?? [])].filter((one) => one !== undefined)
    const found = below.length > 0 ? findWords(below) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
