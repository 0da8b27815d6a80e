// How a command ended, in the words that a model reads after its output.

import { limits } from '@heddle/contract'
import { cleanOutput } from './clean-output.ts'
import type { OutputKeeper } from './keep-output.ts'
import type { ProcessEnd } from './process-runner.ts'

/** Why we ended it ourselves. */
export type StopReason =
  | { kind: 'time'; seconds: number }
  | { kind: 'flood' }
  | { kind: 'turn' }
  | { kind: 'asked' }
  | { kind: 'closing' }

export interface Told {
  text: string
  isError: boolean
}

export function tellEnd(end: ProcessEnd, reason: StopReason | undefined): Told {
  if (end.kind === 'not started') return { text: `It could not be started: ${end.message}`, isError: true }
  const why = end.over ? overLimits[end.over] : reason && stopReasons(reason)
  const how = end.kind === 'killed' ? `ended by ${end.signal}` : tellCode(end.code)
  // What the sandbox itself could not do looks like a command that failed without a word.
  const trouble = end.trouble.trim() === '' ? '' : `\n${end.trouble.trim().slice(0, 1_000)}`
  if (why !== undefined) return { text: `${why} (${how})${trouble}`, isError: reason?.kind !== 'asked' }
  return { text: `${how}${trouble}`, isError: end.kind === 'killed' || end.code !== 0 }
}

const overLimits = {
  processes: `It was stopped: it had more than ${limits.execProcessesMax} processes`,
  memory: `It was stopped: it took more than ${limits.execMemoryBytesMax / 1_073_741_824} GiB of memory`,
} as const

function stopReasons(reason: StopReason): string {
  switch (reason.kind) {
    case 'time':
      return `It was stopped: it ran longer than ${reason.seconds} s`
    case 'flood':
      return `It was stopped: it put out more than ${limits.execFloodBytesMax / 1_048_576} MiB`
    case 'turn':
      return 'It was stopped with the turn'
    case 'asked':
      return 'It was stopped'
    case 'closing':
      return 'It was stopped, because Heddle stops'
  }
}

/** Shells and sandboxes tell a signal as a number above 128. */
function tellCode(code: number): string {
  const signal = code > 128 ? signals[code - 128] : undefined
  return signal === undefined ? `exit code ${code}` : `exit code ${code}, ${signal}`
}

const signals: Record<number, string> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
  31: 'SIGSYS',
}

export function tellOutput(output: OutputKeeper): string {
  const { head, left, tail } = output.whole()
  if (left <= 0) return cleanOutput(Buffer.concat([head, tail]))
  return `${cleanOutput(head)}\n[… ${left} bytes left out …]\n${cleanOutput(tail)}`
}

/** The output, and how it ended on a line of its own. */
export function joinTold(output: string, end: string): string {
  const text = output.replace(/\n+$/, '')
  return text === '' ? `[no output]\n[${end}]` : `${text}\n[${end}]`
}
