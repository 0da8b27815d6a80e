// One command with everything that descends from it: counts it while it runs, and ends all of it. What leaves its parent
// is in the cage still, is remembered from an earlier look, or is found by its mark.

import { execFile } from 'node:child_process'
import { limits } from '@heddle/contract'
import { chooseTree, type ProcessName, type ProcessRow } from './choose-tree.ts'
import type { ProcessCage } from './real-process-cage.ts'
import { listMarked, listProcesses } from './real-process-table.ts'
import type { OverLimit } from './supervised-job.ts'

export interface ProcessFamily {
  /** Remembers who belongs to it, and says which limit it is over. */
  look(rows?: readonly ProcessRow[]): OverLimit | undefined
  /** Asks all of them to end; those that are left after a while are ended. */
  end(): Promise<void>
  /** Without asking. */
  kill(): void
}

export interface FamilyQuestion {
  root: number
  /** The others end by the kernel's hand when the root does, which is not asked to. */
  isHolder: boolean
  cage: ProcessCage | undefined
  /** Absent where nothing can leave. */
  mark?: string
  /** A look at all processes that somebody else may have had a moment ago. Absent: always one of its own. */
  recent?: () => readonly ProcessRow[]
}

export function createProcessFamily({
  root,
  isHolder,
  cage,
  mark,
  recent = listProcesses,
}: FamilyQuestion): ProcessFamily {
  let known: ProcessName[] = []
  let isRootKnown = false

  function members(rows: readonly ProcessRow[] = listProcesses()): ProcessRow[] {
    const caged = new Set(cage?.members())
    const found = rows.filter(({ pid }) => caged.has(pid) || (!isRootKnown && pid === root))
    isRootKnown ||= found.some(({ pid }) => pid === root)
    const marked = mark === undefined ? [] : listMarked((one) => one === mark)
    const tree = chooseTree(rows, [...found, ...known, ...marked])
    known = tree
    return tree
  }

  /** All but the one that holds them. */
  function asked(rows?: readonly ProcessRow[]): ProcessRow[] {
    return members(rows).filter(({ pid }) => !isHolder || pid !== root)
  }

  function kill(): void {
    // First what needs no look: between a look and its signal, somebody may fork faster than we read.
    if (isRootKnown && isAlive(root, known)) send(isHolder ? root : -root, 'SIGKILL')
    // With a holder the kernel does the rest, in its own time: to look on would only hold everybody else up.
    const rounds = isHolder ? 1 : roundsMax
    for (let round = 0; round < rounds; round++) {
      const left = members()
      if (left.length === 0) return
      if (!isHolder) send(-root, 'SIGKILL')
      for (const { pid } of left) send(pid, 'SIGKILL')
    }
  }

  return {
    look(rows) {
      const tree = members(rows)
      if (tree.length > limits.execProcessesMax) return 'processes'
      const memory = tree.reduce((sum, row) => sum + row.memoryBytes, 0)
      return memory > limits.execMemoryBytesMax ? 'memory' : undefined
    },
    async end() {
      if (process.platform === 'win32') return endOnWindows(root)
      for (const { pid } of asked()) send(pid, 'SIGTERM')
      await untilGone(() => asked(recent()).length === 0)
      kill()
    },
    kill,
  }
}

/** Ends what carries a mark of ours and has no gateway any more. */
export function sweepMarked(passes: (mark: string) => boolean): number {
  const swept = new Set<number>()
  for (let round = 0; round < roundsMax; round++) {
    const left = listMarked(passes)
    if (left.length === 0) break
    for (const { pid } of left) {
      swept.add(pid)
      send(pid, 'SIGKILL')
    }
  }
  return swept.size
}

/** What was sent its end may still be on its way out at the next look. */
const roundsMax = 20
export const lookEveryMs = 50

function untilGone(isGone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    // By the clock and not by the number of looks: where many end at once, each look is late.
    const until = performance.now() + limits.execStopMs
    const timer = setInterval(() => {
      if (performance.now() < until && !isGone()) return
      clearInterval(timer)
      resolve()
    }, lookEveryMs)
  })
}

/** By the last look; a number that was given away since would name a stranger. */
function isAlive(pid: number, known: readonly ProcessName[]): boolean {
  return known.some((one) => one.pid === pid)
}

function endOnWindows(root: number): Promise<void> {
  return new Promise((resolve) => {
    execFile('taskkill', ['/pid', String(root), '/t', '/f'], () => resolve())
  })
}

/** What is gone already needs no signal; what is not ours cannot be sent one. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // See above.
  }
}
