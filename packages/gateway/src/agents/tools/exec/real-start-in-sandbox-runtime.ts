// Starts a command through sandbox-runtime, which builds a shell's command line for it. Belongs to the program that watches
// over the command: the library keeps its state in a module, and has proxies that end with that program.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SandboxManager } from '@anthropic-ai/sandbox-runtime'
import { type ChildEnd, endOfChild } from './real-child-end.ts'
import type { SandboxRuntimeRules, SupervisedJob } from './supervised-job.ts'

export async function startInSandboxRuntime(
  { argv, env, cwd }: SupervisedJob,
  rules: SandboxRuntimeRules,
): Promise<{ child: ChildProcess; ended: Promise<ChildEnd>; close(): Promise<void> }> {
  // It looks through the folder in which it stands for files that nobody should write.
  process.chdir(cwd)
  const home = await mkdtemp(join(tmpdir(), 'heddle-exec-'))
  const isLinux = process.platform === 'linux'
  const closed = isLinux ? ['/'] : ['/Users', '/Volumes', '/private/var/root', tmpdir()]
  await SandboxManager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      denyRead: [...closed, ...rules.hidden].map(asName),
      allowRead: [...rules.readable, home, ...(isLinux ? [ownPrograms()] : [])].map(asName),
      allowWrite: [...rules.writable, home].map(asName),
      // Only what is inside of a folder that may be written: this list wins, also over a folder inside of what is hidden.
      denyWrite: rules.hidden
        .filter((path) => rules.writable.some((folder) => isInside(path, folder)))
        .map(asName),
    },
    enableWeakerNestedSandbox: rules.isWeaker,
  })
  const wrapped = await SandboxManager.wrapWithSandbox(argv.map(quote).join(' '), '/bin/sh')
  const child = spawn('/bin/sh', ['-c', wrapped], {
    env: { ...env, HOME: home },
    cwd,
    stdio: 'inherit',
    detached: true,
  })
  return {
    child,
    ended: endOfChild(child),
    async close() {
      SandboxManager.cleanupAfterCommand()
      await SandboxManager.reset()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

/** Never a pattern, whatever is in it. */
function asName(path: string): { path: string; literal: true } {
  return { path, literal: true }
}

/** One of them runs inside. */
function ownPrograms(): string {
  return join(fileURLToPath(import.meta.resolve('@anthropic-ai/sandbox-runtime')), '../../vendor/seccomp')
}

/** Nothing inside of single quotes means anything to a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
