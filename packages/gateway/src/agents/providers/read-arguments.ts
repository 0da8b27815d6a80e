// The arguments of a call as an object, for a server that is shown its own call again. Pure.

import type { ToolCall } from '../model.ts'

/** Always an object: servers that parse what they wrote themselves fail on anything else. */
export function readArguments(said: ToolCall['arguments']): Record<string, JsonValue> {
  try {
    const parsed: unknown = JSON.parse(said)
    // What JSON.parse makes is JSON.
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Told below, as it was written.
  }
  return said.trim() === '' ? {} : { unreadable: said }
}

type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
