// A text as Discord stores it, made into one that people and agents read: ids become names. Pure.

export interface NamesInText {
  /** Taken out wherever it stands: it says whom the message is for, and nothing else. */
  ownId: string
  /** The roles that came with the bot, which mean us alike. */
  ownRoleIds: ReadonlySet<string>
  /** Without the `@`: the handle of a member here, else how they are called there. */
  user(id: string): string | undefined
  role(id: string): string | undefined
  channel(id: string): string | undefined
}

const written =
  /<(?:@!?(?<user>\d{1,20})|@&(?<role>\d{1,20})|#(?<channel>\d{1,20})|a?:(?<emoji>\w{1,64}):\d{1,20}|t:(?<seconds>-?\d{1,13})(?::\w)?|\/(?<command>[^:<>\n]{1,100}):\d{1,20})>/gu

export function readableText(text: string, names: NamesInText): string {
  return withoutOwnName(text, names).replaceAll(written, (whole: string, ...rest: unknown[]) => {
    const { user, role, channel, emoji, seconds, command } = groupsOf(rest)
    if (user !== undefined) return named('@', names.user(user), whole)
    if (role !== undefined) return named('@', names.role(role), whole)
    if (channel !== undefined) return named('#', names.channel(channel), whole)
    if (emoji !== undefined) return `:${emoji}:`
    if (seconds !== undefined) return tellTime(Number(seconds), whole)
    return command === undefined ? whole : `/${command}`
  })
}

function withoutOwnName(text: string, { ownId, ownRoleIds }: NamesInText): string {
  const own = [`@!?${ownId}`, ...[...ownRoleIds].map((id) => `@&${id}`)].join('|')
  const pattern = new RegExp(`^\\s*(?:<(?:${own})>[:,]?\\s*)+|[^\\S\\n]*<(?:${own})>`, 'g')
  return text.replaceAll(pattern, '')
}

function named(sign: string, name: string | undefined, whole: string): string {
  return name === undefined ? whole : `${sign}${name}`
}

function tellTime(seconds: number, whole: string): string {
  const time = new Date(seconds * 1_000)
  if (Number.isNaN(time.getTime())) return whole
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** The last thing that a replacer is handed are the named groups. */
function groupsOf(rest: readonly unknown[]): Partial<Record<string, string>> {
  const groups = rest.at(-1)
  return typeof groups === 'object' && groups !== null ? groups : {}
}
