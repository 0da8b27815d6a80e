// I49: when nothing goes wrong any more, everything that was put on record gets done; only what failed as often as it
// may is left, and says why.

import { limits } from '@heddle/contract'
import { roundsName } from '../load/rounds.ts'
import { frailAttemptsMax, poisonAttemptsMax } from '../load/work-kinds.ts'
import type { Invariant, Rows } from './invariant.ts'

// The rounds come back for ever.
const isLeft = `state <> 'dead' and kind <> '${roundsName}'`

export function openWork(rows: Rows): number {
  return rows<{ count: number }>(`select count(*) as count from work where ${isLeft}`)[0]?.count ?? 0
}

export const nothingIsLeft: Invariant = {
  rule: 'I49',
  at: 'rest',
  check: ({ rows }) =>
    rows<{
      kind: string
      subject: string
      state: string
      due_at: number
      attempts: number
      last_error: string
    }>(`select kind, subject, state, due_at, attempts, last_error from work where ${isLeft} order by id`).map(
      (row) => `${row.kind} ${row.subject} is still ${row.state} after ${row.attempts} attempts`,
    ),
}

export const givenUpForAReason: Invariant = {
  rule: 'I49',
  at: 'rest',
  check: ({ rows }) =>
    rows<{ kind: string; subject: string; attempts: number; last_error: string | null }>(
      "select kind, subject, attempts, last_error from work where state = 'dead'",
    ).flatMap((row) => {
      // The attempt that failed last is not counted any more.
      const attemptsMax =
        row.kind === 'poison'
          ? poisonAttemptsMax
          : row.kind === 'frail'
            ? frailAttemptsMax
            : limits.workAttemptsMax
      const wasTried = row.attempts + 1 >= attemptsMax
      return wasTried && row.last_error
        ? []
        : [`${row.kind} ${row.subject} was given up after ${row.attempts} attempts`]
    }),
}
