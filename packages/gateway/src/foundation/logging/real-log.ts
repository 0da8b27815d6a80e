// Structured logs by pino: one JSON object a line, every field redacted first.

import { type DestinationStream, type Logger, pino } from 'pino'
import type { Log, LogFields, LogLevel } from './log.ts'
import { redact, redactText } from './redact.ts'

export function createRealLog(options: { level: LogLevel; destination: DestinationStream }): Log & {
  setLevel(level: LogLevel): void
} {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.destination,
  )
  return {
    ...wrap(logger),
    setLevel(level) {
      logger.level = level
    },
  }
}

function wrap(logger: Logger): Log {
  const write = (level: LogLevel) => (message: string, fields?: LogFields) => {
    if (!logger.isLevelEnabled(level)) return
    logger[level](fields === undefined ? {} : (redact(fields) as object), redactText(message))
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    with: (fields) => wrap(logger.child(redact(fields) as Record<string, unknown>)),
  }
}
