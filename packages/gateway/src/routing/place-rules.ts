// What the configuration says of the places of a channel: who may speak there, to which agent, and what is bound how.

import type { BindingSettings, ThreadBindingRules } from './bindings/binding-rules.ts'

export interface PlaceRules {
  threadBindings(channel: string, accountId: string): ThreadBindingRules
  /** By which settings those are what they are, for whoever has to change one. */
  bindingSettings(channel: string, accountId: string): BindingSettings
  /** Undefined: there is no such account on an outside channel. */
  account(channel: string, accountId: string): AccountRules | undefined
  revival(): { messages: number; tokens: number }
  /** With what the address of a page of Heddle begins, for those who read of it elsewhere. */
  linkBase(): string
}

export interface AccountRules {
  /** Whose the places are that say nothing else; it speaks as the account itself (PER1). */
  agentId: string
  /** In shared places, whether a turn needs a mention or a reply (CNV3). */
  requireMention: boolean
  allow: AllowRules
  streaming: { mode: 'edit' | 'final'; coalesceChars: number; coalesceIdleMs: number }
}

/** By immutable ids; what is not listed is not admitted (CHN4). `*` is everybody. */
export interface AllowRules {
  people: readonly string[]
  dms: 'linked' | 'allowed' | 'nobody'
  bots: 'never' | 'mention'
  /** By the id of a server or team. */
  places: Readonly<Record<string, AllowedPlace>>
}

export interface AllowedPlace {
  /** By the id of a conversation, or `*`. */
  channels: Readonly<Record<string, { agent?: string | undefined; requireMention?: boolean | undefined }>>
  people: readonly string[]
  agent?: string | undefined
  requireMention?: boolean | undefined
}
