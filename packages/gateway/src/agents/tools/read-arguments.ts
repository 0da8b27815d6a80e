// The arguments of a call as the model wrote them, as an object. Pure.

import { limits } from '@heddle/contract'
import type { ToolCall } from '../model.ts'
import type { ToolArguments } from '../tools.ts'

export type ReadArguments = { ok: true; args: ToolArguments } | { ok: false; message: string }

export function readArguments({
  name,
  arguments: said,
}: Pick<ToolCall, 'name' | 'arguments'>): ReadArguments {
  if (Buffer.byteLength(said) > limits.toolArgumentsBytesMax) {
    const most = Math.floor(limits.toolArgumentsBytesMax / 1_024)
    return {
      ok: false,
      message: `The arguments of ${name} are longer than ${most} KB, so it was not called.`,
    }
  }
  // Some models leave them out when there are none.
  if (said.trim() === '') return { ok: true, args: {} }
  try {
    const parsed: unknown = JSON.parse(said)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { ok: true, args: parsed as ToolArguments }
    }
    return { ok: false, message: `The arguments of ${name} must be one JSON object.` }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable'
    return {
      ok: false,
      message: `The arguments of ${name} are not valid JSON (${why}). Call it again with valid ones.`,
    }
  }
}
