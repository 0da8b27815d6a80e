// bubblewrap, called directly: on Linux, where the kernel lets us make namespaces.

import { realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { chooseMounts, type MountQuestion } from './choose-mounts.ts'
import { keptIn, probeCommand } from './probe-command.ts'
import { markName, type ProcessMarks } from './process-marks.ts'
import { findProgram, runShortly } from './real-programs.ts'
import { listSystemFolders } from './real-system-folders.ts'
import type { Command, Launch, Sandbox } from './sandbox.ts'
import { writeBubblewrapArguments } from './write-bubblewrap-arguments.ts'
import { sandboxTasksMax, writeLimits } from './write-limits.ts'
import { writeSystemCallFilter } from './write-system-call-filter.ts'

export interface BubblewrapDeps {
  /** Heddle's own environment. */
  env: Readonly<Record<string, string | undefined>>
  /** What no command may see. */
  hidden: readonly string[]
  marks: ProcessMarks
  platform?: string
  /** Instead of the one of the machine. */
  program?: string
}

const filterDescriptor = 3

export function createBubblewrap(deps: BubblewrapDeps): Sandbox {
  const { env, platform = process.platform } = deps
  const program = () => deps.program ?? findProgram('bwrap', env['PATH'])
  let disablesUserNamespaces = true

  async function wrap({ argv, env: own, workspace, cwd, network = false }: Command): Promise<Launch> {
    const mounts = chooseMounts({
      system: listSystemFolders({ hasNetwork: network }),
      workspace: await realpath(workspace),
      alias: workspace,
      hidden: await findHidden(deps.hidden),
    })
    const systemCalls = writeSystemCallFilter(process.arch)
    const options = writeBubblewrapArguments({
      mounts,
      cwd,
      hasNetwork: network,
      disablesUserNamespaces,
      ...(systemCalls && { systemCallsFrom: filterDescriptor }),
    })
    return {
      kind: 'bound to us',
      argv: [program() ?? 'bwrap', ...options, ...writeLimits(argv, { tasksMax: sandboxTasksMax })],
      env: { ...own, [markName]: deps.marks.next(), HOME: '/tmp', TMPDIR: '/tmp' },
      ...(systemCalls && { systemCalls }),
    }
  }

  /** The same call as for a command, but for the filter, which is read from a descriptor. */
  async function tryOut(path: string): Promise<string | undefined> {
    const mounts = chooseMounts({
      system: listSystemFolders(),
      workspace: await realpath(tmpdir()),
      hidden: [],
    })
    const options = writeBubblewrapArguments({ mounts, cwd: '/', disablesUserNamespaces })
    const { code, output, complaint } = await runShortly([path, ...options, ...probeCommand], {})
    return code === 0 && output === keptIn ? undefined : complaint || `it ended with ${code}`
  }

  return {
    async probe() {
      if (platform !== 'linux') return 'bubblewrap is there for Linux alone.'
      const path = program()
      if (path === undefined) return 'bubblewrap is not installed: apt-get install bubblewrap, or the like.'
      try {
        disablesUserNamespaces = true
        const first = await tryOut(path)
        if (first === undefined) return undefined
        // An older one does not know the option, and one that is setuid refuses it.
        disablesUserNamespaces = false
        if ((await tryOut(path)) === undefined) return undefined
        return explain(first)
      } catch (error) {
        return explain(error instanceof Error ? error.message : String(error))
      }
    },
    wrap,
  }
}

function explain(complaint: string): string {
  const why = complaint.replace(/^bwrap: /, '').slice(0, 200)
  return `bubblewrap cannot make a sandbox here (${why}): the kernel or the container forbids namespaces to this user.`
}

async function findHidden(paths: readonly string[]): Promise<MountQuestion['hidden']> {
  const found = await Promise.all(
    paths.map(async (path) => {
      try {
        const real = await realpath(path)
        return [{ path: real, isFolder: (await stat(real)).isDirectory() }]
      } catch {
        // What is not there cannot be seen.
        return []
      }
    }),
  )
  return found.flat()
}
