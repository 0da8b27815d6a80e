// What the end of a connection means, by the code it was closed with. Pure.

export type AfterClose =
  /** Discord still knows the session: what was missed meanwhile is told again. */
  | { kind: 'resume' }
  | { kind: 'new session' }
  /** It would end the same way again, until somebody does something. */
  | { kind: 'fatal'; words: string }

const portal = 'https://discord.com/developers/applications'

const fatal: Readonly<Record<number, string>> = {
  4004: `Discord does not take the bot's token (4004). Make a new one at ${portal}, under "Bot", and put it into the configuration.`,
  4010: 'Discord does not take how the connection was asked for (4010, invalid shard). This is a mistake of Heddle: please report it.',
  4011: 'The bot is on too many servers for one connection (4011, sharding required). Use a bot of your own for Heddle.',
  4012: "Discord's gateway has a new version (4012, invalid API version). Upgrade Heddle.",
  4013: 'Discord does not know what was asked to be told (4013, invalid intents). Upgrade Heddle.',
  4014: `The bot may not read messages (4014, disallowed intents). Switch on "Message Content Intent" at ${portal}, under "Bot", then let the configuration be read again.`,
}

/** 1000 is what the library closes with, too, when Discord calls a session invalid. */
const sessionEnders: ReadonlySet<number> = new Set([1000, 4003, 4007, 4009])

export function chooseAfterClose(code: number): AfterClose {
  const words = fatal[code]
  if (words !== undefined) return { kind: 'fatal', words }
  return { kind: sessionEnders.has(code) ? 'new session' : 'resume' }
}

export const noContentWords = fatal[4014]!
export const badTokenWords = fatal[4004]!
