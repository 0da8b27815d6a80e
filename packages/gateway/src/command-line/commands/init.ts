// `heddle init`: writes a commented configuration file from a few answers. An existing file is never overwritten
// without asking, and then kept under another name.

import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { refused, settings } from '@heddle/contract'
import { chooseConfigPath } from '../../config.ts'
import { portSchema } from '../../config-schema.ts'
import { explainFolderError, openDataFolder } from '../../data-folder.ts'
import { type CommandContext, type Leaf, numberOption, type OptionValues, textOption } from '../command.ts'
import { Misused } from '../explain-failure.ts'
import { bold, dim } from '../terminal.ts'
import { type ConfigAnswers, writeConfigText } from '../write-config-text.ts'

export const initCommand: Leaf = {
  usage: 'init',
  summary: 'Write a configuration file.',
  example: 'heddle init --data /var/lib/heddle',
  makesFolder: true,
  options: [
    { flag: '--yes', summary: 'Take the defaults, and what the options say, without asking.' },
    { flag: '--port <port>', summary: 'The port to listen on (default 7420).', kind: 'number' },
    { flag: '--public-url <url>', summary: 'The address people use in their browser (default: none).' },
    { flag: '--team-name <name>', summary: 'The name of this place (default: Heddle).' },
  ],
  async run(context, _args, options) {
    const { world, terminal } = context
    const asks = options['yes'] !== true
    if (asks && !terminal.canAsk) {
      throw new Misused('There is nobody to ask here. Say --yes to take the defaults.')
    }
    const given = judgeAnswers(fromOptions(options))
    const dataFolder = asks ? await askFolder(context) : context.dataFolder
    const { path } = chooseConfigPath({
      flags: context.configFlag === undefined ? {} : { config: context.configFlag },
      env: world.env,
      dataFolder,
      cwd: world.cwd,
    })
    if (existsSync(path)) await demandOverwrite(path, asks)
    const answers = asks ? await askAll(given) : given
    openDataFolder(dataFolder)
    const kept = write(path, writeConfigText(answers))
    context.show({ path, ...(kept !== undefined && { kept }) }, () => {
      terminal.say('Wrote ', bold(path))
      if (kept !== undefined) terminal.say(dim('Kept the one before as '), kept)
      terminal.say(`Start with: heddle start --data ${relative(world.cwd, dataFolder) || '.'}`)
    })
  },
}

function fromOptions(options: OptionValues): ConfigAnswers {
  return {
    port: numberOption(options['port']) ?? 7420,
    publicUrl: textOption(options['publicUrl']) ?? settings['server.publicUrl'].default,
    teamName: textOption(options['teamName']) ?? settings['team.name'].default,
  }
}

function judgeAnswers(answers: ConfigAnswers): ConfigAnswers {
  const wrong =
    judgePort(String(answers.port)) ?? judgeUrl(answers.publicUrl) ?? judgeTeamName(answers.teamName)
  if (wrong !== undefined) throw new Misused(wrong)
  return answers
}

const judgePort = (text: string) =>
  /^\d{1,5}$/.test(text) && portSchema.safeParse(Number(text)).success
    ? undefined
    : 'The port is a whole number from 0 to 65535.'

const judgeUrl = (text: string) =>
  settings['server.publicUrl'].schema.safeParse(text).success
    ? undefined
    : 'The public address looks like https://heddle.example.org, or is empty.'

const judgeTeamName = (text: string) =>
  settings['team.name'].schema.safeParse(text).success ? undefined : 'The name has 1 to 80 characters.'

async function askFolder({ world, dataFolder }: CommandContext): Promise<string> {
  const { askText } = await import('../ask.ts')
  const { resolve } = await import('node:path')
  const answer = await askText({
    text: 'Where should Heddle keep its data?',
    initial: relative(world.cwd, dataFolder) || '.',
  })
  return resolve(world.cwd, answer)
}

async function askAll(given: ConfigAnswers): Promise<ConfigAnswers> {
  const { askText } = await import('../ask.ts')
  const teamName = await askText({
    text: 'What is your team called?',
    initial: given.teamName,
    judge: judgeTeamName,
  })
  const port = await askText({
    text: 'Which port should it listen on?',
    initial: String(given.port),
    judge: judgePort,
  })
  const publicUrl = await askText({
    text: 'Which address will people use in their browser? (empty: only this machine)',
    initial: given.publicUrl,
    judge: judgeUrl,
  })
  return { teamName, port: Number(port), publicUrl }
}

async function demandOverwrite(path: string, asks: boolean): Promise<void> {
  if (asks) {
    const { askYes } = await import('../ask.ts')
    if (await askYes(`${path} is there already. Replace it? The old one is kept under another name.`)) return
  }
  throw refused('not_allowed', { message: `${path} is there already and was left as it is.` })
}

/** The name under which the file that was there lies now, if there was one. */
function write(path: string, text: string): string | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true })
    const kept = existsSync(path)
      ? `${path}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
      : undefined
    if (kept !== undefined) renameSync(path, kept)
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    return kept
  } catch (error) {
    throw explainFolderError(error, dirname(path))
  }
}
