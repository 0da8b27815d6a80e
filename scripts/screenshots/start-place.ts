// Starts the real gateway on a folder of its own, at the time of the pictures.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '../repository.ts'

export interface Place {
  url: string
  /** Where nobody is the owner yet. */
  ownerLink: string | undefined
  stop(): Promise<void>
}

const patienceMs = 60_000

export async function startPlace(folder: string, shiftMs: number): Promise<Place> {
  const clock = join(import.meta.dirname, 'shift-this-clock.ts')
  const main = join(repositoryRoot, 'packages/gateway/bin/heddle.js')
  const child = spawn(process.execPath, ['--import', clock, main, 'start', '--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HEDDLE_PICTURES_SHIFT_MS: String(shiftMs) },
  })
  const stop = () => end(child)
  try {
    return { ...(await readAddresses(child)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The owner link, where there is one, follows the line with the address. */
function readAddresses(child: ChildProcess): Promise<Omit<Place, 'stop'>> {
  return new Promise((resolve, reject) => {
    let url: string | undefined
    const timer = setTimeout(() => reject(new Error('the gateway did not start')), patienceMs)
    const settle = (ownerLink?: string) => {
      clearTimeout(timer)
      if (url !== undefined) resolve({ url, ownerLink })
    }
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)))
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      url ??= /ready in .*?(https?:\/\/\S+)/.exec(line)?.[1]
      const ownerLink = /\S+\/join#\S+/.exec(line)?.[0]
      if (ownerLink !== undefined) settle(ownerLink)
      // A place with people prints no link: nothing more is to be waited for.
      else if (url !== undefined) setTimeout(settle, 500)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
