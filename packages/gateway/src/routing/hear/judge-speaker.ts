// May this person speak here? Pure, from what the configuration allows. A platform thread is judged by the conversation
// under which it stands, bound or not, and every kind of event is judged alike (BND4, CHN4). Empty means nobody.

import { limits } from '@heddle/contract'
import type { AccountRules, AllowedPlace, AllowRules } from '../place-rules.ts'
import type { InboundEvent } from '../ports.ts'

export interface SpeakerQuestion {
  kind: InboundEvent['kind']
  serverId: string | undefined
  conversationId: string
  /** Of a platform thread. */
  parentConversationId: string | undefined
  /** Immutable. */
  platformId: string
  /** A member here, by an account that they linked. */
  isLinked: boolean
  isBot: boolean
  /** Mentions us or replies to us. */
  isAddressed: boolean
  /** How often in a row other programs were heard here. */
  botTurns: number
}

/** What holds in the place, once somebody may speak there. */
export interface PlaceSettings {
  agentId: string
  requireMention: boolean
}

export type NotAdmitted = 'bot' | 'bot_loop' | 'dms_off' | 'person_not_listed' | 'place_not_listed'

export type SpeakerVerdict = { ok: true; settings: PlaceSettings } | { ok: false; reason: NotAdmitted }

export function judgeSpeaker(question: SpeakerQuestion, rules: AccountRules): SpeakerVerdict {
  const bot = judgeBot(question, rules.allow)
  if (bot !== undefined) return { ok: false, reason: bot }
  return isDirect(question) ? judgeDirect(question, rules) : judgeInPlace(question, rules)
}

function judgeBot(
  { isBot, isAddressed, botTurns }: SpeakerQuestion,
  allow: AllowRules,
): NotAdmitted | undefined {
  if (!isBot) return undefined
  if (allow.bots !== 'mention' || !isAddressed) return 'bot'
  return botTurns >= limits.botTurnsMax ? 'bot_loop' : undefined
}

/** A group of people outside of any server is one to each of them. */
function isDirect({ kind, serverId }: SpeakerQuestion): boolean {
  return kind === 'dm' || (kind === 'group' && serverId === undefined)
}

function judgeDirect(question: SpeakerQuestion, rules: AccountRules): SpeakerVerdict {
  const { dms, people } = rules.allow
  if (dms === 'nobody') return { ok: false, reason: 'dms_off' }
  const isIn = question.isLinked || (dms === 'allowed' && names(people, question.platformId))
  if (!isIn) return { ok: false, reason: 'person_not_listed' }
  return { ok: true, settings: { agentId: rules.agentId, requireMention: rules.requireMention } }
}

function judgeInPlace(question: SpeakerQuestion, rules: AccountRules): SpeakerVerdict {
  const server = findOwn(rules.allow.places, question.serverId)
  const channel = server && findChannel(server, channelOf(question))
  if (!server || !channel) return { ok: false, reason: 'place_not_listed' }
  const { platformId, isLinked } = question
  const isIn = isLinked || names(rules.allow.people, platformId) || names(server.people, platformId)
  if (!isIn) return { ok: false, reason: 'person_not_listed' }
  return {
    ok: true,
    settings: {
      agentId: channel.agent ?? server.agent ?? rules.agentId,
      requireMention: channel.requireMention ?? server.requireMention ?? rules.requireMention,
    },
  }
}

/** A thread of which nobody knows where it stands is nowhere. */
function channelOf({ kind, conversationId, parentConversationId }: SpeakerQuestion): string | undefined {
  return kind === 'thread' ? parentConversationId : conversationId
}

type Channel = AllowedPlace['channels'][string]

/** What is said of this one counts before what is said of all. */
function findChannel({ channels }: AllowedPlace, id: string | undefined): Channel | undefined {
  const own = findOwn(channels, id)
  const all = findOwn(channels, '*')
  if (id === undefined || (own === undefined && all === undefined)) return undefined
  return {
    agent: own?.agent ?? all?.agent,
    requireMention: own?.requireMention ?? all?.requireMention,
  }
}

/** By equality alone: never by what every object has, a beginning or a part. */
function findOwn<T>(table: Readonly<Record<string, T>>, id: string | undefined): T | undefined {
  return id !== undefined && Object.hasOwn(table, id) ? table[id] : undefined
}

function names(people: readonly string[], platformId: string): boolean {
  return people.includes('*') || people.includes(platformId)
}
