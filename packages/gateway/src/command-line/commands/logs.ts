// `heddle logs`: what Heddle wrote to its log, for people's eyes or as JSON lines.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from '@heddle/contract'
import { describeDataFolder } from '../../data-folder.ts'
import { logLevels } from '../../foundation/logging/log.ts'
import { type Leaf, numberOption, type OptionValues, textOption } from '../command.ts'
import { Misused } from '../explain-failure.ts'
import { followLog } from '../follow-log.ts'
import { type LogFilter, type LogLine, parseLogLine, passes, readLogLines } from '../read-log-lines.ts'
import { noDataIn } from '../reach-operations.ts'
import { bold, dim, green, red, type Styled, type Terminal, yellow } from '../terminal.ts'

export const logsCommand: Leaf = {
  usage: 'logs',
  summary: 'Show what Heddle wrote to its log.',
  example: 'heddle logs --follow --level warn --since 2h',
  options: [
    { flag: '-f, --follow', summary: 'Go on with what is written from now on.' },
    { flag: '--level <level>', summary: 'Only this and more serious: debug, info, warn or error.' },
    {
      flag: '--since <when>',
      summary: 'Only newer than 30s, 10m, 2h, 3d, or than a time like 2026-11-15T20:00:00Z.',
    },
    { flag: '--lines <count>', summary: 'The last so many (default 100).', kind: 'number' },
  ],
  async run({ world, terminal, dataFolder }, _args, options) {
    const folder = describeDataFolder(dataFolder)
    const filter = readFilter(options)
    const linesMax = numberOption(options['lines']) ?? 100
    // A start that failed may have left nothing but its log.
    if (!existsSync(folder.logs) && !existsSync(folder.database)) throw noDataIn(dataFolder)
    if (options['follow'] !== true) {
      const lines = readLogLines(folder.logs, filter, linesMax)
      for (const line of lines) tell(terminal, line)
      if (lines.length === 0 && linesMax > 0) terminal.note(`There is nothing like that in ${folder.logs}.`)
      return
    }
    await new Promise<void>((resolve) => {
      // Follows first and reads up to there second: a line written in between would otherwise be told by neither.
      const following = followLog(join(folder.logs, 'heddle.log'), (text) => {
        const line = parseLogLine(text)
        if (passes(line, filter)) tell(terminal, line)
        if (!world.stdout.isOpen()) end()
      })
      const end = () => {
        following.stop()
        resolve()
      }
      for (const signal of ['SIGINT', 'SIGTERM'] as const) world.onSignal(signal, end)
      for (const line of readLogLines(folder.logs, filter, linesMax, following.from)) tell(terminal, line)
    })
  },
}

function readFilter(options: OptionValues): LogFilter {
  const level = textOption(options['level'])
  const known = logLevels.find((candidate) => candidate === level)
  if (level !== undefined && known === undefined) {
    const meant = nearest(level, logLevels)
    throw new Misused(
      `--level must be debug, info, warn or error, not "${level}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    )
  }
  const since = textOption(options['since'])
  return { level: known, sinceMs: since === undefined ? undefined : readSince(since, Date.now()) }
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function readSince(text: string, nowMs: number): number {
  const span = /^(\d{1,9})([smhd])$/.exec(text)
  if (span) return nowMs - Number(span[1]) * (unitMs[span[2] ?? ''] ?? 0)
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new Misused(`--since must be like 30s, 10m, 2h, 3d or a time, not "${text}".`)
  return at
}

const marks: Record<string, Styled> = {
  debug: dim('debug'),
  info: green('info '),
  warn: yellow('warn '),
  error: red('error'),
}

function tell(terminal: Terminal, line: LogLine): void {
  if (terminal.json) {
    const time = line.timeMs === undefined ? null : new Date(line.timeMs).toISOString()
    terminal.print({ time, level: line.level ?? null, message: line.message, fields: line.fields })
    return
  }
  if (line.level === undefined && line.timeMs === undefined) return terminal.say(line.message)
  terminal.say(
    dim(line.timeMs === undefined ? '' : tellMoment(line.timeMs)),
    ' ',
    marks[line.level ?? ''] ?? '     ',
    ' ',
    bold(line.message),
    dim(tellFields(line.fields)),
  )
}

function tellMoment(ms: number): string {
  const at = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`
}

function tellFields(fields: LogLine['fields']): string {
  return Object.entries(fields)
    .map(([name, value]) => `  ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('')
}
