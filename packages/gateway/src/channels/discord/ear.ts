// What every part of hearing needs while an account is connected.

import { createRealEgress } from '../../foundation/egress/real-egress.ts'
import type { ChannelEars, ChannelSurroundings } from '../channel.ts'
import type { InboundAround } from './inbound-message.ts'
import type { KnownChannels } from './known-channels.ts'
import { createKnownRoles, type KnownRoles } from './known-roles.ts'
import type { Access } from './read-access.ts'
import { readAttachment } from './read-attachment.ts'
import type { Identity } from './read-identity.ts'
import type { DiscordRest } from './rest-words.ts'
import { createThreadStarters, type ThreadStarters } from './thread-starters.ts'

export interface Ear {
  around: ChannelSurroundings
  ears: ChannelEars
  rest: DiscordRest
  inbound: InboundAround
  known: KnownChannels
  roles: KnownRoles
  starters: ThreadStarters
  permissionsChanged: EarDeps['permissionsChanged']
  /** Says something to whoever runs the place the first time only. */
  warnOnce(words: string): void
  /** Fires when the connection is closed for good. */
  signal: AbortSignal
}

export interface EarDeps {
  around: ChannelSurroundings
  rest: DiscordRest
  /** By create-known-channels.ts. Filled from what is heard; whoever archives a thread of ours notes it there first. */
  known: KnownChannels
  /** Whether it is one that we made: what comes by it is our own (CHN3). */
  isOwnWebhook(webhookId: string): boolean
  /** What the bot may do in these channels may be something else by now. */
  permissionsChanged(channelIds: readonly string[]): void
}

export function createEar(
  { around, rest, known, isOwnWebhook, permissionsChanged }: EarDeps,
  to: { ears: ChannelEars; identity: Identity; access: Access; signal: AbortSignal; warned: Set<string> },
): Ear {
  const { ears, identity, access, signal, warned } = to
  const { clock } = around
  const files = { egress: createRealEgress({ clock }), clock, apiUrl: access.apiUrl }
  return {
    around,
    ears,
    rest,
    inbound: {
      accountId: around.accountId,
      ownId: identity.userId,
      applicationId: identity.applicationId,
      isOwnWebhook,
      readFile: (attachment, aborted) => readAttachment(files, attachment, aborted),
    },
    known,
    roles: createKnownRoles(rest, identity.userId),
    starters: createThreadStarters(rest),
    permissionsChanged,
    warnOnce(words) {
      if (warned.has(words)) return
      warned.add(words)
      around.log.warn(words)
    },
    signal,
  }
}
