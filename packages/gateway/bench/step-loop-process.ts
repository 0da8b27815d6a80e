// Turns of one step in our rooms, one after the other, each in a session of its own, so that every one asks the same of
// the model. Arguments: a folder, the models' address.

import { createProviderOpener } from '../src/agents/providers/open-provider.ts'
import { createRealModelFetch } from '../src/agents/providers/real-model-fetch.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import type { AgentsConfig } from '../src/agents/agents-config.ts'
import { offerToParent } from './forked-process.ts'
import { openBenchRooms } from './open-bench-rooms.ts'
import type { StepCpu } from './step-overhead.ts'

const [, , folder = '', baseUrl = ''] = process.argv
const steps = 300
const text = 'How do things stand with the release, and what is left to do?'

const config: AgentsConfig = {
  models: { providers: { bench: { kind: 'openai-compatible', baseUrl, models: [{ id: 'instant' }] } } },
  agents: { defaults: { model: 'bench/instant' } },
}
let begun: NodeJS.CpuUsage | undefined
let usedUs = 0
const rooms = await openBenchRooms(folder, {
  config,
  openProvider: createProviderOpener({ clock: createRealClock(), fetch: createRealModelFetch() }),
  onEvents(events) {
    if (events.some(({ kind }) => kind === 'turn.started')) begun = process.cpuUsage()
    if (events.some(({ kind }) => kind === 'turn.finished')) {
      const { user, system } = process.cpuUsage(begun)
      usedUs += user + system
    }
  },
})

offerToParent({}, async (): Promise<StepCpu> => {
  const sessions = []
  for (let i = 0; i < steps; i++) sessions.push(await rooms.openSession())
  usedUs = 0
  const before = process.cpuUsage()
  for (const id of sessions) await rooms.say(id, text)
  const { user, system } = process.cpuUsage(before)
  return { stepMs: usedUs / steps / 1_000, messageMs: (user + system) / steps / 1_000 }
})
