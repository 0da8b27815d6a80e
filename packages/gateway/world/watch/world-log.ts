// What the code under test logs becomes part of the trace.

import type { Log, LogFields } from '../../src/foundation/logging/log.ts'

export function createWorldLog(note: (line: string) => void): Log {
  const write = (level: string) => (message: string, fields?: LogFields) => {
    const error = fields?.error
    const why = error === undefined ? '' : `: ${error instanceof Error ? error.message : String(error)}`
    const about = fields?.kind === undefined ? '' : ` ${String(fields.kind)} ${String(fields.key)}`
    note(`${level} ${message}${about}${why}`)
  }
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: () => log,
  }
  return log
}
