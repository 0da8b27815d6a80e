// Commands, as an origin of tools: finds out where they can run, and has the tools that fit.

import type { SandboxJson } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { Random } from '../../../foundation/random.ts'
import type { Tool, ToolOrigin } from '../../tools.ts'
import type { ExecConfig } from '../../tools-config.ts'
import { createBackgroundProcesses } from './background-processes.ts'
import { describeSandbox, type Rung, type SandboxName } from './choose-rung.ts'
import { createExecTool, type ExecPlace } from './exec-tool.ts'
import { createRungFinder } from './find-rung.ts'
import { markName, type ProcessMarks } from './process-marks.ts'
import type { ProcessRunner } from './process-runner.ts'
import { createProcessTool } from './process-tool.ts'
import type { Sandbox } from './sandbox.ts'
import type { WorkFolders } from './work-folder.ts'

export interface Exec extends ToolOrigin {
  /** Which rung is in force, and why no better one. */
  describe(): Promise<SandboxJson>
  /** Look again at the next need: the configuration was read anew, or something was installed. */
  forgetRung(): void
  /** Ends what an earlier gateway on this folder left running. */
  sweep(): Promise<void>
  /** What the environment of any other program that Heddle starts should hold, so that `sweep` finds it too. */
  processMark(): Readonly<Record<string, string>>
  /** Ends the background processes of a session. */
  endSession(sessionId: string): Promise<void>
  /** Ends everything that runs. */
  close(): Promise<void>
}

export interface ExecDeps {
  /** Asked for each call, so that a reload acts on the next one. */
  config(): ExecConfig | undefined
  clock: Clock
  random: Random
  log: Log
  platform: string
  /** Heddle's own environment, of which commands see what the configuration names. */
  env: Readonly<Record<string, string | undefined>>
  sandboxes: Readonly<Record<SandboxName, Sandbox>>
  /** For the rung of approvals. */
  noSandbox: Sandbox
  runner: ProcessRunner
  marks: ProcessMarks
  folders: WorkFolders
}

export function createExec(deps: ExecDeps): Exec {
  const { config, platform, sandboxes, log } = deps
  const background = createBackgroundProcesses(deps)
  const rungs = createRungFinder({ choice: () => config()?.sandbox ?? 'auto', platform, sandboxes })

  function sandboxOf({ kind }: Rung): ExecPlace | undefined {
    switch (kind) {
      case 'off':
        return undefined
      case 'approval':
        return { sandbox: deps.noSandbox, isOpen: true }
      case 'bubblewrap':
      case 'sandbox-runtime':
        return { sandbox: sandboxes[kind], isOpen: false }
    }
  }

  // Once for each place, and not for each turn: to work out how a model is told of their input is dear.
  const made = new Map<Sandbox, readonly Tool[]>()

  function toolsIn(place: ExecPlace): readonly Tool[] {
    const tool = { ...deps, background }
    const tools = made.get(place.sandbox) ?? [
      createExecTool(tool, place),
      createProcessTool({ ...tool, isOpen: place.isOpen }),
    ]
    made.set(place.sandbox, tools)
    return tools
  }

  return {
    async tools({ workspace }) {
      if (workspace === null) return []
      const place = sandboxOf(await rungs.find())
      return place === undefined ? [] : toolsIn(place)
    },
    describe: async () => describeSandbox(await rungs.find()),
    forgetRung: () => rungs.forget(),
    async sweep() {
      const count = await deps.runner.sweep()
      if (count > 0)
        log.warn('processes of commands were left from an earlier run and have been ended', { count })
    },
    processMark: () => ({ [markName]: deps.marks.next() }),
    endSession: (sessionId) => background.endSession(sessionId),
    close: () => background.close(),
  }
}
