// What the outside knows of the sessions: what was said and acknowledged, which calls reached the outside world, how
// often the program died with a turn in its hands. No crash takes any of it away.

import type { ApprovalId, ApprovalState, EventId, PersonId, SessionId, TurnId } from '@heddle/contract'
import type { Approval } from '../../src/sessions/approvals/approvals.ts'
import { createGroundTruth, type GroundTruth } from '../watch/ground-truth.ts'

export interface Said {
  /** The client's own id for it. */
  id: string
  personId: PersonId
  text: string
  mode: 'queue' | 'steer' | 'note'
  isCommand: boolean
  /** What every answer to it must say. */
  received: { sessionId: SessionId; eventId: EventId; seq: number } | undefined
}

/** A value that people set, each at some time between asking and the answer, or the end of the life that was asked. */
export interface Register {
  writes: { value: string; begun: number; ended: number; isDone: boolean }[]
}

export interface ToolRun {
  sessionId: string
  turnId: string
  callId: string
  name: string
  arguments: string
}

export interface SessionsTruth extends GroundTruth {
  /** Sessions that someone was told of. */
  readonly sessions: SessionId[]
  readonly said: Map<string, Said>
  readonly texts: Map<EventId, Register>
  readonly titles: Map<SessionId, Register>
  readonly cancelled: Set<EventId>
  /** Of messages whose redaction was asked for. */
  readonly redactionsAsked: Set<EventId>
  /** Words that stood in what was redacted for certain. */
  readonly goneWords: Map<string, EventId>
  /** By person and session. */
  readonly readMarks: Map<string, number>
  readonly stopped: Set<TurnId>
  readonly archived: Set<SessionId>
  readonly toolRuns: ToolRun[]
  /** That someone was told of. */
  readonly approvals: Map<ApprovalId, Approval>
  /** The word on each that was acknowledged. */
  readonly words: Map<ApprovalId, { word: ApprovalState; personId: PersonId }>
  /** By runner and session: the turn that the model was asked for. */
  readonly inHand: Map<string, string>
  /** How often the program died with the turn in hand. */
  readonly deaths: Map<string, number>
  readonly counts: { modelCalls: number; toolCalls: number; eventsShown: number }
  /** Numbers that come once. */
  next(): number
}

export function createSessionsTruth(): SessionsTruth {
  let last = 0
  return {
    ...createGroundTruth(),
    sessions: [],
    said: new Map(),
    texts: new Map(),
    titles: new Map(),
    cancelled: new Set(),
    redactionsAsked: new Set(),
    goneWords: new Map(),
    readMarks: new Map(),
    stopped: new Set(),
    archived: new Set(),
    toolRuns: [],
    approvals: new Map(),
    words: new Map(),
    inHand: new Map(),
    deaths: new Map(),
    counts: { modelCalls: 0, toolCalls: 0, eventsShown: 0 },
    next: () => ++last,
  }
}

export function registerOf<Key>(registers: Map<Key, Register>, key: Key): Register {
  const register = registers.get(key) ?? { writes: [] }
  registers.set(key, register)
  return register
}

/** Whether the register may hold that value now: nothing that was acknowledged began after it had ended. */
export function mayHold({ writes }: Register, value: string): boolean {
  return writes.some(
    (write) =>
      write.value === value &&
      !writes.some((other) => other.isDone && other.begun > write.ended && other.value !== value),
  )
}

/** A word that no other text has. */
export function makeWord(kind: string, number: number): string {
  return `${kind}${number}q`
}

export function wordsIn(text: string): string[] {
  return text.match(/\b[a-z]+\d+q\b/g) ?? []
}
