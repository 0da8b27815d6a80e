// A tool's call in words: a verb and what it was done to. The names are those of the built-in tools; any other is called
// by its own name, with the first short text among its arguments. Pure.

import { strings } from '../../../strings.ts'

export interface ToolWords {
  /** Undefined for a tool that has no verb here; then its name stands. */
  verb: string | undefined
  object: string
}

type Verb = keyof typeof strings.session.timeline.tool.verbs

const known: Readonly<Record<string, { verb: Verb; field: string }>> = {
  read: { verb: 'read', field: 'path' },
  read_file: { verb: 'read', field: 'path' },
  write: { verb: 'write', field: 'path' },
  write_file: { verb: 'write', field: 'path' },
  edit: { verb: 'edit', field: 'path' },
  exec: { verb: 'run', field: 'command' },
  fetch_url: { verb: 'fetch', field: 'url' },
  search: { verb: 'search', field: 'text' },
  grep: { verb: 'search', field: 'pattern' },
  list: { verb: 'list', field: 'path' },
}

const objectCharsMax = 200

export function describeTool(name: string, argumentsText: string): ToolWords {
  const given = readArguments(argumentsText)
  const match = Object.hasOwn(known, name) ? known[name] : undefined
  const verb = match && strings.session.timeline.tool.verbs[match.verb]
  const named = match && given?.[match.field]
  const object = typeof named === 'string' ? named : (firstText(given) ?? argumentsText)
  return { verb, object: object.slice(0, objectCharsMax).replace(/\s+/g, ' ').trim() }
}

/** With two spaces of depth when it is JSON; otherwise as it is. */
export function writeArguments(argumentsText: string): string {
  try {
    return JSON.stringify(JSON.parse(argumentsText), null, 2)
  } catch {
    return argumentsText
  }
}

function readArguments(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function firstText(given: Record<string, unknown> | undefined): string | undefined {
  if (given === undefined) return undefined
  const text = Object.values(given).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text : Object.keys(given).length === 0 ? '' : undefined
}
