// A tool's call in words: a verb and what it was done to. The names are those of the built-in tools; one of an MCP server
// is called by its own name beside the server's, and any other by its name, with the first short text among its
// arguments. Pure.

import type { strings } from '../../../strings.ts'

export type ToolVerb = keyof typeof strings.session.timeline.tool.verbs

export interface ToolWords {
  /** Undefined for a tool that has no verb here; then its name stands. */
  verb: ToolVerb | undefined
  /** The MCP server that it belongs to. */
  server?: string
  /** As it is called there. */
  name: string
  object: string
}

type Given = Record<string, unknown>

const known: Readonly<Record<string, { verb: ToolVerb; object(given: Given): unknown }>> = {
  read: { verb: 'read', object: ({ path }) => path },
  read_file: { verb: 'read', object: ({ path }) => path },
  write: { verb: 'write', object: ({ path }) => path },
  write_file: { verb: 'write', object: ({ path }) => path },
  edit: { verb: 'edit', object: ({ path }) => path },
  list: { verb: 'list', object: ({ path, pattern }) => joined(path ?? '.', pattern) },
  search: { verb: 'search', object: ({ query, text }) => query ?? text },
  grep: { verb: 'search', object: ({ pattern }) => pattern },
  exec: {
    verb: 'run',
    object: ({ argv, script, command }) => (Array.isArray(argv) ? argv.join(' ') : (script ?? command)),
  },
  process: { verb: 'process', object: ({ action, id }) => joined(action, id) },
  fetch_url: { verb: 'fetch', object: ({ url }) => url },
  sessions_spawn: { verb: 'spawn', object: ({ label, task }) => label ?? task },
  subagents: { verb: 'subagents', object: ({ action, id }) => joined(action, id) },
  attach: { verb: 'attach', object: ({ attachments }) => listed(attachments) },
  message: { verb: 'message', object: ({ text, attachments }) => text ?? listed(attachments) },
}

const objectCharsMax = 200

export function describeTool(name: string, argumentsText: string): ToolWords {
  const given = readArguments(argumentsText)
  const match = Object.hasOwn(known, name) ? known[name] : undefined
  const named = given && match?.object(given)
  const object = typeof named === 'string' ? named : (firstText(given) ?? argumentsText)
  const shown = object.slice(0, objectCharsMax).replace(/\s+/g, ' ').trim()
  const remote = /^mcp__(.+?)__(.+)$/.exec(name)
  if (remote?.[1] !== undefined && remote[2] !== undefined)
    return { verb: undefined, server: remote[1], name: remote[2], object: shown }
  return { verb: match?.verb, name, object: shown }
}

/** With two spaces of depth when it is JSON; otherwise as it is. */
export function writeArguments(argumentsText: string): string {
  try {
    return JSON.stringify(JSON.parse(argumentsText), null, 2)
  } catch {
    return argumentsText
  }
}

function listed(names: unknown): string | undefined {
  return Array.isArray(names) ? names.join(', ') : undefined
}

function joined(...parts: unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
}

function readArguments(text: string): Given | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : undefined
  } catch {
    return undefined
  }
}

function firstText(given: Given | undefined): string | undefined {
  if (given === undefined) return undefined
  const text = Object.values(given).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text : Object.keys(given).length === 0 ? '' : undefined
}
