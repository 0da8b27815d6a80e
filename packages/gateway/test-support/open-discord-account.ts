// An account of the Discord channel on an emulated Discord: what the tests of the outward side begin with. Every request
// that it makes is held against Discord's own schemas.

import type { ConversationRef, DeliveryId } from '@heddle/contract'
import { scriptFaults, type PlannedFault } from '@heddle/emulators/discord/faults'
import { saidIn } from '@heddle/emulators/discord/look-at-discord'
import { createMemoryNotes } from '@heddle/emulators/memory-notes'
import type { OpenRequest, OutboundMessage, Persona, SendOutcome } from '../src/channels/channel.ts'
import { openDiscordChannel } from '../src/channels/discord/discord-channel.ts'
import type { Log } from '../src/foundation/logging/log.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { openDiscordScene } from './open-discord-hearing.ts'

export const bot: Persona = { name: 'Heddle', agentId: 'main', isAccount: true }
export const poet: Persona = { name: 'Poet · sums', agentId: 'poet', isAccount: false }

export type DiscordAccountScene = Awaited<ReturnType<typeof openDiscordAccount>>

export async function openDiscordAccount() {
  const scene = await openDiscordScene()
  const settings: Record<string, unknown> = { token: scene.bot.token, apiUrl: scene.served.apiUrl }
  const logged: string[] = []
  const time = { aheadMs: 0, publicUrl: undefined as string | undefined }
  const account = open()
  let deliveries = 0

  /** As a new process would: with nothing but what was noted. */
  function open() {
    const clock = createRealClock()
    return openDiscordChannel({
      accountId: 'main',
      settings: () => settings,
      notes: createMemoryNotes(scene.kept),
      publicUrl: () => time.publicUrl,
      clock: { ...clock, wall: () => clock.wall() + time.aheadMs, mono: () => clock.mono() + time.aheadMs },
      random: { bytes: (count) => new Uint8Array(count), fraction: () => 0 },
      log: remembering(logged),
    })
  }

  const { signal } = new AbortController()
  return {
    ...scene,
    account,
    sender: account.outbound.sender,
    settings,
    logged,
    time,
    openAgain: open,
    plan: (...faults: PlannedFault[]) => scene.platform.useFaults(scriptFaults(faults)),
    said: (channelId = scene.general) => saidIn(scene.platform.state, channelId),
    asked: (method: string, route: string) => scene.platform.truth.of(method, route),
    message: (text: string, more: Partial<OutboundMessage> = {}): OutboundMessage => ({
      deliveryId: `dlv_${++deliveries}` as DeliveryId,
      part: 1,
      place: placeAt(scene.general),
      text,
      persona: bot,
      buttons: [],
      attachments: [],
      mentions: [],
      signal,
      ...more,
    }),
    opening: (more: Partial<OpenRequest> = {}): OpenRequest => ({
      deliveryId: `dlv_${++deliveries}` as DeliveryId,
      under: placeAt(scene.general),
      title: '🤖 sums',
      anchor: 'A sub-agent works on sums here.',
      persona: poet,
      signal,
      ...more,
    }),
  }
}

export function placeAt(conversationId: string, parentConversationId?: string): ConversationRef {
  const above = parentConversationId === undefined ? {} : { parentConversationId }
  return { channel: 'discord', accountId: 'main', conversationId, ...above }
}

/** What of an outcome decides about the next step. */
export function gist(outcome: SendOutcome): string {
  if (outcome.kind !== 'not_sent') return outcome.kind
  const { why, scope, wasRefused } = outcome
  return ['not_sent', why, scope, wasRefused === true ? 'refused' : undefined]
    .filter((part) => part !== undefined)
    .join(' ')
}

function remembering(logged: string[]): Log {
  const say = (message: string) => void logged.push(message)
  const log: Log = { debug: () => undefined, info: () => undefined, warn: say, error: say, with: () => log }
  return log
}
