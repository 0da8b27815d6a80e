// Where a sub-agent gets a conversation of its own, seen from where all of it was asked for. Pure (BND10).

import type { ConversationRef, PlaceKind } from '@heddle/contract'
import type { BindingSettings, ThreadBindingRules } from '../bindings/binding-rules.ts'

export interface ChildPlaceQuestion {
  channel: string
  /** What kind of place it was asked in. */
  kind: PlaceKind
  rules: Pick<ThreadBindingRules, 'enabled' | 'spawnSubagentSessions'>
  /** By which those are what they are. */
  settings: BindingSettings
  /** Whether the channel can open conversations. */
  canOpen: boolean
  /** Of a thread: whether it is known under which conversation it stands. */
  hasAbove: boolean
  /** Of a thread: who has focused another session in it, if somebody has. */
  holder: string | undefined
  visibility: 'private' | 'team'
}

export type ChildPlace =
  /** Its own page. */
  | { kind: 'page' }
  /** The platform thread in which it was asked for. */
  | { kind: 'take' }
  /** A new platform thread under the conversation, or beside the thread. */
  | { kind: 'open' }
  | { kind: 'off'; setting: string }
  | { kind: 'impossible'; why: string }

export function chooseChildPlace(question: ChildPlaceQuestion): ChildPlace {
  const { channel, kind, rules, settings, canOpen, hasAbove, holder, visibility } = question
  if (!rules.enabled) return { kind: 'off', setting: settings.enabled }
  if (!rules.spawnSubagentSessions) return { kind: 'off', setting: settings.spawnSubagentSessions }
  if (channel === 'web') return { kind: 'page' }
  if (kind === 'dm') return { kind: 'impossible', why: 'there are no threads in direct messages' }
  // Others read along there; who may read a private session is not for its agent to say (CNV5).
  if (visibility === 'private') {
    return { kind: 'impossible', why: 'this session is private, and others can read along there' }
  }
  if (kind === 'thread' && holder === undefined) return { kind: 'take' }
  if (kind === 'thread' && !(canOpen && hasAbove)) {
    return {
      kind: 'impossible',
      why: `${holder} has focused another session in this thread, and none can be opened beside it`,
    }
  }
  if (!canOpen) return { kind: 'impossible', why: `${channel} cannot open threads here` }
  return { kind: 'open' }
}

/** At most a hundred characters, whole ones. */
export function nameThread(label: string, charsMax: number): string {
  const chars = Array.from(`🤖 ${label.replaceAll(/\s+/g, ' ').trim()}`)
  return chars.length <= charsMax ? chars.join('') : `${chars.slice(0, charsMax - 1).join('')}…`
}

/** The requester's conversation, under which a page stands. */
export function pageOf(sessionId: string, parentId: string): ConversationRef {
  return { channel: 'web', accountId: 'web', conversationId: sessionId, parentConversationId: parentId }
}
