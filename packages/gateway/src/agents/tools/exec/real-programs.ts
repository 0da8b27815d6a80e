// Where the programs are that we start ourselves, and what came out of a short one.

import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Environment, programFolders } from './choose-environment.ts'

/** Absolute path; undefined when nobody has it. */
export function findProgram(name: string, path: string | undefined): string | undefined {
  const folders = [...programFolders, ...(path ?? '').split(delimiter)].filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface ShortRun {
  /** Null when it was killed or did not start. */
  code: number | null
  output: string
  /** The last line of what it complained about. */
  complaint: string
}

const shortRunMs = 10_000

export function runShortly(argv: readonly string[], env: Environment): Promise<ShortRun> {
  return new Promise((resolve) => {
    const [program = '', ...args] = argv
    const child = spawn(program, args, {
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: shortRunMs,
      killSignal: 'SIGKILL',
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-4_096)))
    child.stderr.on('data', (bytes: Buffer) => (errors = (errors + bytes.toString()).slice(-4_096)))
    child.once('error', (error) => resolve({ code: null, output, complaint: error.message }))
    child.once('close', (code) => {
      const complaint = errors.trim().split('\n').at(-1) ?? ''
      resolve({ code, output, complaint: complaint === '' && code === null ? 'no answer' : complaint })
    })
  })
}
