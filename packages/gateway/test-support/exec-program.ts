// A program of its own that runs commands, for tests that kill it or need it to be another user. Its job comes as JSON in
// its first argument; it says one line of JSON for each call, and after the last one waits to be ended if it is told to.

import { createRealExec } from '../src/agents/tools/exec/real-exec.ts'
import type { SandboxChoice } from '../src/agents/tools-config.ts'
import { createSilentLog } from '../src/foundation/logging/log.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { createRealRandom } from '../src/foundation/real-random.ts'

export interface ExecProgramJob {
  sandbox: SandboxChoice
  dataFolder: string
  workspace: string
  calls: readonly Record<string, unknown>[]
  /** Stay when they are made. */
  stays?: boolean
}

// The edge: the test that starts us wrote it.
const job = JSON.parse(process.argv[2] ?? '') as ExecProgramJob
const exec = createRealExec({
  config: () => ({ sandbox: job.sandbox }),
  clock: createRealClock(),
  random: createRealRandom(),
  log: createSilentLog(),
  env: process.env,
  dataFolder: job.dataFolder,
})
const place = { sessionId: 's1', agentId: 'main', turnId: 't', workspace: job.workspace }
const { signal } = new AbortController()

say(await exec.describe())
const [tool] = await exec.tools(place, signal)
for (const call of tool === undefined ? [] : job.calls) {
  say(
    await tool?.run(call, place, {
      signal,
      isApproved: true,
      onProgress: () => undefined,
      callEventId: 'evt_1',
      calledAt: 0,
    }),
  )
}
if (job.stays) setInterval(() => undefined, 60_000)
else await exec.close()

function say(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
