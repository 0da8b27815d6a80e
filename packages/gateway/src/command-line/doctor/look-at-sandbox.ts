// Where commands of agents run, and what would have to be done for a better place.

import { createProcessMarks } from '../../agents/tools/exec/process-marks.ts'
import { describeSandbox, type Rung } from '../../agents/tools/exec/choose-rung.ts'
import { createRungFinder } from '../../agents/tools/exec/find-rung.ts'
import { createBubblewrap } from '../../agents/tools/exec/real-bubblewrap.ts'
import { createRealProcessRunner } from '../../agents/tools/exec/real-process-runner.ts'
import { createSandboxRuntime } from '../../agents/tools/exec/real-sandbox-runtime.ts'
import type { ExecConfig } from '../../agents/tools-config.ts'
import type { Environment } from '../../config-environment.ts'
import { type Finding, ok, warn } from './finding.ts'

const what = 'commands'

export async function lookAtSandbox(config: ExecConfig | undefined, env: Environment): Promise<Finding> {
  const marks = createProcessMarks('doctor', String(process.pid))
  const runner = createRealProcessRunner(marks)
  const around = { env, marks, hidden: [] }
  const finder = createRungFinder({
    choice: () => config?.sandbox ?? 'auto',
    platform: process.platform,
    sandboxes: {
      bubblewrap: createBubblewrap(around),
      'sandbox-runtime': createSandboxRuntime({ ...around, runner }),
    },
  })
  return sandboxFinding(await finder.find(), config?.sandbox)
}

/** What was chosen on purpose is no reason for a warning, unless it does not work. */
export function sandboxFinding(rung: Rung, choice: ExecConfig['sandbox']): Finding {
  const { kind, message } = describeSandbox(rung)
  const isChosen = choice === kind
  switch (kind) {
    case 'bubblewrap':
    case 'sandbox-runtime':
      return ok(what, message)
    case 'approval':
      return isChosen ? ok(what, message) : warn(what, message, installIt)
    case 'off':
      return isChosen || choice === undefined ? ok(what, message) : warn(what, message, chooseAnother)
  }
}

const installIt =
  'Install bubblewrap (Debian: apt-get install bubblewrap), and run Heddle where namespaces are allowed; ' +
  'or set tools.exec.sandbox to "approval" or "off" if it is meant so.'
const chooseAnother = 'Make that sandbox work, or set tools.exec.sandbox to "auto".'
