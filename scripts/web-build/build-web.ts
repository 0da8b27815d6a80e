// Builds the browser app into packages/web/dist, with .br and .gz beside what compresses. The new build takes the old
// one's place in one step, so that a server which reads the folder meanwhile never sees half of it.

import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, repositoryRoot } from '../repository.ts'
import { compressFolder } from './compress-folder.ts'

const web = join(repositoryRoot, 'packages/web')
const dist = join(web, 'dist')

/** True when there is a build that is up to date, made now or before; says a line only when it builds. */
export function buildWebIfStale(say: (line: string) => void): boolean {
  return isFresh(builtAt(), sourceTimes()) || buildWeb(say)
}

export function buildWeb(say: (line: string) => void): boolean {
  const begun = performance.now()
  const fresh = join(web, '.cache', `build-${process.pid}`)
  const old = join(web, '.cache', `old-${process.pid}`)
  mkdirSync(join(web, '.cache'), { recursive: true })
  try {
    const problem = runVite(fresh)
    if (problem !== undefined) {
      say(`✖ the web app did not build\n${problem}`)
      return false
    }
    compressFolder(fresh)
    if (modifiedAt(dist) !== undefined) renameSync(dist, old)
    renameSync(fresh, dist)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
  say(`built the web app in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  return true
}

/** Whether a build of that time is younger than every source. Without a build, or without sources, it is not. */
export function isFresh(builtAt: number | undefined, sources: readonly number[]): boolean {
  return builtAt !== undefined && sources.every((time) => time <= builtAt)
}

/** A build that vite made without us lacks the compressed copies and does not count. */
function builtAt(): number | undefined {
  const isWhole = filesBelow('.', dist).some((file) => file.endsWith('.br'))
  return isWhole ? modifiedAt(join(dist, 'index.html')) : undefined
}

function sourceTimes(): number[] {
  const isSource = (file: string) => !/\.test\.tsx?$/.test(file) && !file.startsWith('packages/web/test/')
  return [...filesBelow('packages/web'), ...filesBelow('packages/contract'), 'package-lock.json']
    .filter(isSource)
    .map((file) => modifiedAt(join(repositoryRoot, file)) ?? 0)
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** What went wrong, or undefined. */
function runVite(outDir: string): string | undefined {
  const vite = join(repositoryRoot, 'node_modules/vite/bin/vite.js')
  if (modifiedAt(vite) === undefined) return 'vite is not installed: run npm ci without --omit=dev'
  const args = [vite, 'build', web, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  const result = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: 'utf8' })
  if (result.status === 0) return undefined
  return `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trim()
}
