// Whom a message calls: whom its text names, its author may call, and its author wanted called.

import type { DiscordState } from './discord-state.ts'
import type { DiscordChannel, MessageAuthor, Pings } from './discord-words.ts'
import { mayIn } from './permissions.ts'

export interface AllowedMentions {
  parse: readonly string[]
  userIds: readonly string[]
  roleIds: readonly string[]
  repliedUser: boolean
}

export const noPings: Pings = { userIds: [], roleIds: [], isEveryone: false }

export interface PingQuestion {
  channel: DiscordChannel
  author: MessageAuthor
  content: string
  /** Absent: whoever is named is called. */
  allowed: AllowedMentions | undefined
  /** Who wrote what this replies to. */
  repliedTo: string | undefined
}

export function choosePings(state: DiscordState, question: PingQuestion): Pings {
  const { channel, author, allowed, repliedTo } = question
  const text = withoutCode(question.content)
  const mayCallMany = author.kind === 'webhook' || mayIn(state, channel, author.userId, 'MentionEveryone')
  const isWanted = (kind: 'users' | 'roles', list: readonly string[], id: string) =>
    allowed === undefined || allowed.parse.includes(kind) || list.includes(id)
  const named = idsAfter(text, /<@!?([0-9]+)>/g).filter(
    (id) => state.users.has(id) && isWanted('users', allowed?.userIds ?? [], id),
  )
  const isReplied = repliedTo !== undefined && (allowed?.repliedUser ?? true) && state.users.has(repliedTo)
  const roles = channel.kind === 'dm' ? undefined : state.guilds.get(channel.guildId)?.roles
  return {
    userIds: [...new Set([...named, ...(isReplied ? [repliedTo] : [])])],
    roleIds: idsAfter(text, /<@&([0-9]+)>/g).filter(
      (id) => mayCallMany && roles?.has(id) === true && isWanted('roles', allowed?.roleIds ?? [], id),
    ),
    isEveryone:
      channel.kind !== 'dm' &&
      mayCallMany &&
      /@(?:everyone|here)/.test(text) &&
      (allowed === undefined || allowed.parse.includes('everyone')),
  }
}

/** Nobody is called from within code. */
function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```/g, ' ').replaceAll(/(`+)(?!`)[\s\S]*?\1/g, ' ')
}

function idsAfter(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, id]) => id ?? ''))]
}
