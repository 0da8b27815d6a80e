// Anthropic's sandbox-runtime: the one for macOS, and for containers that let us make namespaces but no /proc. It is a
// library that keeps its state in a module and starts proxies, so each command has a process of its own around it.

import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseEnvironment } from './choose-environment.ts'
import { keptIn, notKeptIn, probeCommand } from './probe-command.ts'
import { markName, type ProcessMarks } from './process-marks.ts'
import type { ProcessRunner } from './process-runner.ts'
import { findProgram } from './real-programs.ts'
import { listSystemFolders } from './real-system-folders.ts'
import { CannotRun, type Command, type Launch, type Sandbox } from './sandbox.ts'
import { sandboxTasksMax, writeLimits } from './write-limits.ts'

export interface SandboxRuntimeDeps {
  /** Heddle's own environment. */
  env: Readonly<Record<string, string | undefined>>
  /** What no command may see. */
  hidden: readonly string[]
  marks: ProcessMarks
  runner: Pick<ProcessRunner, 'start'>
  platform?: string
}

/** They say how to reach its proxies, which let nothing through. */
const proxyVariables = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'FTP_PROXY', 'GRPC_PROXY', 'NO_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]),
  ...['TYPE', 'ADDRESS', 'PORT', 'USERNAME', 'PASSWORD'].map((name) => `CLOUDSDK_PROXY_${name}`),
  'RSYNC_PROXY',
  'DOCKER_HTTP_PROXY',
  'DOCKER_HTTPS_PROXY',
  'GIT_SSH_COMMAND',
  'GIT_CONFIG_PARAMETERS',
  'JAVA_TOOL_OPTIONS',
  'CLAUDE_CODE_HOST_HTTP_PROXY_PORT',
  'CLAUDE_CODE_HOST_SOCKS_PROXY_PORT',
]

const needed = { linux: ['bwrap', 'socat', 'rg'], darwin: ['sandbox-exec'] } as const

export function createSandboxRuntime(deps: SandboxRuntimeDeps): Sandbox {
  const { env, platform = process.platform, runner } = deps
  let isWeaker = false

  async function wrap({ argv, env: own, workspace, cwd, network = false }: Command): Promise<Launch> {
    // Its proxies know rules for names, not a word for one command.
    if (network) throw new CannotRun('This sandbox cannot give a command the network.')
    const folder = await realpath(workspace)
    const mark = deps.marks.next()
    const readable = platform === 'linux' ? listSystemFolders().map(({ path }) => path) : []
    return {
      kind: 'supervised',
      job: {
        argv: writeLimits(argv, {
          ...(platform === 'linux' && { tasksMax: sandboxTasksMax }),
          unset: proxyVariables,
          isHomeTemporary: true,
        }),
        env: { ...own, [markName]: mark },
        cwd,
        mark,
        sandboxRuntime: {
          isWeaker,
          readable: [...readable, folder],
          writable: [folder],
          hidden: deps.hidden.filter((path) => existsSync(path)),
        },
      },
    }
  }

  async function tryOut(): Promise<string | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-probe-'))
    try {
      const plain = chooseEnvironment({ own: env, named: [], home: folder })
      const launch = await wrap({ argv: probeCommand, env: plain, workspace: folder, cwd: folder })
      let output = ''
      const child = runner.start(launch, (bytes) => (output += Buffer.from(bytes).toString()))
      child.endInput()
      const giveUp = setTimeout(() => child.stop(), 20_000)
      const end = await child.ended
      clearTimeout(giveUp)
      if (end.kind === 'not started') return end.message
      const isThere = end.kind === 'exited' && end.code === 0
      if (isThere && output === keptIn) return undefined
      if (isThere && output === notKeptIn)
        return 'it leaves the settings of the kernel to root; run Heddle as another user'
      const said = (end.trouble || output).trim().split('\n').at(-1) ?? ''
      return said === '' ? `it was ${end.kind}` : said
    } finally {
      await rmdir(folder).catch(() => undefined)
    }
  }

  return {
    async probe() {
      if (platform !== 'linux' && platform !== 'darwin') return 'sandbox-runtime is not used on this system.'
      const missing = needed[platform].filter((name) => findProgram(name, env['PATH']) === undefined)
      if (missing.length > 0) return `sandbox-runtime needs ${missing.join(' and ')}, which is not installed.`
      isWeaker = false
      const first = await tryOut()
      if (first === undefined) return undefined
      if (platform === 'linux') {
        isWeaker = true
        if ((await tryOut()) === undefined) return undefined
      }
      return `sandbox-runtime does not work here (${first.slice(0, 200)}).`
    },
    wrap,
  }
}
