// A text that streams, and how much of it has been told. What is told cannot be taken back: when the text begins anew
// and says the same again, it is told on from where it was; only when it says something else is it told anew.

import type { EventJson } from '@heddle/contract'

export type TextKind = 'message.agent' | 'reasoning'

export interface HeldText {
  readonly of: TextKind
  readonly turnId: string | undefined
  /** Where it stands in the timeline, if we know. */
  readonly place: number | undefined
  /** Undefined until a first piece says it. */
  readonly attempt: number | undefined
  readonly text: string
  readonly told: string
  /** The whole text was asked for and has not come yet. */
  readonly isAsked: boolean
}

export function newText(of: TextKind, turnId?: string, place?: number): HeldText {
  return { of, turnId, place, attempt: undefined, text: '', told: '', isAsked: false }
}

/** What to tell of a text: how it goes on, or that what was told of it is void. */
export type TextOutput =
  | { kind: 'piece'; eventId: string; of: TextKind; turnId: string | undefined; text: string }
  | { kind: 'again'; eventId: string; of: TextKind; turnId: string | undefined }

/** `isAll`: nothing follows, so a text that ends before what was told says something else. */
export function tellText(
  eventId: string,
  held: HeldText,
  isAll: boolean,
): { text: HeldText; out: TextOutput[] } {
  const { of, turnId, text, told } = held
  if (text === told) return { text: held, out: [] }
  const now = { ...held, told: text }
  if (text.startsWith(told)) {
    return { text: now, out: [{ kind: 'piece', eventId, of, turnId, text: text.slice(told.length) }] }
  }
  if (!isAll && told.startsWith(text)) return { text: held, out: [] }
  const out: TextOutput[] = [{ kind: 'again', eventId, of, turnId }]
  if (text !== '') out.push({ kind: 'piece', eventId, of, turnId, text })
  return { text: now, out }
}

export function isText(event: EventJson): boolean {
  return event.kind === 'message.agent' || event.kind === 'reasoning'
}

export function kindOfText(event: EventJson): TextKind {
  return event.kind === 'reasoning' ? 'reasoning' : 'message.agent'
}
