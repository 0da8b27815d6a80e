// A world for the command line in a test: its own folder, streams that are kept, and a house that is the real one.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { House } from '../src/command-line/house.ts'
import { runCommandLine } from '../src/command-line/run-command-line.ts'
import type { Outlet } from '../src/command-line/terminal.ts'
import type { World } from '../src/command-line/world.ts'

export interface TestWorldOptions {
  env?: Record<string, string>
  /** What is piped in; absent: someone sits at a terminal, or an empty pipe. */
  stdin?: string
  /** Someone looks at the output and can be asked. */
  isTerminal?: boolean
  house?: House
  cwd?: string
}

export interface Outcome {
  code: number
  stdout: string
  stderr: string
  /** The last line of stdout that is JSON. */
  json(): unknown
}

/** Runs one command to its end and keeps what it printed. */
export async function runHeddle(args: readonly string[], options: TestWorldOptions = {}): Promise<Outcome> {
  const stdout = createKeptOutlet(options.isTerminal ?? false)
  const stderr = createKeptOutlet(options.isTerminal ?? false)
  const begunMs = performance.now()
  const world: World = {
    args,
    env: options.env ?? {},
    cwd: options.cwd ?? tmpdir(),
    version: '0.0.0-test',
    stdout,
    stderr,
    stdin: {
      isTerminal: options.isTerminal ?? false,
      async readAll(bytesMax) {
        const text = options.stdin ?? ''
        return Buffer.byteLength(text) > bytesMax ? undefined : text
      },
    },
    house: async () => options.house ?? (await import('../src/wiring.ts')).house,
    onSignal: () => undefined,
    exit(code): never {
      throw new Error(`the process would have ended with ${code}`)
    },
    uptimeMs: () => performance.now() - begunMs,
  }
  const code = await runCommandLine(world)
  return {
    code,
    stdout: stdout.text(),
    stderr: stderr.text(),
    json: () => JSON.parse(stdout.text().trim().split('\n').at(-1) ?? ''),
  }
}

export function makeTestFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function createKeptOutlet(isTerminal: boolean): Outlet & { text(): string } {
  let kept = ''
  return {
    write(text) {
      kept += text
    },
    isOpen: () => true,
    isTerminal,
    colour: isTerminal,
    text: () => kept,
  }
}
