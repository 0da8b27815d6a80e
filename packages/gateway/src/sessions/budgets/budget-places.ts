// Which rows a spending draws on: a session's tree by its root, a member's day, everybody's day. A run is counted in its
// turn, that of a sub-agent in its session; the row of its session holds only what was added to it.

import type { SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import { selectSession } from '../session-store.ts'
import type { SessionRow, TurnRow } from '../sessions-tables.ts'
import { addDays, dayMs } from '../usage/calendar-day.ts'
import type { BudgetPlace } from './budget-store.ts'

type SpendingSession = Pick<SessionRow, 'id' | 'parent_id'>

/** Who spends something, and where. */
export interface Spender {
  /** Null for what is asked of a model outside of any session; that has only the budgets of days. */
  session: SpendingSession | null
  /** Null for what happens between two turns. */
  turnId: TurnRow['id'] | null
  /** Who set it off; null for what no member did, and then there is no member's budget. */
  personId: string | null
}

export function spenderOf(session: SpendingSession, turn: TurnRow | undefined): Spender {
  return { session, turnId: turn?.id ?? null, personId: turn?.requester_id ?? null }
}

export interface BudgetPlaces {
  run: BudgetPlace | undefined
  tree: BudgetPlace | undefined
  member: BudgetPlace | undefined
  day: BudgetPlace
}

export async function findBudgetPlaces(r: Reader, spender: Spender, now: number): Promise<BudgetPlaces> {
  const { session, personId } = spender
  const day = dayAt(now)
  return {
    run: session === null ? undefined : { scope: 'run', key: session.id },
    tree: session === null ? undefined : { scope: 'tree', key: await findRoot(r, session) },
    member: personId === null ? undefined : { scope: 'member', key: `${personId}:${day}` },
    day: { scope: 'day', key: day },
  }
}

/** Trees are a few levels deep. */
async function findRoot(r: Reader, session: SpendingSession): Promise<SessionId> {
  let { id, parent_id: parentId } = session
  while (parentId !== null) {
    id = parentId
    parentId = (await r.one(selectSession({ id })))?.parent_id ?? null
  }
  return id
}

/** In UTC, because a place has no time zone of its own: those who work in it may be anywhere. */
function dayAt(now: number): string {
  return addDays('1970-01-01', Math.floor(now / dayMs))
}
