// Servers and their roles as Discord tells of them.

import { permissionsInGuild } from './permissions.ts'
import type { DiscordGuild, DiscordRole } from './discord-words.ts'

export function describeGuild(guild: DiscordGuild) {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    description: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    features: [],
    banner: null,
    owner_id: guild.ownerId,
    application_id: null,
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    roles: [...guild.roles.values()].map((role) => describeRole(role)),
    default_message_notifications: 0,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: 'en-US',
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    emojis: [],
    stickers: [],
    incidents_data: null,
  }
}

/** As it stands in the list of one's own servers. */
export function describeOwnGuild(guild: DiscordGuild, userId: string) {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    banner: null,
    owner: guild.ownerId === userId,
    permissions: String(permissionsInGuild(guild, userId)),
    features: [],
  }
}

export function describeRole({ id, name, permissions, position, botId }: DiscordRole) {
  return {
    id,
    name,
    permissions: String(permissions),
    position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: botId !== undefined,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    ...(botId !== undefined && { tags: { bot_id: botId } }),
  }
}
