// Puts the environment's values in the place of ${NAME} in the strings of a configuration file. "$${" stands for the
// signs themselves.

import { type Issue, nearest } from '@heddle/contract'
import { pathText } from './explain-config-errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Filled {
  value: unknown
  issues: Issue[]
  /** Paths of strings that were nothing but one ${NAME}: the environment knows only text, so those may mean a number. */
  wholly: Set<string>
}

const depthMax = 32
const reference = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{/g

export function fillEnvironment(value: unknown, env: Environment): Filled {
  const issues: Issue[] = []
  const wholly = new Set<string>()

  function fill(at: unknown, path: readonly (string | number)[]): unknown {
    if (path.length > depthMax) {
      issues.push({ field: `${pathText(path.slice(0, 3))}…`, message: 'is nested too deeply' })
      return undefined
    }
    if (typeof at === 'string') return fillText(at, pathText(path))
    if (Array.isArray(at)) return at.map((item, i) => fill(item, [...path, i]))
    if (typeof at !== 'object' || at === null) return at
    return Object.fromEntries(Object.entries(at).map(([key, item]) => [key, fill(item, [...path, key])]))
  }

  function fillText(text: string, field: string): string {
    if (/^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(text)) wholly.add(field)
    return text.replaceAll(reference, (found, name: string | undefined) => {
      if (found === '$${') return '${'
      const known = name !== undefined && Object.hasOwn(env, name) ? env[name] : undefined
      if (known !== undefined) return known
      issues.push(name === undefined ? nameless(field) : missing(field, name))
      return ''
    })
  }

  function missing(field: string, name: string): Issue {
    const issue = { field, message: `uses \${${name}}, and the environment has no variable ${name}` }
    const meant = nearest(name, Object.keys(env))
    return meant === undefined ? issue : { ...issue, nearest: meant }
  }

  return { value: fill(value, []), issues, wholly }
}

function nameless(field: string): Issue {
  return {
    field,
    message: 'has "${" without a variable\'s name after it; write "$${" for the signs themselves',
  }
}
