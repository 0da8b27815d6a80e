// All handlers of the API, by what they are about.

import type { People } from '../../../people/people.ts'
import type { Register } from '../api/call.ts'
import { registerAboutRoutes } from './about-routes.ts'
import { registerInviteRoutes } from './invite-routes.ts'
import { registerMeRoutes } from './me-routes.ts'
import { registerMemberRoutes } from './member-routes.ts'
import { type DoorSettings, registerSettingsRoutes } from './settings-routes.ts'
import { registerSignInRoutes, type SignInOutcome } from './sign-in-routes.ts'

export interface RoutesDeps {
  people: People
  settings: DoorSettings
  version: string
  onSignIn(outcome: SignInOutcome): void
  linkBase(askedAt: string): string
}

export function registerRoutes(register: Register, deps: RoutesDeps): void {
  registerAboutRoutes(register, deps)
  registerSignInRoutes(register, deps)
  registerMeRoutes(register, deps.people)
  registerMemberRoutes(register, deps.people)
  registerInviteRoutes(register, deps)
  registerSettingsRoutes(register, deps)
}
