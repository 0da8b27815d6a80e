// The processes of the machine, as the system tells them. Read at once rather than in steps: what is looked for may fork
// faster than we come back to it.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { markName } from './process-marks.ts'
import type { ProcessRow } from './choose-tree.ts'

const pageBytes = 4_096
/** Beyond this somebody forks without end, and the first of them are enough to know. */
const rowsMax = 20_000

export function listProcesses(): ProcessRow[] {
  switch (process.platform) {
    case 'linux':
      return listPids().flatMap(readRow)
    case 'win32':
      return []
    default:
      return readPs()
  }
}

/** The same, shared by all who ask within that time: where many wait for an end, one look serves them. */
export function createSharedListing(ageMsMax: number): () => readonly ProcessRow[] {
  let rows: readonly ProcessRow[] = []
  let lookedMs = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lookedMs > ageMsMax) {
      rows = listProcesses()
      lookedMs = performance.now()
    }
    return rows
  }
}

/** Those of our user whose mark passes, on Linux; elsewhere no process tells its environment. */
export function listMarked(passes: (mark: string) => boolean): ProcessRow[] {
  if (process.platform !== 'linux') return []
  return listPids()
    .filter((pid) => {
      const mark = readMark(pid)
      return mark !== undefined && passes(mark)
    })
    .flatMap(readRow)
}

/** Of our user, threads included. Undefined for root, and where nobody says. */
export function countOwnTasks(): number | undefined {
  const user = process.getuid?.()
  if (process.platform !== 'linux' || user === undefined || user === 0) return undefined
  return listPids()
    .filter((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === user)
    .reduce((sum, pid) => sum + Number(readFields(pid)?.[17] ?? 0), 0)
}

function listPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .slice(0, rowsMax)
    .map(Number)
}

function readRow(pid: number): ProcessRow[] {
  const fields = readFields(pid)
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return []
  return [
    {
      pid,
      parent: Number(fields[1]),
      started: fields[19] ?? '',
      memoryBytes: Number(fields[21]) * pageBytes,
    },
  ]
}

/** From the third on: the second, its name, stands in parentheses and may hold anything, those included. */
function readFields(pid: number): string[] | undefined {
  const text = readOf(pid, 'stat')
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readMark(pid: number): string | undefined {
  const found = readOf(pid, 'environ')
    ?.split('\0')
    .find((entry) => entry.startsWith(`${markName}=`))
  return found?.slice(markName.length + 1)
}

/** Undefined when it is gone, or somebody else's. */
function readOf(pid: number, file: 'stat' | 'environ'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return undefined
  }
}

function readPs(): ProcessRow[] {
  const text = execFileSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,rss=,lstart='], { encoding: 'utf8' })
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, kilobytes, started] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? []
    if (pid === undefined || started === undefined) return []
    return [{ pid: Number(pid), parent: Number(parent), started, memoryBytes: Number(kilobytes) * 1_024 }]
  })
}
