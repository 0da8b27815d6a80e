// A data folder with a workspace for tests that run real commands, and a way to know when nothing of them is left.

import { execFileSync, type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  constants,
  createReadStream,
  openSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ExecProgramJob } from './exec-program.ts'

export interface ExecTestPlace {
  /** With a secret in it, and the workspace. */
  data: string
  workspace: string
}

/** `user`: to whom all of it belongs. */
export function makeExecPlace(t: TestContext, user?: number): ExecTestPlace {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-exec-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const workspace = join(data, 'workspaces', 'main')
  mkdirSync(workspace, { recursive: true })
  writeFileSync(join(data, 'secret.key'), 'planted secret')
  writeFileSync(join(workspace, 'own.txt'), 'own words\n')
  writeFileSync(join(workspace, '.env'), 'FROM_DOT_ENV=planted\n')
  if (user !== undefined) {
    for (const path of [folder, data, join(data, 'workspaces'), workspace]) chownSync(path, user, user)
  }
  return { data, workspace }
}

/**
 * A pipe in the workspace, called `alive`. Who opens it for writing holds it open, and so do all its children: it ends when
 * the last of them has. The first of them must write into it.
 */
export function watchLives(
  t: TestContext,
  { workspace }: ExecTestPlace,
  user?: number,
): { begun: Promise<void>; gone: Promise<void> } {
  const path = join(workspace, 'alive')
  execFileSync('mkfifo', [path])
  if (user !== undefined) chownSync(path, user, user)
  // Held by us until then: a pipe that nobody writes to yet would have ended at once, or not be opened at all.
  const held = openSync(path, constants.O_RDWR)
  const stream = createReadStream(path, 'utf8')
  let letGo = () => {
    closeSync(held)
    letGo = () => undefined
  }
  t.after(() => {
    letGo()
    stream.destroy()
  })
  const begun = new Promise<void>((resolve) => {
    stream.on('data', () => {
      letGo()
      resolve()
    })
  })
  const gone = new Promise<void>((resolve, reject) => {
    stream.on('end', resolve)
    stream.on('error', reject)
  })
  return { begun, gone }
}

const program = fileURLToPath(new URL('./exec-program.ts', import.meta.url))

export interface ExecProgram {
  child: ChildProcess
  /** The next line that it says. */
  line(): Promise<unknown>
}

export function startExecProgram(t: TestContext, job: ExecProgramJob, user?: number): ExecProgram {
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(user !== undefined && { uid: user, gid: user }),
    env: { PATH: process.env['PATH'], OPENAI_API_KEY: 'planted key', HEDDLE_SECRET_KEY: 'planted secret' },
    cwd: '/',
  })
  t.after(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    async line() {
      const { value, done } = await lines.next()
      if (done) throw new Error('the program ended without another word')
      return JSON.parse(value)
    },
  }
}
