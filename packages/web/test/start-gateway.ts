// Starts the real gateway on a data folder and reads from its first lines where it listens.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../gateway/bin/heddle.js')
const patienceMs = 60_000

export interface Gateway {
  url: string
  /** Where its data is. */
  folder: string
  /** Printed as long as there is no owner. */
  ownerLink: string | undefined
  stop(): Promise<void>
  /** Without saying goodbye. */
  kill(): Promise<void>
  /** The same data folder and port again. */
  startAgain(): Promise<Gateway>
}

export async function startGateway(): Promise<Gateway & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-web-test-'))
  const gateway = await start(folder, 0)
  return { ...gateway, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

async function start(folder: string, port: number): Promise<Gateway> {
  const child = spawn(process.execPath, [main, 'start', '--data', folder, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
  const said = await readUntilReady(child)
  const url = /https?:\/\/[^\s/]+/.exec(said)?.[0]
  if (url === undefined) throw new Error(`the gateway named no address:\n${said}`)
  return {
    url,
    folder,
    ownerLink: /\S+\/join#\S+/.exec(said)?.[0],
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    startAgain: () => start(folder, Number(new URL(url).port)),
  }
}

/** The owner link, if there is one, follows the line with the address in one go. */
function readUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`the gateway did not start:\n${said}`)), patienceMs)
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (!/ready in .*https?:\/\//.test(said)) return
      clearTimeout(timer)
      setTimeout(() => resolve(said), 300)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}:\n${said}`)))
  })
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
