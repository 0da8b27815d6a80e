// All that bots can ask by REST, but for the answers to interactions, which are handed in.

import { accountRoutes } from './account-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { commandRoutes } from './command-routes.ts'
import { guildRoutes } from './guild-routes.ts'
import { messageRoutes } from './message-routes.ts'
import type { DiscordRoute } from './router.ts'
import { threadRoutes } from './thread-routes.ts'
import { webhookMessageRoutes } from './webhook-message-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const discordRoutes: readonly DiscordRoute[] = [
  ...accountRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...threadRoutes,
  ...webhookRoutes,
  ...webhookMessageRoutes,
  ...guildRoutes,
  ...commandRoutes,
]
