// The tool `exec`: one command, in whatever sandbox there is. Where there is none, only after somebody's word for this
// very command.

import { createHash } from 'node:crypto'
import { limits } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Tool, ToolOutcome, ToolPlace } from '../../tools.ts'
import type { ExecConfig } from '../../tools-config.ts'
import { defineTool } from '../define-tool.ts'
import type { BackgroundProcesses } from './background-processes.ts'
import { chooseEnvironment } from './choose-environment.ts'
import { argvOf, type ExecInput, execInput, labelOf } from './exec-input.ts'
import type { ProcessRunner } from './process-runner.ts'
import { runCommand } from './run-command.ts'
import { CannotRun, type Launch, type Sandbox } from './sandbox.ts'
import { FolderUnusable, type WorkFolders } from './work-folder.ts'

export interface ExecToolDeps {
  clock: Clock
  config(): ExecConfig | undefined
  /** Heddle's own environment. */
  env: Readonly<Record<string, string | undefined>>
  runner: ProcessRunner
  folders: WorkFolders
  background: BackgroundProcesses
}

export interface ExecPlace {
  sandbox: Sandbox
  /** It keeps nothing in, so each call needs a word. */
  isOpen: boolean
}

const networkReason =
  'It asks for the network, where it reaches whatever this machine reaches, and could carry data out.'
export const noSandboxReason = 'There is no sandbox: it runs with all rights of the user that Heddle runs as.'

export function createExecTool(deps: ExecToolDeps, { sandbox, isOpen }: ExecPlace): Tool {
  return defineTool({
    name: 'exec',
    description: isOpen
      ? 'Run a command in the workspace. Somebody has to approve each one.'
      : 'Run a command in a sandbox: it sees the workspace and the programs of the system, and has no network. ' +
        'What it writes outside of the workspace is gone when it ends. With "network", somebody has to approve it.',
    group: 'exec',
    policy: isOpen ? 'ask' : 'allow',
    isIdempotent: false,
    carriesOut: isOpen,
    // With a network, what it prints may be anybody's words.
    isUntrusted: isOpen,
    input: execInput,
    mustAsk({ network }) {
      if (isOpen) return { why: 'no_sandbox', reason: noSandboxReason }
      return network ? { why: 'policy', reason: networkReason } : undefined
    },
    scopeOf: (input) => ({ key: keyOf(input), label: labelOf(input) }),
    async run(input, place, run) {
      const isAsked = isOpen || input.network === true
      if (isAsked && !run.isApproved) return failed('Nobody approved this command, so it was not run.')
      try {
        const launch = await prepare(deps, sandbox, input, place)
        if (input.background) return startInBackground(deps, launch, input, place)
        const seconds = input.timeoutSeconds ?? deps.config()?.timeoutSeconds
        const timeoutMs = seconds === undefined ? limits.execTimeoutMsDefault : seconds * 1_000
        const { stdin } = input
        const wishes = { timeoutMs, ...(stdin !== undefined && { stdin }) }
        const outcome = await runCommand(deps, launch, wishes, run)
        return isAsked ? { ...outcome, isUntrusted: true } : outcome
      } catch (error) {
        if (error instanceof FolderUnusable || error instanceof CannotRun) return failed(error.message)
        throw error
      }
    },
  })
}

async function prepare(
  deps: ExecToolDeps,
  sandbox: Sandbox,
  input: ExecInput,
  place: ToolPlace,
): Promise<Launch> {
  if (place.workspace === null) throw new FolderUnusable('This agent has no workspace folder to run it in.')
  const { cwd } = await deps.folders.find(place.workspace, input.cwd)
  const { env } = deps
  const environment = chooseEnvironment({
    own: env,
    named: deps.config()?.env ?? [],
    home: env['HOME'] ?? place.workspace,
  })
  const { network = false } = input
  return sandbox.wrap({ argv: argvOf(input), env: environment, workspace: place.workspace, cwd, network })
}

function startInBackground(
  deps: ExecToolDeps,
  launch: Launch,
  input: ExecInput,
  place: ToolPlace,
): ToolOutcome {
  const started = deps.background.start(place.sessionId, launch, labelOf(input))
  if (typeof started === 'string') return failed(started)
  if (input.stdin !== undefined) started.write(input.stdin)
  return {
    output: `Started as ${started.id}. Use the tool "process" to read its output, write to it, or end it.`,
    isError: false,
  }
}

/** Everything of the call that makes a difference to what it does; how long it may take does not. */
function keyOf({ argv, script, cwd, stdin, background, network }: ExecInput): string {
  const same = [
    argv ?? null,
    script ?? null,
    cwd ?? null,
    stdin ?? null,
    background ?? false,
    network ?? false,
  ]
  return `exec:${createHash('sha256').update(JSON.stringify(same)).digest('hex')}`
}

function failed(output: string): ToolOutcome {
  return { output, isError: true }
}
