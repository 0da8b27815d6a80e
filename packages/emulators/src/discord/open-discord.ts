// An emulated Discord with all that belongs to it, in memory: what is there, its gateway, its people, and those who run
// its servers. `serve-discord.ts` puts it on a port.

import type { PlatformClock } from '../loopback/platform-time.ts'
import { createProgramQuestions, type ProgramQuestions } from './ask-programs.ts'
import { createDiscordGateway, type DiscordGateway } from './gateway.ts'
import { interactionRoutes } from './interaction-routes.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import type { ExchangeJudge } from './judge-exchanges.ts'
import { createDiscordPeople, type DiscordPeople } from './people.ts'
import { createDiscordPlatform, type DiscordPlatform, type DiscordPlatformOptions } from './platform.ts'
import { createServerOwners, type ServerOwners } from './server-owners.ts'

export interface Discord {
  readonly clock: PlatformClock
  readonly platform: DiscordPlatform
  readonly gateway: DiscordGateway
  readonly interactions: Interactions
  readonly people: DiscordPeople
  readonly programs: ProgramQuestions
  readonly owners: ServerOwners
  /** Absent: nobody holds what is asked and answered against Discord's schemas. */
  readonly judge?: ExchangeJudge
}

export interface DiscordOptions extends Omit<DiscordPlatformOptions, 'routes'> {
  /** By judge-exchanges.ts, which is for development: its schemas are not there where the rest of this may be. */
  judge?: ((platform: DiscordPlatform) => ExchangeJudge) | undefined
}

export function openDiscord({ judge, ...options }: DiscordOptions): Discord {
  const { clock } = options
  const interactions = createInteractions(clock)
  const platform = createDiscordPlatform({ ...options, routes: interactionRoutes(interactions) })
  const gateway = createDiscordGateway(platform)
  return {
    clock,
    platform,
    gateway,
    interactions,
    people: createDiscordPeople(platform),
    programs: createProgramQuestions(platform, interactions),
    owners: createServerOwners(platform, gateway),
    ...(judge && { judge: judge(platform) }),
  }
}
