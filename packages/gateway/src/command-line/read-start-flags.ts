// Reads the arguments of a plain `heddle start` with what Node brings along. Anything out of the ordinary (help, a
// mistyped option) is left to the full reader, which has the words for it.

import { parseArgs } from 'node:util'
import type { OptionValues } from './command.ts'

export function readStartFlags(args: readonly string[]): OptionValues | undefined {
  if (args[0] !== 'start') return undefined
  try {
    const { values } = parseArgs({
      args: args.slice(1),
      options: {
        data: { type: 'string' },
        config: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
    const { port, ...rest } = values
    if (port === undefined) return rest
    return /^\d{1,5}$/.test(port) ? { ...rest, port: Number(port) } : undefined
  } catch {
    return undefined
  }
}
