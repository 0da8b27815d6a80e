// Starts the real gateway on a data folder and reads from its first line where it listens.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../../gateway/bin/heddle.js')
const patienceMs = 60_000

export interface Gateway {
  url: string
  /** Where its data is. */
  folder: string
  /** Told as long as there is no owner. */
  ownerLink: string | undefined
  stop(): Promise<void>
  /** Without saying goodbye. */
  kill(): Promise<void>
  /** The same data folder and port again. */
  startAgain(): Promise<Gateway>
}

/** `config`: what stands in its heddle.json5. */
export async function startGateway(config?: object): Promise<Gateway & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-web-test-'))
  if (config) await writeFile(join(folder, 'heddle.json5'), JSON.stringify(config))
  const gateway = await start(folder, 0)
  return { ...gateway, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

async function start(folder: string, port: number): Promise<Gateway> {
  const child = spawn(process.execPath, [main, 'start', '--json', '--data', folder, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  })
  const { url, ownerLink } = await readReady(child)
  return {
    url,
    folder,
    ownerLink,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    startAgain: () => start(folder, Number(new URL(url).port)),
  }
}

interface Ready {
  url: string
  ownerLink?: string
}

/** Its first whole line says that it is ready, and where. */
function readReady(child: ChildProcess): Promise<Ready> {
  return new Promise((resolve, reject) => {
    let told = ''
    let said = ''
    const fail = (what: string) => reject(new Error(`the gateway ${what}:\n${told}${said}`))
    const timer = setTimeout(() => fail('did not start'), patienceMs)
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk
      const line = /^.*(?=\n)/.exec(told)?.[0]
      if (line === undefined) return
      clearTimeout(timer)
      // As `start --json` promises; the command line's own tests vouch for it.
      resolve(JSON.parse(line) as Ready)
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code}`)
    })
  })
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
