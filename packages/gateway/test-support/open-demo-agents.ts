// The agents room as it is without any configuration: one agent on the built-in demo model, by the machine's own clock.

import type { Agents } from '../src/agents/agents.ts'
import { createAgents } from '../src/agents/create-agents.ts'
import { createProviderOpener } from '../src/agents/providers/open-provider.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { createListLog } from './open-test-sessions.ts'

export function openDemoAgents(): Agents {
  const clock = createRealClock()
  const config = {}
  return createAgents({
    clock,
    log: createListLog([]),
    config: () => config,
    openProvider: createProviderOpener({ clock, fetch: () => Promise.reject(new Error('no network here')) }),
    apiKey: async () => undefined,
    readWorkspaceFile: async () => undefined,
  })
}
