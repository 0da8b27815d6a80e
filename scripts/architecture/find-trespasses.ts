// Reads the imports of given sources and lists those that the house does not allow, each as one line.

import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { isTestFile, judgeImport, type Target } from './judge-import.ts'
import { readImports } from './read-imports.ts'

export interface SourceFile {
  path: string
  source: string
}

/** The packages that a workspace declares, by the workspace's folder; `tests` are the further ones its tests may use. */
export interface Declared {
  source: ReadonlyMap<string, ReadonlySet<string>>
  tests: ReadonlySet<string>
}

export function findTrespasses(files: readonly SourceFile[], declared: Declared): string[] {
  return files.flatMap(({ path, source }) =>
    readImports(path, source).flatMap(({ target, weight, line }) => {
      const reason = target === undefined ? unreadable : judge(path, target, weight, declared)
      return reason === undefined ? [] : [`${path}:${line} ${target ?? '(computed)'}: ${reason}`]
    }),
  )
}

const unreadable = 'the name of a module is written out, so that it can be checked'

function judge(
  from: string,
  target: string,
  weight: 'type' | 'value',
  declared: Declared,
): string | undefined {
  const to = resolveTarget(from, target)
  return judgeImport({ from, weight, to }) ?? judgeDeclaration(from, to, declared)
}

function resolveTarget(from: string, target: string): Target {
  if (target.startsWith('.'))
    return { kind: 'file', path: posix.join(posix.dirname(from), withoutQuery(target)) }
  if (isBuiltin(target)) return { kind: 'builtin', name: target }
  const name = target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
  return { kind: name.startsWith('@heddle/') ? 'workspace' : 'package', name }
}

/** Vite lets a query stand behind a file's name: './icon.svg?url'. */
function withoutQuery(target: string): string {
  return target.replace(/\?.*$/, '')
}

/** npm puts every package where every workspace finds it, so that a missing line in package.json shows only elsewhere. */
function judgeDeclaration(from: string, to: Target, declared: Declared): string | undefined {
  if (to.kind === 'file' || to.kind === 'builtin') return undefined
  const workspace = from.split('/').slice(0, 2).join('/')
  if (declared.source.get(workspace)?.has(to.name)) return undefined
  if (isTestFile(from) && declared.tests.has(to.name)) return undefined
  return `${workspace}/package.json does not name ${to.name}`
}
