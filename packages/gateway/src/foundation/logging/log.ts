// What the rooms log with. An event is a sentence and its fields; levels as everywhere.

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** The same log with fields that stand in every line. */
  with(fields: LogFields): Log
}

export type LogFields = Readonly<Record<string, unknown>>
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

export function createSilentLog(): Log {
  const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent }
  return silent
}
