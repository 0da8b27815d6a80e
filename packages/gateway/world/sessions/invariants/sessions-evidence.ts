// What the rules over sessions are judged by.

import type { Invariant, Rows } from '../../invariants/invariant.ts'
import type { SessionsTruth } from '../sessions-truth.ts'

export interface SessionsEvidence {
  rows: Rows
  truth: SessionsTruth
  latestSchema: number
}

export type SessionsInvariant = Invariant<SessionsEvidence>

/** A rule of which each row that a query finds is a breach. */
export function noneOf(
  rule: string,
  at: SessionsInvariant['at'],
  sql: string,
  tell: (row: Found) => string,
): SessionsInvariant {
  return { rule, at, check: ({ rows }) => rows<Found>(sql).map(tell) }
}

type Found = Readonly<Record<string, string | number | null>>
