// A platform beside the gateway, in the test's own process: people write there, and the gateway has an account.

import { createPlatform, type Platform } from '@heddle/emulators/loopback/platform'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { servePlatform } from '@heddle/emulators/loopback/serve-platform'

export interface Loopback {
  platform: Platform
  /** What stands in the gateway's heddle.json5. */
  config: object
  general: string
  /** A person of the platform speaks to the gateway's account there. */
  say(text: string): void
  /** The conversation that they share with nobody else. */
  dm: string
  whisper(text: string): void
  /** A new thread there. */
  openThread(name: string): {
    channel: string
    accountId: string
    conversationId: string
    parentConversationId: string
  }
  /** What stands in a conversation, as texts. */
  read(conversationId: string): string[]
  close(): Promise<void>
}

export async function openLoopback(): Promise<Loopback> {
  const platform = createPlatform({ clock: realPlatformClock, random: { fraction: () => 0.5 } })
  const served = await servePlatform(platform)
  const serverId = platform.addServer('Weavers')
  const general = platform.addChannel(serverId, 'general')
  const token = 'loopback-token'
  const bot = platform.addBot('Heddle', token)
  const vera = platform.addUser('Vera')
  const dm = platform.openDm(vera.id, bot.id)
  const allow = {
    people: [vera.id],
    dms: 'allowed',
    places: { [serverId]: { channels: { '*': {} }, people: [vera.id] } },
  }
  return {
    platform,
    general,
    config: { channels: { loopback: { accounts: { main: { apiUrl: served.url, token, allow } } } } },
    say: (text) => void platform.say(vera.id, general, `<@${bot.id}> ${text}`),
    dm,
    whisper: (text) => void platform.say(vera.id, dm, text),
    openThread(name) {
      const { id } = platform.say(vera.id, general, `About ${name}.`)
      const conversationId = platform.startThread(id, name)
      return { channel: 'loopback', accountId: 'main', conversationId, parentConversationId: general }
    },
    read: (conversationId) => platform.read(conversationId).map(({ text }) => text),
    close: () => served.close(),
  }
}
