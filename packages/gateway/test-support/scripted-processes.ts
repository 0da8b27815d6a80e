// Processes that do what the test tells them to: nothing is started, and each waits to be told what it says and how it ends.

import type { ProcessEnd, ProcessRunner } from '../src/agents/tools/exec/process-runner.ts'
import type { Launch, Sandbox } from '../src/agents/tools/exec/sandbox.ts'

export interface ScriptedProcess {
  readonly launch: Launch
  /** What was written to it. */
  readonly input: string
  readonly isInputEnded: boolean
  readonly isStopped: boolean
  say(text: string | Uint8Array): void
  end(end?: Partial<Extract<ProcessEnd, { kind: 'exited' }>> | ProcessEnd): void
}

export interface ScriptedProcesses extends ProcessRunner {
  /** What was started, in order. */
  readonly started: ScriptedProcess[]
}

/** `obeys`: ends by SIGTERM when it is stopped. */
export function createScriptedProcesses({ obeys = true } = {}): ScriptedProcesses {
  const started: ScriptedProcess[] = []
  return {
    started,
    sweep: async () => 0,
    start(launch, onOutput) {
      const { promise: ended, resolve } = Promise.withResolvers<ProcessEnd>()
      let input = ''
      let isInputEnded = false
      let isStopped = false
      started.push({
        launch,
        get input() {
          return input
        },
        get isInputEnded() {
          return isInputEnded
        },
        get isStopped() {
          return isStopped
        },
        say: (text) => onOutput(typeof text === 'string' ? Buffer.from(text) : text),
        end: (end = {}) => {
          const whole =
            'kind' in end && end.kind !== undefined ? end : { kind: 'exited', code: 0, trouble: '', ...end }
          // The edge: what is spread over a whole end is one.
          resolve(whole as ProcessEnd)
        },
      })
      return {
        ended,
        write(text) {
          if (isInputEnded) return false
          input += text
          return true
        },
        endInput: () => void (isInputEnded = true),
        stop() {
          isStopped = true
          if (obeys) resolve({ kind: 'killed', signal: 'SIGTERM', trouble: '' })
        },
      }
    },
  }
}

/** A sandbox that keeps nothing in and passes on what it was given. */
export function createScriptedSandbox(
  problem?: string,
): Sandbox & { problem: string | undefined; probes: number } {
  return {
    problem,
    probes: 0,
    async probe() {
      this.probes++
      return this.problem
    },
    wrap: async ({ argv, env, cwd }) => ({ kind: 'supervised', job: { argv, env, cwd, mark: 'test' } }),
  }
}
