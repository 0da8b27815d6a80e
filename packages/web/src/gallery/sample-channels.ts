// Accounts on channels, what was found about them, and linked accounts, made up for the gallery and for tests.

import type { ChannelAccountJson, ChannelCheckJson, ChannelFindingJson, LinkJson } from '@heddle/contract'
import { ago, longName } from './sample-people.ts'

export function channelAccount(over: Partial<ChannelAccountJson> = {}): ChannelAccountJson {
  return {
    channel: 'discord',
    accountId: 'main',
    state: 'heard',
    message: null,
    since: ago(42),
    agentId: 'main',
    requireMention: true,
    servers: 2,
    canBeChecked: true,
    ...over,
  }
}

export const channelAccounts: ChannelAccountJson[] = [
  channelAccount(),
  channelAccount({ accountId: 'new', state: 'waiting', servers: 0, since: ago(0) }),
  channelAccount({
    accountId: 'x'.repeat(64),
    state: 'failing',
    message: `Discord does not take the token (4004). Reset it in the Developer Portal, and put the new one into the configuration. ${longName}`,
    agentId: 'y'.repeat(64),
    requireMention: false,
    servers: 1_200,
    since: ago(1),
  }),
  channelAccount({ channel: 'loopback', accountId: 'try', canBeChecked: false, servers: 1 }),
]

const inviteUrl =
  'https://discord.com/oauth2/authorize?client_id=1000000000000000004&scope=bot+applications.commands&permissions=361314159616'

const good = (about: string, text: string): ChannelFindingJson => ({
  state: 'good',
  about,
  text,
  remedy: null,
})

const usual = [
  good('token', 'Discord takes it: the bot is heddle.'),
  good('intents', 'Message Content is switched on.'),
]

export const goodCheck: ChannelCheckJson = {
  findings: [...usual, good('Weavers', 'The bot is there, with all it needs.')],
  inviteUrl,
}

const lacking: ChannelFindingJson = {
  state: 'weak',
  about: 'Weavers',
  text: "Missing permissions: Manage Webhooks (other agents speak in the bot's own voice, with their name in front).",
  remedy: 'Let it in once more by the invite link, or add them to its role.',
}

export const mixedCheck: ChannelCheckJson = {
  findings: [
    ...usual,
    lacking,
    {
      state: 'bad',
      about: '1000000000000000009',
      text: 'The bot is not on this server, which allow.places names.',
      remedy: 'Let it in by the invite link, or check the id (right click on the server, Copy Server ID).',
    },
  ],
  inviteUrl,
}

export const longCheck: ChannelCheckJson = {
  findings: Array.from({ length: 200 }, (_, i) => ({
    ...lacking,
    state: i % 7 === 0 ? ('bad' as const) : ('weak' as const),
    about: i % 5 === 0 ? `#${'z'.repeat(100)}` : `#channel-${i}`,
    text: `${lacking.text} ${i % 3 === 0 ? longName.repeat(3) : ''}`,
  })),
  inviteUrl: `${inviteUrl}&guild_id=${'9'.repeat(300)}`,
}

export const tokenCheck: ChannelCheckJson = {
  findings: [
    {
      state: 'bad',
      about: 'token',
      text: 'Discord does not take the token.',
      remedy:
        'Reset the token in the Developer Portal (Bot, Reset Token), and put the new one into the configuration.',
    },
  ],
  inviteUrl: null,
}

export function link(id: number, name: string, over: Partial<LinkJson> = {}): LinkJson {
  return {
    id: `gst_${String(id).padStart(26, '0')}`,
    channel: 'discord',
    accountId: 'main',
    platformId: `10000000000000000${id}`,
    name,
    linkedAt: ago(id * 3_000),
    ...over,
  }
}

export const links: LinkJson[] = [
  link(5, 'Ann'),
  link(6, longName, { accountId: 'x'.repeat(64), platformId: 'y'.repeat(128) }),
  link(7, 'مريم العبد الله', { channel: 'loopback' }),
]
