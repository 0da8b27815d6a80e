// What a vendor wants to see again in the same turn: the order of an answer's parts, what was thought, and what the
// vendor said of each part, such as its signature. Texts and calls are on record elsewhere and only counted here. Pure.

import type { ModelMessage } from '../model.ts'
import { readArguments } from './read-arguments.ts'
import type { LibraryAnswer, LibraryMetadata, LibraryPart } from './library-model.ts'

/** More than this is not kept: the model then goes on without having thought. */
export const traceBytesMax = 64 * 1_024

/** `said` is the vendor's metadata. */
type TracePart =
  | { kind: 'thought'; text: string; said?: LibraryMetadata }
  | { kind: 'text'; chars: number; said?: LibraryMetadata }
  | { kind: 'call'; id: string; said?: LibraryMetadata }

export interface TraceWriter {
  note(part: LibraryPart): void
  /** Undefined when nothing was called, so that nothing will be asked for, and when it is too long. */
  write(): string | undefined
}

export function createTraceWriter(): TraceWriter {
  const parts: TracePart[] = []
  const open = new Map<string, TracePart>()
  let chars = 0

  function find(kind: 'thought' | 'text', id: string): TracePart {
    const key = `${kind} ${id}`
    const known = open.get(key)
    if (known) return known
    const made: TracePart = kind === 'thought' ? { kind, text: '' } : { kind, chars: 0 }
    parts.push(made)
    open.set(key, made)
    return made
  }

  function noteDelta(
    kind: 'thought' | 'text',
    id: string,
    delta: string,
    said: LibraryMetadata | undefined,
  ): void {
    const part = find(kind, id)
    // What is too long already need not be gathered.
    if (part.kind === 'thought' && chars <= traceBytesMax) part.text += delta
    if (part.kind === 'text') part.chars += delta.length
    if (kind === 'thought') chars += delta.length
    addSaid(part, said)
  }

  return {
    note(part) {
      switch (part.type) {
        case 'reasoning-start':
        case 'reasoning-end':
          return noteDelta('thought', part.id, '', part.providerMetadata)
        case 'reasoning-delta':
          return noteDelta('thought', part.id, part.delta, part.providerMetadata)
        case 'text-start':
        case 'text-end':
          return noteDelta('text', part.id, '', part.providerMetadata)
        case 'text-delta':
          return noteDelta('text', part.id, part.delta, part.providerMetadata)
        case 'tool-call': {
          const call: TracePart = { kind: 'call', id: part.toolCallId }
          addSaid(call, part.providerMetadata)
          parts.push(call)
          return undefined
        }
        default:
          return undefined
      }
    },
    write() {
      if (chars > traceBytesMax || !parts.some(({ kind }) => kind === 'call')) return undefined
      const text = JSON.stringify(parts)
      return Buffer.byteLength(text) > traceBytesMax ? undefined : text
    },
  }
}

/** A signature often comes in a part of its own, behind what it signs. */
function addSaid(part: TracePart, said: LibraryMetadata | undefined): void {
  for (const [vendor, words] of Object.entries(said ?? {})) {
    if (Object.keys(words).length === 0) continue
    part.said = { ...part.said, [vendor]: { ...part.said?.[vendor], ...words } }
  }
}

type Answered = Extract<ModelMessage, { role: 'assistant' }>

/** The answer in its own order, with what the vendor said of it. Undefined when the two do not go together any more. */
export function readTrace(data: string, { text, toolCalls }: Answered): LibraryAnswer | undefined {
  const parts = parseTrace(data)
  if (!parts) return undefined
  const calls = new Map(toolCalls.map((call) => [call.id, call]))
  const content: LibraryAnswer = []
  let at = 0
  for (const part of parts) {
    const said = part.said && { providerOptions: part.said }
    if (part.kind === 'thought') {
      content.push({ type: 'reasoning', text: part.text, ...said })
    } else if (part.kind === 'text') {
      const own = text.slice(at, at + part.chars)
      at += part.chars
      if (own !== '' || said) content.push({ type: 'text', text: own, ...said })
    } else {
      const call = calls.get(part.id)
      if (!call || !calls.delete(part.id)) return undefined
      const input = readArguments(call.arguments)
      content.push({ type: 'tool-call', toolCallId: call.id, toolName: call.name, input, ...said })
    }
  }
  return at === text.length && calls.size === 0 ? content : undefined
}

function parseTrace(data: string): TracePart[] | undefined {
  try {
    // The edge: we wrote it, and no one else writes into that column; its form is looked at all the same.
    const parts: unknown = JSON.parse(data)
    return Array.isArray(parts) && parts.every(isTracePart) ? parts : undefined
  } catch {
    return undefined
  }
}

function isTracePart(part: unknown): part is TracePart {
  if (typeof part !== 'object' || part === null || !('kind' in part)) return false
  if ('said' in part && (typeof part.said !== 'object' || part.said === null)) return false
  if (part.kind === 'thought') return 'text' in part && typeof part.text === 'string'
  if (part.kind === 'text') return 'chars' in part && Number.isSafeInteger(part.chars)
  return part.kind === 'call' && 'id' in part && typeof part.id === 'string'
}
