// An account on a test platform whose ears remember what they heard: what the tests of the channel begin with.

import type { ConversationRef, DeliveryId } from '@heddle/contract'
import type {
  ChannelAccount,
  ChannelEars,
  InboundEvent,
  InboundPress,
  OpenRequest,
  OutboundMessage,
} from '@heddle/gateway/channel'
import { createLoopbackChannel } from './loopback-channel.ts'
import { reachInProcess } from './reach-platform.ts'
import { openTestPlatform, type TestPlatform } from './test-platform.ts'

export interface TestAccount extends TestPlatform {
  account: ChannelAccount
  settings: { apiUrl: string; token: string }
  logged: string[]
  heard: InboundEvent[]
  pressed: InboundPress[]
  gone: [conversationId: string, how: string][]
  ears: ChannelEars
  place(conversationId: string): ConversationRef
  message(conversationId: string, text: string, more?: Partial<OutboundMessage>): OutboundMessage
  opening(under: string, more?: Partial<OpenRequest>): OpenRequest
}

export function openTestAccount(): TestAccount {
  const base = openTestPlatform()
  const { platform, clock, bot } = base
  const settings = { apiUrl: '', token: bot.token }
  const logged: string[] = []
  const say = (message: string) => void logged.push(message)
  const log = { debug: () => undefined, info: () => undefined, warn: say, error: say, with: () => log }
  const account = createLoopbackChannel(
    {
      accountId: 'main',
      settings: () => settings,
      clock,
      random: { bytes: (n) => new Uint8Array(n), fraction: () => 0.5 },
      log,
    },
    reachInProcess(platform, () => settings),
  )
  const heard: InboundEvent[] = []
  const pressed: InboundPress[] = []
  const gone: [string, string][] = []
  const place = (conversationId: string): ConversationRef => ({
    channel: 'loopback',
    accountId: 'main',
    conversationId,
  })
  const persona = { name: 'Heddle', agentId: 'main', isAccount: true }
  const signal = new AbortController().signal
  return {
    ...base,
    account,
    settings,
    logged,
    heard,
    pressed,
    gone,
    ears: {
      async hear(event) {
        heard.push(event)
        return { kind: 'ignored', reason: 'a test', deduped: false }
      },
      async press(event) {
        pressed.push(event)
        return 'Noted.'
      },
      suggest: async () => [],
      placeGone: async ({ conversationId }, how) => void gone.push([conversationId, how]),
      reachedAgain: async () => undefined,
      async lastHeard() {
        const newest = new Map(
          heard.map(({ conversation, eventId }) => [conversation.conversationId, eventId]),
        )
        return [...newest].map(([id, eventId]) => ({ conversation: place(id), eventId }))
      },
      handlesOf: async () => new Map(),
    },
    place,
    message: (conversationId, text, more = {}) => ({
      // Ids are opaque to channels.
      deliveryId: 'dlv_1' as DeliveryId,
      part: 1,
      place: place(conversationId),
      text,
      persona,
      buttons: [],
      attachments: [],
      mentions: [],
      signal,
      ...more,
    }),
    opening: (under, more = {}) => ({
      deliveryId: 'dlv_9' as DeliveryId,
      under: place(under),
      title: '🤖 sums',
      anchor: 'A sub-agent works on sums here.',
      persona,
      signal,
      ...more,
    }),
  }
}
