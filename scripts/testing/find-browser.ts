// The browser that the browser tests drive. Tests read its path from HEDDLE_TEST_BROWSER.

import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { repositoryRoot } from '../repository.ts'

export type BrowserVerdict = { path: string } | { missing: string }

export function findBrowser(): BrowserVerdict {
  const named = process.env.HEDDLE_TEST_BROWSER
  if (named)
    return isExecutable(named)
      ? { path: named }
      : { missing: `HEDDLE_TEST_BROWSER names ${named}, which cannot be run` }
  const found = lookForBrowser()
  // The same script brings both; without bubblewrap the tests of commands are skipped and say so.
  if (found !== undefined && (process.platform !== 'linux' || isInPath('bwrap'))) return { path: found }
  const refusal = installTestPackages()
  const installed = lookForBrowser()
  if (installed !== undefined) return { path: installed }
  return { missing: refusal ?? 'the chromium package brought no chromium' }
}

function lookForBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return ['/usr/bin/chromium', ...names.flatMap((name) => folders.map((folder) => join(folder, name)))].find(
    isExecutable,
  )
}

function isInPath(name: string): boolean {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.some((folder) => isExecutable(join(folder, name)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Says why not, or undefined when it went well. */
function installTestPackages(): string | undefined {
  const script = join(repositoryRoot, 'scripts/install-test-packages.sh')
  const result = spawnSync('sh', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (result.status === 0) return undefined
  return result.stderr.trim().split('\n').at(-1) || result.error?.message || 'it could not be installed'
}
