// All handlers of the API, by what they are about.

import type { CollaborationFlags, SessionId } from '@heddle/contract'
import type { Agents } from '../../../agents/agents.ts'
import type { Collaboration } from '../../../collaboration/collaboration.ts'
import type { Notifications } from '../../../notifications/notifications.ts'
import type { People, PersonActor } from '../../../people/people.ts'
import type { Routing } from '../../../routing/routing.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import type { Register } from '../api/call.ts'
import { registerAboutRoutes } from './about-routes.ts'
import { registerAgentRoutes } from './agent-routes.ts'
import { registerApprovalRoutes } from './approval-routes.ts'
import { registerBindingRoutes } from './binding-routes.ts'
import { registerBudgetRoutes } from './budget-routes.ts'
import { type ChannelAccounts, registerChannelRoutes } from './channel-routes.ts'
import { registerDeliveryRoutes } from './delivery-routes.ts'
import { registerFileRoutes } from './file-routes.ts'
import { registerInviteRoutes } from './invite-routes.ts'
import { registerLinkRoutes } from './link-routes.ts'
import { registerMeRoutes } from './me-routes.ts'
import { registerMemberRoutes } from './member-routes.ts'
import { registerMessageRoutes } from './message-routes.ts'
import { type DoorModels, registerModelRoutes } from './model-routes.ts'
import { registerNotificationRoutes } from './notification-routes.ts'
import { registerQueueRoutes } from './queue-routes.ts'
import { registerRunRoutes } from './run-routes.ts'
import { registerSearchRoutes } from './search-routes.ts'
import { registerSessionRoutes } from './session-routes.ts'
import { type DoorSettings, registerSettingsRoutes } from './settings-routes.ts'
import { registerSignInRoutes, type SignInOutcome } from './sign-in-routes.ts'
import { registerThreadRoutes } from './thread-routes.ts'
import { registerToolRoutes, type ToolCatalogue, type ToolServers } from './tool-routes.ts'
import { registerUsageRoutes } from './usage-routes.ts'

export interface RoutesDeps {
  people: People
  sessions: Sessions
  routing: Routing
  notifications: Notifications
  collaboration: Collaboration
  /** What the configuration turns on of it. */
  flags(): CollaborationFlags
  agents: Agents
  settings: DoorSettings
  models: DoorModels
  toolCatalogue: ToolCatalogue
  toolServers: ToolServers
  channelAccounts: ChannelAccounts
  version: string
  onSignIn(outcome: SignInOutcome): void
  showTyping(actor: PersonActor, sessionId: SessionId): void
  linkBase(askedAt: string): string
  /** Throws `too_many_requests` for whoever forks too often. */
  limitForks(actor: PersonActor): void
}

export function registerRoutes(register: Register, deps: RoutesDeps): void {
  registerAboutRoutes(register, deps)
  registerSignInRoutes(register, deps)
  registerMeRoutes(register, deps.people)
  registerLinkRoutes(register, deps.people)
  registerMemberRoutes(register, deps.people)
  registerInviteRoutes(register, deps)
  registerSettingsRoutes(register, deps)
  registerAgentRoutes(register, deps)
  registerModelRoutes(register, deps)
  registerUsageRoutes(register, deps)
  registerSessionRoutes(register, deps)
  registerMessageRoutes(register, deps)
  registerQueueRoutes(register, deps)
  registerFileRoutes(register, deps)
  registerBudgetRoutes(register, deps)
  registerToolRoutes(register, deps)
  registerChannelRoutes(register, deps)
  registerApprovalRoutes(register, deps)
  registerRunRoutes(register, deps)
  registerDeliveryRoutes(register, deps)
  registerNotificationRoutes(register, deps)
  registerBindingRoutes(register, deps)
  registerSearchRoutes(register, deps)
  registerThreadRoutes(register, deps)
}
