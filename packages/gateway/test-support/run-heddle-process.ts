// Heddle as its user runs it: a process of its own, on a folder of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../bin/heddle.js', import.meta.url))

export interface ProcessOptions {
  env?: Record<string, string>
  cwd?: string
  stdin?: string
  /** As another user, by number; only root can. */
  uid?: number
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command to its end. */
export async function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  const child = launch(args, options)
  child.stdin?.end(options.stdin ?? '')
  const { stdout, stderr } = collect(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout: stdout(), stderr: stderr() }
}

export interface RunningProcess {
  readonly child: ChildProcess
  readonly url: string
  readonly ownerLink: string | undefined
  stdout(): string
  stderr(): string
  /** Resolves when stderr has this; rejects when the process ends without it. */
  said(words: string): Promise<void>
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

/** Starts a gateway on a port of its own and waits until it is ready. Whatever happens, it is gone after the test. */
export async function startProcess(
  t: TestContext,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<RunningProcess> {
  const child = launch(['start', '--port', '0', ...args], options)
  child.stdin?.end()
  t.after(() => child.kill('SIGKILL'))
  const { stdout, stderr, until } = collect(child)
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
  )
  await until(stdout, (text) => /^ready in \d+ ms/m.test(text))
  return {
    child,
    url: /ready in \d+ ms +(http\S+)/.exec(stdout())?.[1] ?? '',
    ownerLink: /(http\S+\/join#\S+)/.exec(stdout())?.[1],
    stdout,
    stderr,
    said: (words) => until(stderr, (text) => text.includes(words)),
    ended,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

export function launch(args: readonly string[], options: ProcessOptions): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [main, ...args], {
    // Nothing of the environment that the tests happen to run in.
    env: { PATH, HOME, ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    stdio: 'pipe',
  })
}

function collect(child: ChildProcess) {
  let out = ''
  let err = ''
  let closed = false
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
    wake()
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk
    wake()
  })
  child.on('close', () => {
    closed = true
    wake()
  })

  function until(text: () => string, holds: (text: string) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (holds(text())) settle(resolve)
        else if (closed) settle(() => reject(new Error(`it ended before that: ${out}${err}`)))
      }
      const settle = (done: () => void) => {
        waiting.delete(look)
        done()
      }
      waiting.add(look)
      look()
    })
  }

  return { stdout: () => out, stderr: () => err, until }
}

/** Every file of a folder with its hash: the same before and after means that nothing was touched. */
export function hashFolder(folder: string): Record<string, string> {
  const hashes: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name)
    if (statSync(path).isFile()) hashes[name] = createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  return hashes
}
