// A frame from outside, checked against the contract. Whatever is wrong with it is said with the field and, where
// someone probably mistyped, the nearest right word.

import {
  badField,
  type ClientFrame,
  clientFrameShape,
  type CommandOp,
  commandOps,
  nearest,
  refused,
} from '@heddle/contract'
import type { z } from 'zod'
import { checkBody } from '../api/check-input.ts'
import { parseJson } from '../api/parse-json.ts'

const frameTypes = clientFrameShape.options.map((option) => option.shape.type.value)
const opNames = Object.keys(commandOps)

export function readFrame(bytes: Uint8Array, depthMax: number): { frame: ClientFrame; raw: object } {
  const raw = parse(bytes, depthMax)
  const type = 'type' in raw ? raw.type : undefined
  const shape = clientFrameShape.options.find((option) => option.shape.type.value === type)
  if (shape === undefined) throw unknownWord('type', type, frameTypes)
  // The edge: the shape is one of the union's.
  return { frame: checkFrame(shape, raw) as ClientFrame, raw }
}

/** Its body, without what only the frame needs. A message without an id of its own has that of its command. */
export function readCommand(raw: object): { op: CommandOp; target: string; body: object } {
  const { type: _, cid, op, ...given } = raw as Record<string, unknown>
  if (!isOp(op)) throw unknownWord('op', op, opNames)
  const ownId = op === 'message' || op === 'reply' ? { clientMessageId: cid } : {}
  if (op === 'reply') {
    const { threadId, ...body } = checkFrame(commandOps[op], { ...ownId, ...given }) as { threadId: string }
    return { op, target: threadId, body }
  }
  if (op === 'approve') {
    const { approvalId, ...body } = checkFrame(commandOps[op], given) as { approvalId: string }
    return { op, target: approvalId, body }
  }
  const filled = { ...ownId, ...nameSession(given) }
  const { sessionId, ...body } = checkFrame(commandOps[op], filled) as { sessionId: string }
  return { op, target: sessionId, body }
}

/** Whoever follows a session may name it as they do when they subscribe. */
function nameSession({ scope, ...given }: Record<string, unknown>): Record<string, unknown> {
  if (scope === undefined) return given
  const isSession = typeof scope === 'string' && scope.startsWith('s:') && given['sessionId'] === undefined
  return isSession ? { ...given, sessionId: scope.slice(2) } : { ...given, scope }
}

export type ScopeName = { kind: 's' | 't' | 'u'; name: string } | { kind: 'l' }

const scopeForms = ['s:<session>', 't:<session>', 'u:me', 'l:']

export function readScope(scope: string): ScopeName {
  if (scope === 'l:') return { kind: 'l' }
  const kind = scope.slice(0, 2)
  const name = scope.slice(2)
  if (kind === 's:' && name !== '') return { kind: 's', name }
  if (kind === 't:' && name !== '') return { kind: 't', name }
  if (kind === 'u:' && name !== '') return { kind: 'u', name }
  throw badField('scope', `must be ${scopeForms.map((form) => `"${form}"`).join(', ')}`, nearestScope(scope))
}

/** The `cid` of something that may be a command, so that its refusal finds its way back. */
export function cidIn(raw: unknown): string | undefined {
  if (typeof raw !== 'object' || raw === null || !('cid' in raw)) return undefined
  const { cid } = raw
  return typeof cid === 'string' && cid.length > 0 && cid.length <= 64 ? cid : undefined
}

function parse(bytes: Uint8Array, depthMax: number): object {
  let raw: unknown
  try {
    raw = parseJson(bytes, depthMax)
  } catch {
    throw refused('bad_json', { message: 'The frame is not valid JSON.' })
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw refused('bad_input', { message: 'A frame is an object.' })
  }
  return raw
}

function checkFrame(shape: z.ZodType, raw: object): unknown {
  return checkBody(shape, raw)
}

function isOp(op: unknown): op is CommandOp {
  return typeof op === 'string' && Object.hasOwn(commandOps, op)
}

function unknownWord(field: string, word: unknown, known: readonly string[]) {
  const message = `must be one of ${known.map((name) => `"${name}"`).join(', ')}`
  return badField(field, message, typeof word === 'string' ? nearest(word, known) : undefined)
}

/** A session that was named without its prefix, or with another one. */
function nearestScope(scope: string): string {
  const [, name = ''] = /^[a-z]*:?(.*)$/s.exec(scope) ?? []
  if (/^(session|s$)/.test(scope) || scope.startsWith('ses_')) {
    return `s:${scope.startsWith('ses_') ? scope : name || '<session>'}`
  }
  if (/^(u|me|user|person)/.test(scope)) return 'u:me'
  return nearest(scope, ['l:', 'u:me']) ?? (scope.startsWith('l') ? 'l:' : 's:<session>')
}
