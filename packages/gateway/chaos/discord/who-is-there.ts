// The people, servers and the bot of these rounds.

export const botId = '1000000000000000010'
export const botToken = 'chaos.discord.token'

/** `ada` and `ben` are members of Heddle, whose accounts there are theirs; `gus` may speak, `mal` may not. */
export const ids = {
  ada: '1000000000000000011',
  ben: '1000000000000000012',
  gus: '1000000000000000013',
  mal: '1000000000000000014',
} as const

export type Person = keyof typeof ids

export const members = ['ada', 'ben'] as const

/** Here the account's own agent speaks. */
export const plainServer = '1000000000000000021'
/** Here another agent does, under its own name. */
export const spokenServer = '1000000000000000022'

export const mention = `<@${botId}>`
