// What is checked without running anything: types, lint, format. `npm run check` does these alone, `npm test` first.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from '../repository.ts'

export interface Check {
  name: string
  tool: string
  args: readonly string[]
}

export const checks: readonly Check[] = [
  { name: 'types', tool: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web app', tool: 'tsc', args: ['-p', 'packages/web'] },
  { name: 'lint', tool: 'oxlint', args: ['--type-aware'] },
  { name: 'format', tool: 'biome', args: ['format'] },
]

/** The names of the checks that failed; says a line for each check, and what a failed one printed. */
export function runChecks(list: readonly Check[], say: (line: string) => void): string[] {
  return list.filter((check) => !passes(check, say)).map((check) => check.name)
}

function passes(check: Check, say: (line: string) => void): boolean {
  const begun = performance.now()
  const path = join(repositoryRoot, 'node_modules/.bin', check.tool)
  const result = spawnSync(path, check.args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  })
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  if (result.status === 0) {
    say(`✔ ${check.name} (${seconds} s)`)
    return true
  }
  const printed = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trimEnd()
  say(`✖ ${check.name} (${check.tool} ${check.args.join(' ')})\n${printed}`)
  return false
}
