// The configuration, and whether the port it names can be had.

import { createServer } from 'node:net'
import { type Config, type LoadedConfig, loadConfig } from '../../config.ts'
import { ConfigInvalid } from '../../read-config.ts'
import type { CommandContext } from '../command.ts'
import { fail, type Finding, ok } from './finding.ts'
import type { Running } from './find-running.ts'

export function lookAtConfig(context: CommandContext): { finding: Finding; config?: LoadedConfig } {
  const { world, dataFolder, configFlag } = context
  const flags = configFlag === undefined ? {} : { config: configFlag }
  try {
    const config = loadConfig({ flags, env: world.env, dataFolder, cwd: world.cwd })
    const text = config.fileExists
      ? `${config.path} is right`
      : `no ${config.path}; the defaults are in force`
    return { finding: ok('configuration', text), config }
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    const text = error.message.replaceAll(/\s*\n\s*/g, ' ')
    return { finding: fail('configuration', text, 'Correct it, then: heddle config check') }
  }
}

export async function lookAtPort({ host, port }: Config['server'], running: Running): Promise<Finding> {
  if (running.state === 'yes') return lookAtOwnPort(port, running.url)
  if (port === 0) return ok('port', 'any free one')
  const problem = await tryToListen(host, port)
  if (problem === undefined) return ok('port', `${port} is free`)
  if (problem === 'EADDRINUSE') {
    return fail('port', `${port} is taken by another program`, 'Stop that program, or choose another port.')
  }
  return fail('port', `${host}:${port} cannot be listened on (${problem})`, 'Choose another host or port.')
}

function lookAtOwnPort(port: number, url: string | null): Finding {
  const used = url === null ? undefined : Number(new URL(url).port || 80)
  if (used === port || port === 0) return ok('port', `${used} is ours`)
  return ok('port', `${used} is ours; ${port} is used from the next start on`)
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
