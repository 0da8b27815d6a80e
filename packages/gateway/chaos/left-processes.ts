// Processes of commands that outlived the gateway that started them, found by the mark in their environment.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { markName } from '../src/agents/tools/exec/process-marks.ts'

/** Those of a data folder, but for those that the process `holder` started. */
export function findLeftProcesses(dataFolder: string, holder?: number): string[] {
  const prefix = `${markName}=${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}.`
  const own = holder === undefined ? undefined : `${prefix}${holder}-`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const mark = read(pid, 'environ').find((entry) => entry.startsWith(prefix))
      if (mark === undefined || (own !== undefined && mark.startsWith(own))) return []
      return [`the process ${pid} (${read(pid, 'cmdline').join(' ').trim()}) of ${mark} is left`]
    })
}

/** Nothing of one that is gone, or a zombie. */
function read(pid: string, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1').split('\0')
  } catch {
    return []
  }
}
