// Where all of a tree was asked for, and by whom. Frozen on a run when it is spawned, copied into everything below it, and
// never inferred later (RTE5).

import type { RunRow, SessionRow, TurnRow } from '../sessions-tables.ts'

export interface Origin {
  /** Names the place; empty for what was asked in none. */
  conversation: string
  /** Null for what no member did. */
  personId: string | null
}

export function originOf(run: Pick<RunRow, 'origin'>): Origin {
  // Written by this room, always.
  return JSON.parse(run.origin) as Origin
}

/** Of what an agent asks for in a turn. */
export function originInTurn(
  turn: Pick<TurnRow, 'conversation' | 'requester_id'>,
  above: RunRow | undefined,
): Origin {
  if (above !== undefined) return originOf(above)
  return { conversation: turn.conversation ?? '', personId: turn.requester_id }
}

/** Facts about a sub-agent's session say which one is above it. */
export function below(session: Pick<SessionRow, 'parent_id'>): {
  parentId?: NonNullable<SessionRow['parent_id']>
} {
  return session.parent_id === null ? {} : { parentId: session.parent_id }
}
