// People and bots as Discord tells of them.

import { type DiscordState, userOf } from './discord-state.ts'
import type { DiscordApplication, DiscordMember, DiscordUser } from './discord-words.ts'
import { isoTime } from './iso-time.ts'

export function describeUser({ id, username, globalName, isBot }: DiscordUser) {
  return {
    id,
    username,
    avatar: null,
    discriminator: '0',
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
    global_name: globalName ?? null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
    ...(isBot && { bot: true }),
  }
}

/** What `/users/@me` says. */
export function describeOwnUser(user: DiscordUser) {
  return { ...describeUser(user), mfa_enabled: false, locale: 'en-US', verified: true, email: null }
}

export function describeMember(state: DiscordState, member: DiscordMember) {
  return { ...describeMemberWithoutUser(member), user: describeUser(userOf(state, member.userId)) }
}

/** As it stands in an event of a message, where the author says who it is. */
export function describeMemberWithoutUser({ nick, roleIds, joinedAt }: DiscordMember) {
  return {
    avatar: null,
    banner: null,
    communication_disabled_until: null,
    flags: 0,
    joined_at: isoTime(joinedAt),
    nick: nick ?? null,
    pending: false,
    premium_since: null,
    roles: [...roleIds],
    mute: false,
    deaf: false,
  }
}

/** What `/applications/@me` says. */
export function describeApplication(state: DiscordState, application: DiscordApplication) {
  const flags = applicationFlags(application)
  const bot = userOf(state, application.id)
  const guilds = [...state.guilds.values()].filter(({ members }) => members.has(application.id))
  return {
    id: application.id,
    name: application.name,
    icon: null,
    description: '',
    type: null,
    flags,
    flags_new: String(flags),
    bot: describeUser(bot),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    owner: describeUser(bot),
    approximate_guild_count: guilds.length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: ['bot', 'applications.commands'],
  }
}

/** The limited kind of each flag: that of bots in fewer than 100 servers. */
export function applicationFlags(application: DiscordApplication): number {
  return (
    (application.mayReadPresence ? 1 << 13 : 0) |
    (application.mayReadMembers ? 1 << 15 : 0) |
    (application.mayReadContent ? 1 << 19 : 0)
  )
}
