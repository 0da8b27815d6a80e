// Starts a gateway as its user would, and knows when it is ready.

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const main = new URL('../bin/heddle.js', import.meta.url).pathname

export interface StartedGateway {
  child: ChildProcess
  url: string
  /** From spawning the process to the line that says ready. */
  readyMs: number
  residentMebibytes(): number
  stop(): Promise<void>
}

export async function startGatewayProcess(dataFolder: string): Promise<StartedGateway> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [main, 'start', '--data', dataFolder, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Whatever ends the benchmark early, no gateway is left behind.
  const killIt = () => void child.kill('SIGKILL')
  process.once('exit', killIt)
  child.once('exit', () => process.off('exit', killIt))
  const { url } = JSON.parse(await firstLine(child)) as { url: string }
  const readyMs = performance.now() - startedMs
  return {
    child,
    url,
    readyMs,
    residentMebibytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

// With --json the one object that says "ready" may span lines; it ends with a brace of its own.
async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the gateway has no output')
  let text = ''
  for await (const line of createInterface({ input: child.stdout })) {
    text += line
    if (line.endsWith('}')) return text
  }
  throw new Error(`the gateway ended before it was ready: ${text}`)
}
