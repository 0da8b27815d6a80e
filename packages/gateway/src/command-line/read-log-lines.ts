// The lines of the log files in a data folder, newest file last, filtered. Files are bounded by their writer, so each
// is read whole.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LogLevel, logLevels } from '../foundation/logging/log.ts'

export interface LogLine {
  /** Undefined for a line that is not one of ours. */
  level: LogLevel | undefined
  timeMs: number | undefined
  message: string
  fields: Readonly<Record<string, unknown>>
}

export interface LogFilter {
  level: LogLevel | undefined
  sinceMs: number | undefined
}

/** The last so many lines that pass, in the order they were written; of the newest file only its first bytes. */
export function readLogLines(
  folder: string,
  filter: LogFilter,
  linesMax: number,
  newestBytes = Number.POSITIVE_INFINITY,
): LogLine[] {
  let found: LogLine[] = []
  for (const [i, path] of logFiles(folder).entries()) {
    // Asked before the slice: the last 0 of a list would be all of it.
    if (found.length >= linesMax) break
    const bytes = readFileSync(path).subarray(0, i === 0 ? newestBytes : undefined)
    const lines = splitLines(bytes.toString('utf8')).map(parseLogLine)
    found = [...lines.filter((line) => passes(line, filter)).slice(found.length - linesMax), ...found]
  }
  return found
}

/** Newest first: heddle.log, heddle.log.1, heddle.log.2 … */
function logFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const age = (name: string) => Number(/\.(\d+)$/.exec(name)?.[1] ?? 0)
  return readdirSync(folder)
    .filter((name) => /\.log(\.\d+)?$/.test(name))
    .toSorted((a, b) => age(a) - age(b) || a.localeCompare(b))
    .map((name) => join(folder, name))
}

export function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

export function parseLogLine(text: string): LogLine {
  const json = parse(text)
  if (typeof json !== 'object' || json === null)
    return { level: undefined, timeMs: undefined, message: text, fields: {} }
  const { level, time, msg, ...fields } = json as Record<string, unknown>
  const timeMs = typeof time === 'string' ? Date.parse(time) : Number.NaN
  return {
    level: logLevels.find((known) => known === level),
    timeMs: Number.isNaN(timeMs) ? undefined : timeMs,
    message: typeof msg === 'string' ? msg : '',
    fields,
  }
}

export function passes(line: LogLine, { level, sinceMs }: LogFilter): boolean {
  // What is not one of our lines is shown: it may be the crash that someone looks for.
  if (
    level !== undefined &&
    line.level !== undefined &&
    logLevels.indexOf(line.level) < logLevels.indexOf(level)
  ) {
    return false
  }
  return sinceMs === undefined || line.timeMs === undefined || line.timeMs >= sinceMs
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
