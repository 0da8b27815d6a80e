// Who works in a world of agents: how they are configured, what their model says, what they can do.

import type { Agents } from '../../src/agents/agents.ts'
import type { AgentsConfig } from '../../src/agents/agents-config.ts'
import type { ModelProvider, ToolCall } from '../../src/agents/model.ts'
import type { ToolScene, ToolSource } from '../../src/agents/tools.ts'
import type { Clock } from '../../src/foundation/clock.ts'
import type { Log } from '../../src/foundation/logging/log.ts'
import type { Routing } from '../../src/routing/routing.ts'
import type { Sessions } from '../../src/sessions/sessions.ts'
import type { SeededRandom } from '../time/seeded-random.ts'

export interface Cast {
  config: AgentsConfig
  openProvider(room: CastRoom): ModelProvider
  openTools(room: CastToolRoom): SceneTools
}

/** Where they work: each runner has its own, so that it can freeze alone. */
export interface CastRoom {
  clock: Clock
  random: SeededRandom
}

export interface CastToolRoom extends CastRoom {
  log: Log
  agents: Agents
  /** Once a turn runs. */
  sessions(): Sessions
  routing(): Routing
  isAlive(): boolean
  /** A call leaves the program now. */
  onLeaving(call: ToolCall, scene: ToolScene): void
}

export interface SceneTools extends ToolSource {
  /** For whom these descriptions were made. */
  sceneOf(tools: object): ToolScene | undefined
}
