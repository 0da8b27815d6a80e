// The outside channels that there are, each loaded when an account of it is configured, and not before.

import type { OpenChannel } from './channels/channel.ts'
import type { OutsideChannel } from './choose-place-rules.ts'

export type ChannelOpeners = Readonly<Record<OutsideChannel, () => Promise<OpenChannel>>>

export const channelOpeners: ChannelOpeners = {
  discord: async () => (await import('./channels/discord/discord-channel.ts')).openDiscordChannel,
  loopback: async () => (await import('@heddle/emulators/loopback/loopback-channel')).openLoopbackChannel,
}
