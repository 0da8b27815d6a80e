// The words of channels and linked accounts in the settings. A part of the catalogue that comes with its page.

import type { ChannelAccountJson, ChannelFindingJson } from '@heddle/contract'
import { plural } from './shown-of.ts'

const channelNames: Partial<Record<string, string>> = { discord: 'Discord', loopback: 'Loopback' }
const nameOf = (channel: string) => channelNames[channel] ?? channel

const states: Record<ChannelAccountJson['state'], string> = {
  waiting: 'Connecting',
  heard: 'Heard',
  failing: 'Not heard',
}

const findingStates: Record<ChannelFindingJson['state'], string> = {
  good: 'Good',
  weak: 'Could be better',
  bad: 'Does not work',
}

export const channelStrings = {
  about:
    'Accounts by which agents are talked to elsewhere. They are set in heddle.json5 under channels; a file that is read again acts at once.',
  loading: 'Reading the channels',
  list: 'Accounts on channels',
  none: 'No channel is connected. For Discord, make a bot in its developer portal, put its token into DISCORD_TOKEN, and write into heddle.json5, with the ids of your server, its channels and its people:',
  example: `{ channels: { discord: { accounts: { main: {
  token: "\${DISCORD_TOKEN}",
  allow: {
    people: ["your id"],
    places: { "id of the server": { channels: { "*": {} } } },
  },
} } } } }`,
  exampleLabel: 'What to write into heddle.json5',
  portal: 'Discord’s developer portal',
  portalUrl: 'https://discord.com/developers/applications',
  guide: 'Every step from there on stands in the guide:',
  guidePath: 'docs/guides/connect-discord.md',
  name: (channel: string, account: string) => `${nameOf(channel)}: ${account}`,
  states,
  agent: (agent: string) => `speaks as ${agent}`,
  mention: (isNeeded: boolean) => (isNeeded ? 'answers when mentioned' : 'answers everything'),
  servers: (count: number, written: string) =>
    count === 0 ? 'on no server' : `${written} ${plural(count, 'server', 'servers')}`,
  since: 'since',
  lastTried: 'last tried',
  check: 'Check',
  checkNamed: (name: string) => `Check ${name}`,
  cannotCheck: 'There is nothing to check on this channel.',
  checked: {
    title: (name: string) => `What was found: ${name}`,
    when: (clock: string) => `Looked at ${clock}`,
    allGood: 'Everything that it needs is there.',
    sum: (bad: number, weak: number) =>
      [
        ...(bad > 0 ? [`${bad} ${plural(bad, 'thing does', 'things do')} not work`] : []),
        ...(weak > 0 ? [`${weak} could be better`] : []),
      ].join(', ') + '.',
    told: (name: string, sum: string) => `${name}: ${sum}`,
    more: (written: string) => `${written} more`,
    good: (count: number, written: string) => `${written} ${plural(count, 'thing is', 'things are')} good`,
    states: findingStates,
  },
  invite: {
    label: 'Invite link',
    about: 'Whoever runs a server lets the account in by it, with exactly what it needs.',
    open: 'Open the link',
    copied: 'The invite link was copied.',
  },
}

export const linkStrings = {
  title: 'Linked accounts',
  about: 'Accounts on other platforms that are you: what you write there stands under your name.',
  loading: 'Reading your linked accounts',
  none: 'No account is linked.',
  add: 'Link an account',
  where: (channel: string, account: string) => `${nameOf(channel)}, by ${account}`,
  linked: 'linked',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  shown: (written: string) => `${written} shown, there are more`,
  adding: {
    title: 'Link an account',
    code: 'Code',
    codeHint:
      'Write /link to the bot in a direct message there. Enter the code only if you asked for it yourself: whoever holds that account is you from then on.',
    codeMissing: 'Type the code that /link showed you.',
    submit: 'Link it',
    other: 'Or the other way round: get a code here, and say it there.',
    offer: 'Get a code',
    done: (name: string) => `${name} is linked.`,
  },
  offered: {
    title: 'Say this to the bot',
    label: 'Write it from the account that is yours, where the bot hears you:',
    ends: 'It works once, and ends',
    ended: 'This code has ended. Get a new one.',
    waiting: 'As soon as it was said there, the account stands in your list.',
  },
  removing: {
    title: (name: string) => `Remove ${name}?`,
    text: 'From then on it is a guest there, with nothing of your rights. What was said under it stays yours.',
    submit: 'Remove',
    done: (name: string) => `${name} is not linked any more.`,
  },
}
