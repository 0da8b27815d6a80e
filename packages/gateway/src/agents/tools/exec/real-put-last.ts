// Whatever a command does, we come first; and when memory runs out, it goes first. What it starts later is put last too.

import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

export function putLast(pid: number): void {
  try {
    setPriority(pid, 10)
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // It has ended already.
  }
}
