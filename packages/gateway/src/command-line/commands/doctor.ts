// `heddle doctor`: looks at everything that Heddle needs, one line each, and says what to do.

import { nearest } from '@heddle/contract'
import { outsideChannels } from '../../choose-place-rules.ts'
import { describeDataFolder } from '../../data-folder.ts'
import type { CommandContext, Leaf } from '../command.ts'
import { findRunning } from '../doctor/find-running.ts'
import type { Finding } from '../doctor/finding.ts'
import { lookAtChannels } from '../doctor/look-at-channels.ts'
import { lookAtConfig, lookAtPort } from '../doctor/look-at-config.ts'
import { lookAtDatabase } from '../doctor/look-at-database.ts'
import { lookAtDurability } from '../doctor/look-at-durability.ts'
import { lookAtDisk, lookAtFolder } from '../doctor/look-at-folder.ts'
import { lookAtKey } from '../doctor/look-at-key.ts'
import { lookAtMcp } from '../doctor/look-at-mcp.ts'
import { lookAtModels, lookAtProviders } from '../doctor/look-at-models.ts'
import { lookAtNode, lookAtTimeZones, lookAtWebApp } from '../doctor/look-at-program.ts'
import { lookAtSandbox } from '../doctor/look-at-sandbox.ts'
import { lookAtWorkspaces } from '../doctor/look-at-workspaces.ts'
import { CheckFailed, Misused } from '../explain-failure.ts'
import { dim, green, red, type Terminal, yellow } from '../terminal.ts'

export const doctorCommand: Leaf = {
  usage: 'doctor [channel]',
  summary: 'Check everything that Heddle needs, or the accounts on one channel, and say what to do.',
  example: 'heddle doctor discord',
  async run(context, [channel]) {
    if (channel !== undefined) return lookAtOne(context, channel)
    const { world, progress } = context
    const folder = describeDataFolder(context.dataFolder)
    const running = await findRunning(context)
    const config = lookAtConfig(context)
    progress('Reading the whole database')
    const findings: Finding[] = [
      lookAtNode(process.versions.node),
      lookAtWebApp(),
      lookAtTimeZones(),
      lookAtFolder(folder),
      ...lookAtDisk(folder),
      running.finding,
      config.finding,
      ...(config.config ? [await lookAtPort(config.config.current().server, running)] : []),
      lookAtKey(folder, world.env),
      ...(await lookAtDatabase(context, folder, running)),
      ...(running.state === 'no' && config.config
        ? lookAtModels(folder, config.config.current().agents)
        : []),
      ...(config.config ? lookAtProviders(folder, config.config.current().agents, world.env) : []),
      ...(config.config ? lookAtWorkspaces(config.config.current().agents, folder.path) : []),
      ...(config.config ? await lookAtMcp(context, config.config.current().agents, running) : []),
      ...(config.config ? await lookAtChannels(context, config.config.current().places) : []),
      ...(config.config ? [await lookAtSandbox(config.config.current().agents.tools?.exec, world.env)] : []),
      ...lookAtDurability(running.durability, config.config?.current().database.durability),
    ]
    conclude(context, findings)
  },
}

async function lookAtOne(context: CommandContext, name: string): Promise<void> {
  const channel = outsideChannels.find((known) => known === name.toLowerCase())
  if (channel === undefined) {
    const near = nearest(name, outsideChannels)
    const hint = near === undefined ? `there are ${outsideChannels.join(' and ')}.` : `did you mean ${near}?`
    throw new Misused(`There is no channel "${name}"; ${hint}`)
  }
  const { config, finding } = lookAtConfig(context)
  const findings = config ? await lookAtChannels(context, config.current().places, channel) : [finding]
  conclude(context, findings)
}

function conclude(context: CommandContext, findings: readonly Finding[]): void {
  const failed = findings.filter((finding) => finding.state === 'fail').length
  context.show({ ok: failed === 0, findings }, () => tell(context.terminal, findings))
  if (failed > 0) throw new CheckFailed(failed === 1 ? '1 check failed.' : `${failed} checks failed.`)
}

const marks = { ok: green('ok  '), warn: yellow('warn'), fail: red('fail') } as const

function tell(terminal: Terminal, findings: readonly Finding[]): void {
  terminal.table(findings.map(({ state, what, text }) => [marks[state], dim(what), text]))
  const open = findings.filter((finding) => finding.todo !== undefined)
  if (open.length === 0) return
  terminal.say('')
  for (const { what, todo = '' } of open) terminal.say(dim(`${what}: `), todo)
}
