// The message of a turn in a place outside. Where it was begun while it was being written, what follows is edited into it:
// people see one message, and never two of the same (RTE3, DLV5). Where that one is gone, or can be changed no more, it is
// said anew.

import { type ConversationRef, placeName, type TurnId } from '@heddle/contract'
import type { Deliveries, NewMessage } from '../../delivery/delivery.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'

export function replyCause(turnId: TurnId): string {
  return `turn:${turnId}`
}

/** Of what is said for a turn, and of what is edited into that; undefined for anything else. */
export function turnOfCause(cause: string): TurnId | undefined {
  const [kind, turnId] = cause.split(':')
  return kind === 'turn' ? (turnId as TurnId) : undefined
}

/** `cause` is used where it is said anew; an edit has one of its own for each text. */
export async function sayForTurn(
  deliveries: Deliveries,
  t: Tx,
  turnId: TurnId,
  message: NewMessage,
): Promise<void> {
  const target = replyCause(turnId)
  if (!(await isBegun(deliveries, t, turnId, message.place)))
    return void (await deliveries.enqueue(t, message))
  const cause = message.cause === target ? `${target}:whole` : message.cause
  await deliveries.enqueue(t, { ...message, kind: 'edit', cause, target, ifRefused: 'say_anew' })
}

/** What was shown while it was written, in any other place than where it is told: it would stay half of an answer there. */
export async function takeBackElsewhere(
  deliveries: Deliveries,
  t: Tx,
  turnId: TurnId,
  toldAt: string | null,
): Promise<void> {
  const target = replyCause(turnId)
  const begun = (await deliveries.readByCause(t, target)).filter(({ kind }) => kind === 'message')
  const places = new Map(begun.flatMap(({ place }) => (place === null ? [] : [[placeName(place), place]])))
  for (const [name, place] of places) {
    if (name === toldAt) continue
    await deliveries.enqueue(t, { kind: 'delete', cause: `${target}:elsewhere`, place, target })
  }
}

export async function isBegun(
  deliveries: Deliveries,
  r: Reader,
  turnId: TurnId,
  place: ConversationRef,
): Promise<boolean> {
  const said = await deliveries.readByCause(r, replyCause(turnId))
  return said.some(
    (one) =>
      one.kind === 'message' &&
      one.state !== 'withdrawn' &&
      one.state !== 'rejected' &&
      one.place !== null &&
      placeName(one.place) === placeName(place),
  )
}
