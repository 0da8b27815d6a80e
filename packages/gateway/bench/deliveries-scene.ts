// What the processes of the measurement of deliveries tell each other: how the platform behaves, what is to be said
// there, and what could be seen.

import type { ConversationRef } from '@heddle/contract'
import type { RateLimits } from '@heddle/emulators/loopback/rate-limits'

export interface PlatformScene {
  conversations: number
  /** Among whom the conversations are shared out; each hears its own alone. */
  accounts: number
  limits: RateLimits
  faults: 'none' | 'mixed' | 'two blocked'
}

export interface RoomScene {
  url: string
  conversations: number
  accounts: number
  /** In each; all at once, or one every so often, in turns over all conversations. */
  messages: number
  everyMs: number
  /** Absent: as the product has them. */
  times?: { timeoutMs: number; settleMs: number }
}

export interface SeenOnPlatform {
  messages: { conversationId: string; text: string; at: number }[]
  /** All that were asked, and of them those that came before the time that they were told to wait for. */
  requests: number
  early: number
  /** That came while another one of the same conversation was under way. */
  beside: number
  refused: number
  firstSendAt: number | null
}

export interface RoomMeasured {
  ms: number
  cpuUs: number
  residentMebibytes: number
}

export const conversationName = (i: number) => `c${i}`
export const accountName = (i: number) => `a${i}`
export const tokenOf = (i: number) => `token${i}`

export function placeOf(i: number, { accounts }: { accounts: number }): ConversationRef {
  return { channel: 'loopback', accountId: accountName(i % accounts), conversationId: conversationName(i) }
}

/** The two that are blocked in a scene in which some are. */
export const blocked: readonly string[] = [conversationName(0), conversationName(1)]
export const blockedMs = 10_000

/** By it one knows afterwards where it belongs and when it was wanted. */
export function writeSaid(said: { conversation: string; number: number; at: number }): string {
  return `${said.conversation} ${said.number} ${said.at}`
}

export function readSaid(text: string): { conversation: string; number: number; at: number } {
  const [conversation = '', number, at] = text.split(' ')
  return { conversation, number: Number(number), at: Number(at) }
}
