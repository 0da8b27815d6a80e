// How a child ended. To be asked for in the moment in which it is started: what goes wrong is told right after.

import type { ChildProcess } from 'node:child_process'

export interface ChildEnd {
  code: number | null
  signal: string | null
}

/** Rejects when it could not be started. */
export function endOfChild(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
