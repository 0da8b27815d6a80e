// Commands on this machine.

import { createHash } from 'node:crypto'
import type { Clock } from '../../../foundation/clock.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { Random } from '../../../foundation/random.ts'
import type { ExecConfig } from '../../tools-config.ts'
import { createExec, type Exec } from './create-exec.ts'
import { createProcessMarks } from './process-marks.ts'
import { createBubblewrap } from './real-bubblewrap.ts'
import { createNoSandbox } from './real-no-sandbox.ts'
import { createRealProcessRunner } from './real-process-runner.ts'
import { createSandboxRuntime } from './real-sandbox-runtime.ts'
import { createRealWorkFolders } from './real-work-folders.ts'

export interface RealExecDeps {
  config(): ExecConfig | undefined
  clock: Clock
  random: Random
  log: Log
  env: Readonly<Record<string, string | undefined>>
  dataFolder: string
  /** The configuration file, which may stand elsewhere. */
  configFile?: string
  /** Makes the folder that Heddle gives to an agent, and leaves every other alone. */
  makeWorkspace?(path: string): Promise<void>
}

export function createRealExec(deps: RealExecDeps): Exec {
  const { env, dataFolder, configFile } = deps
  const hidden = [dataFolder, ...(configFile === undefined ? [] : [configFile])]
  const folder = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  const marks = createProcessMarks(folder, `${process.pid}-${deps.clock.wall().toString(36)}`)
  const runner = createRealProcessRunner(marks)
  return createExec({
    ...deps,
    platform: process.platform,
    sandboxes: {
      bubblewrap: createBubblewrap({ env, hidden, marks }),
      'sandbox-runtime': createSandboxRuntime({ env, hidden, marks, runner }),
    },
    noSandbox: createNoSandbox({ marks }),
    runner,
    marks,
    folders: createRealWorkFolders(hidden, deps.makeWorkspace),
  })
}
