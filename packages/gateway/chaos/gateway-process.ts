// The gateway as a process that can be killed at any moment.

import { type ChildProcess, spawn } from 'node:child_process'
import { between, sleep } from './chaos-round.ts'

const program = new URL('../bin/heddle.js', import.meta.url).pathname
/** What is loaded before the program changes its modules, and the program as a few files has modules of its own. */
const sources = new URL('../src/main.ts', import.meta.url).pathname

export interface GatewayProcess {
  readonly url: string
  readonly pid: number | undefined
  signal(signal: NodeJS.Signals): void
  /** Resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** The same, whoever ends it. */
  readonly closed: Promise<void>
}

/** What rounds do to the program before it begins. */
export interface GatewayTwist {
  /** Loaded before anything else. */
  preload: string
  env: Readonly<Record<string, string>>
}

/** Waits until it is ready, or kills it after that time, ready or not. */
export async function startGateway(
  folder: string,
  killAfterMs?: number,
  twist?: GatewayTwist,
): Promise<GatewayProcess> {
  const begin = twist === undefined ? [program] : ['--import', twist.preload, sources]
  const child = spawn(process.execPath, [...begin, 'start', '--data', folder, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...twist?.env },
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  // Whatever ends the rounds early, no gateway is left behind.
  const killIt = () => void child.kill('SIGKILL')
  process.once('exit', killIt)
  child.once('close', () => process.off('exit', killIt))
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return closed
  }
  if (killAfterMs !== undefined) {
    await sleep(killAfterMs)
    await kill('SIGKILL')
    return { url: '', pid: child.pid, signal: () => undefined, kill, closed }
  }
  const { url } = await firstJson<{ url: string }>(child)
  return { url, pid: child.pid, signal: (signal) => void child.kill(signal), kill, closed }
}

/** One in five is asked to stop first, and killed while it does. */
export async function endRoughly(gateway: GatewayProcess): Promise<void> {
  if (Math.random() < 0.2) {
    gateway.signal('SIGTERM')
    await sleep(between(0, 80))
  }
  await gateway.kill('SIGKILL')
}

export async function makeOwnerToken(folder: string): Promise<string> {
  await run(['user', 'create', 'chaos', '--role', 'owner', '--data', folder])
  return (await run(['token', 'create', 'chaos', '--data', folder])).trim().split(/\s+/).at(-1) ?? ''
}

function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`heddle ${args[0]} ended with ${code}`)),
    )
  })
}

function firstJson<T>(child: ChildProcess): Promise<T> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the gateway ended with ${code} before it was ready`)))
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.trimEnd().endsWith('}')) resolve(JSON.parse(text) as T)
    })
  })
}
