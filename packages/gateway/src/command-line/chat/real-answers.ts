// Lines from the process's own terminal, for as long as something is asked there. The terminal stays in its usual mode,
// so that Ctrl-C is a signal as before.

import { createInterface } from 'node:readline'

/** Comes back with what ends it. */
export type OpenAnswers = (onLine: (text: string) => void) => () => void

export const openRealAnswers: OpenAnswers = (onLine) => {
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on('line', onLine)
  return () => lines.close()
}
