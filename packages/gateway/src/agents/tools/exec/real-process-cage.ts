// A group of the kernel's (cgroup) with a bound on its processes, for when we run as root: to root the kernel's other
// bound, on the processes of a user, does not apply. Who is in the group cannot leave it, so it also says who is left.

import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sandboxTasksMax } from './write-limits.ts'

export interface ProcessCage {
  /** The same command, begun in the cage. */
  enter(argv: readonly string[]): string[]
  /** Who is in it. */
  members(): number[]
  /** Its last processes may still be on their way out, so that it can take a moment. */
  remove(): Promise<void>
}

const prefix = 'heddle-'

/** Undefined where we are not root, or the kernel's groups are not ours to make. */
export function openProcessCage(name: string): ProcessCage | undefined {
  const parent = findParent()
  if (parent === undefined) return undefined
  const folder = join(parent, `${prefix}${name}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'pids.max'), String(sandboxTasksMax))
  } catch {
    removeFolder(folder)
    return undefined
  }
  const entrance = join(folder, 'cgroup.procs')
  return {
    enter: (argv) => ['/bin/sh', '-c', 'echo $$ >"$0"; exec "$@"', entrance, ...argv],
    members: () => readMembers(entrance),
    remove: () => removeSoon(folder),
  }
}

/** Those that a killed gateway left, once they are empty. */
export function removeCages(isLeftOver: (mark: string) => boolean): void {
  const parent = findParent()
  if (parent === undefined) return
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && isLeftOver(name.slice(prefix.length))) removeFolder(join(parent, name))
  }
}

function findParent(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  try {
    const own = readFileSync('/proc/self/cgroup', 'utf8').split('\n')
    return findOldParent(own) ?? findNewParent(own)
  } catch {
    return undefined
  }
}

/** The first version: each bound has a tree of its own. */
function findOldParent(own: readonly string[]): string | undefined {
  const path = own.find((line) => /^\d+:([^:]+,)?pids(,[^:]+)?:/.test(line))?.replace(/^[^:]*:[^:]*:/, '')
  const mount = findMount((type, options) => type === 'cgroup' && options.includes('pids'))
  return path === undefined || mount === undefined ? undefined : join(mount, path)
}

/** The second: a group that has processes hands no bounds on, so ours stands beside our own group or above it. */
function findNewParent(own: readonly string[]): string | undefined {
  const path = own.find((line) => line.startsWith('0::'))?.slice('0::'.length)
  const mount = findMount((type) => type === 'cgroup2')
  if (path === undefined || mount === undefined) return undefined
  for (let folder = join(mount, path); folder.startsWith(mount); folder = dirname(folder)) {
    if (readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').split(/\s+/).includes('pids'))
      return folder
    if (folder === mount) break
  }
  return undefined
}

function findMount(fits: (type: string, options: readonly string[]) => boolean): string | undefined {
  for (const line of readFileSync('/proc/self/mountinfo', 'utf8').split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const [type = '', , options = ''] = after.split(' ')
    if (fits(type, options.split(','))) return before.split(' ')[4]
  }
  return undefined
}

function readMembers(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const waitsMs = [20, 100, 500, 2_000]

/** One that is never empty stays, and is removed by a later start. */
async function removeSoon(folder: string): Promise<void> {
  for (const wait of waitsMs) {
    if (removeFolder(folder)) return
    // Nobody's end waits for this.
    await new Promise((resolve) => void setTimeout(resolve, wait).unref())
  }
  removeFolder(folder)
}

function removeFolder(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
