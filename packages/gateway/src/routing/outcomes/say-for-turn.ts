// The message of a turn in a place outside. Where it was begun while it was being written, what follows is edited into it:
// people see one message, and never two of the same (RTE3, DLV5). Where that one is gone, or can be changed no more, it is
// said anew.

import { type ConversationRef, placeName, type TurnId } from '@heddle/contract'
import type { Deliveries, Delivery, NewMessage } from '../../delivery/delivery.ts'
import type { Reader, Tx } from '../../foundation/database/store.ts'

export function replyCause(turnId: TurnId): string {
  return `turn:${turnId}`
}

/** Of what is said for a turn, and of what is edited into that; undefined for anything else. */
export function turnOfCause(cause: string): TurnId | undefined {
  const [kind, turnId] = cause.split(':')
  return kind === 'turn' ? (turnId as TurnId) : undefined
}

function wholeCause(turnId: TurnId): string {
  return `${replyCause(turnId)}:whole`
}

/** What stands for a turn stands under one of these: as it was begun, or as its answer was said where that came to nothing. */
export function saidCauses(turnId: TurnId): string[] {
  return [replyCause(turnId), wholeCause(turnId)]
}

/** `cause` is used where it is said anew; an edit has one of its own for each text. */
export async function sayForTurn(
  deliveries: Deliveries,
  t: Tx,
  turnId: TurnId,
  message: NewMessage,
): Promise<void> {
  const { place } = message
  const said = await readSaid(deliveries, t, turnId, place)
  const isOnRecord = message.cause === replyCause(turnId) && said.length > 0
  const cause = isOnRecord ? wholeCause(turnId) : message.cause
  const target = said.find(isStanding)?.cause
  if (target !== undefined)
    return void (await deliveries.enqueue(t, {
      ...message,
      kind: 'edit',
      cause,
      target,
      ifRefused: 'say_anew',
    }))
  // What was begun was refused, or let be: nobody is to send half of it behind the whole, nor find it there late.
  for (const begun of new Set(said.map((one) => one.cause))) {
    await deliveries.enqueue(t, { kind: 'delete', cause: `${begun}:anew`, place, target: begun })
  }
  await deliveries.enqueue(t, { ...message, cause })
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
  return (await readSaid(deliveries, r, turnId, place)).some(isStanding)
}

async function readSaid(
  deliveries: Deliveries,
  r: Reader,
  turnId: TurnId,
  place: ConversationRef,
): Promise<Delivery[]> {
  const said: Delivery[] = []
  for (const cause of saidCauses(turnId)) said.push(...(await deliveries.readByCause(r, cause)))
  return said.filter(
    (one) => one.kind === 'message' && one.place !== null && placeName(one.place) === placeName(place),
  )
}

/** It is there, or will be: what follows can be edited into it. */
function isStanding({ state }: Delivery): boolean {
  return state !== 'withdrawn' && state !== 'rejected'
}
