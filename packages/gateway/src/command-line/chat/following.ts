// What is known of a session that is followed, what can be learnt about it, and what to show or to ask for.

import type { EventJson, LiveFrameOf, ServerFrame } from '@heddle/contract'
import type { HeldText, TextOutput } from './hold-text.ts'

export interface Following {
  readonly sessionId: string
  /** Of the hello under which `seq` was seen. */
  readonly epoch: number | undefined
  /** The newest entry that was applied; undefined as long as nothing is known. */
  readonly seq: number | undefined
  /** The newest row that was applied: by it we see whether a log is still the one we know. */
  readonly anchor: Anchor | undefined
  /** The epoch has changed, and with it perhaps the log. */
  readonly isDoubtful: boolean
  /** What has to come before anything else can be applied. */
  readonly waitsFor: 'nothing' | 'log' | 'rows' | { readonly whole: EventJson }
  /** What is to be applied after that. */
  readonly held: readonly HeldInput[]
  /** Those that stream, by the id of their event. */
  readonly texts: ReadonlyMap<string, HeldText>
  /** Texts that were told to their end before their own entry came. */
  readonly told: ReadonlySet<string>
  /** What was told of a text that was dropped; the next one may well begin with the same words. */
  readonly dropped: HeldText | undefined
}

export interface Anchor {
  eventId: string
  place: number
}

export type Input =
  | ServerFrame
  /** The answer to `read`. */
  | { type: 'whole'; event: EventJson }
  | { type: 'unreadable'; eventId: string }
  /** The answer to `rows`, in pages. */
  | { type: 'rows'; events: readonly EventJson[]; isLast: boolean }

export type HeldInput =
  | Input
  | { type: 'row'; event: EventJson }
  /** The rows of the snapshot have been applied. */
  | { type: 'settled'; snap: LiveFrameOf<'snap'> }

export type Output =
  | { kind: 'past'; events: readonly EventJson[] }
  | { kind: 'entry'; event: EventJson }
  | TextOutput
  /** A text is complete; all of it has been told in pieces. */
  | { kind: 'ended'; event: EventJson }
  /** As a snapshot says it. */
  | { kind: 'state'; turnId: string | null; queued: number }
  /** The place was restored from a backup: its log differs from what was told. */
  | { kind: 'restored' }
  | { kind: 'gone'; code: string; message: string }
  | Ask

export type Ask =
  | { kind: 'sub'; after: number | undefined; epoch: number | undefined }
  | { kind: 'read'; eventId: string }
  /** The rows of the timeline between two places. */
  | { kind: 'rows'; after: number; before: number | undefined }

export interface Step {
  state: Following
  out: Output[]
}

/** `from`: a row that is known already, and after which everything is to be told. */
export function beginFollowing(sessionId: string, from?: Anchor): Following {
  return {
    sessionId,
    epoch: undefined,
    seq: from?.place,
    anchor: from,
    isDoubtful: false,
    waitsFor: 'nothing',
    held: [],
    texts: new Map(),
    told: new Set(),
    dropped: undefined,
  }
}

export function holdText(state: Following, eventId: string, text: HeldText): Following {
  return { ...state, texts: new Map([...state.texts, [eventId, text]]) }
}

/** It takes over what was told of one that was dropped: it may say the same. */
export function holdNewText(state: Following, eventId: string, text: HeldText): Following {
  const { dropped } = state
  if (dropped?.of !== text.of) return holdText(state, eventId, text)
  return holdText({ ...state, dropped: undefined }, eventId, { ...text, told: dropped.told })
}

export function dropText(state: Following, eventId: string): Following {
  return { ...state, texts: new Map([...state.texts].filter(([id]) => id !== eventId)) }
}

/** Asks for a text as far as it has come, unless that is under way. */
export function askForText(state: Following, eventId: string): Step {
  const held = state.texts.get(eventId)
  if (held === undefined || held.isAsked) return nothing(state)
  return { state: holdText(state, eventId, { ...held, isAsked: true }), out: [{ kind: 'read', eventId }] }
}

export function withTold(state: Following, eventId: string): Following {
  return { ...state, told: new Set([...state.told, eventId]) }
}

export function andThen(step: Step, fn: (state: Following) => Step): Step {
  const next = fn(step.state)
  return { state: next.state, out: [...step.out, ...next.out] }
}

export function nothing(state: Following): Step {
  return { state, out: [] }
}
