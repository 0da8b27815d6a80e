// What this room is built from.

import type { Agents } from '../agents/agents.ts'
import type { Random } from '../foundation/random.ts'
import type { Sessions } from '../sessions/sessions.ts'

export interface RoutingDeps {
  random: Random
  agents: Agents
  sessions: Sessions
  /** A short text that two different texts do not share, and from which neither can be had. */
  fingerprint(text: string): Uint8Array
}

/** The agent of a place that nobody configured. */
export const defaultAgentId = 'main'
