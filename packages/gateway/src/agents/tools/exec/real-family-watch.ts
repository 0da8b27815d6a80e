// Looks after the limits that no kernel setting covers for every user: how many processes a command has, and how much
// memory all of them take. One look serves all commands that run.

import type { ProcessFamily } from './real-process-family.ts'
import { listProcesses } from './real-process-table.ts'
import type { OverLimit } from './supervised-job.ts'

export interface FamilyWatch {
  add(family: ProcessFamily, onOver: (over: OverLimit) => void): () => void
}

const lookEveryMs = 200

export function createFamilyWatch(): FamilyWatch {
  const watched = new Map<ProcessFamily, (over: OverLimit) => void>()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const rows = listProcesses()
    for (const [family, onOver] of watched) {
      const over = family.look(rows)
      if (over === undefined) continue
      family.kill()
      onOver(over)
    }
  }

  return {
    add(family, onOver) {
      watched.set(family, onOver)
      timer ??= setInterval(look, lookEveryMs)
      return () => {
        watched.delete(family)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
