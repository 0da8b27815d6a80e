// Commands as they are, with the rights of our own user. Only after somebody approved the very call.

import { markName, type ProcessMarks } from './process-marks.ts'
import { countOwnTasks } from './real-process-table.ts'
import type { Sandbox } from './sandbox.ts'
import { type LimitsChoice, sandboxTasksMax, writeLimits } from './write-limits.ts'

export interface NoSandboxDeps {
  marks: ProcessMarks
  platform?: string
}

export function createNoSandbox({ marks, platform = process.platform }: NoSandboxDeps): Sandbox {
  return {
    probe: async () => undefined,
    async wrap({ argv, env, cwd }) {
      const mark = marks.next()
      return {
        kind: 'supervised',
        job: {
          argv: platform === 'win32' ? argv : writeLimits(argv, limitsHere()),
          env: { ...env, [markName]: mark },
          cwd,
          mark,
        },
      }
    },
  }
}

/** Root has no such bound, and a cage instead. */
function limitsHere(): LimitsChoice {
  const own = countOwnTasks()
  return own === undefined ? {} : { tasksMax: own + sandboxTasksMax }
}
