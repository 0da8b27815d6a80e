// Accounts on outside channels, and what a look at one of them finds, as JSON.

import { z } from 'zod'
import { time } from './times.ts'

export const accountStates = ['waiting', 'heard', 'failing'] as const

export const channelAccountShape = z.object({
  channel: z.string(),
  accountId: z.string(),
  /** `waiting`: it is not heard yet. `failing`: it is not heard, and `message` says why. */
  state: z.enum(accountStates),
  message: z.string().nullable(),
  since: time,
  /** Who speaks as the account. */
  agentId: z.string(),
  requireMention: z.boolean(),
  /** The servers in which it is heard. */
  servers: z.number().int(),
  canBeChecked: z.boolean(),
})

export const findingStates = ['good', 'weak', 'bad'] as const

export const channelFindingShape = z.object({
  /** `bad`: it does not work. `weak`: something is done in a lesser way, or not at all. */
  state: z.enum(findingStates),
  about: z.string(),
  text: z.string(),
  /** What to do about it. */
  remedy: z.string().nullable(),
})

export const channelCheckShape = z.object({
  findings: z.array(channelFindingShape),
  /** Where whoever runs a server lets the account in, with exactly what it needs. */
  inviteUrl: z.string().nullable(),
})

export type ChannelAccountJson = z.infer<typeof channelAccountShape>
export type ChannelFindingJson = z.infer<typeof channelFindingShape>
export type ChannelCheckJson = z.infer<typeof channelCheckShape>
