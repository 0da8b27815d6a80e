// I1, I4: what was acknowledged is on disk, once; what left the program had its row on disk before.

import type { Invariant } from './invariant.ts'

export const acknowledgedIsThere: Invariant = {
  rule: 'I1',
  at: 'start',
  check({ rows, truth }) {
    const there = new Set<string>()
    const complaints: string[] = []
    for (const { entry } of rows<{ entry: string }>("select client || ':' || n as entry from world_ledger")) {
      if (there.has(entry)) complaints.push(`${entry} was written twice`)
      there.add(entry)
    }
    for (const entry of truth.acknowledged) {
      if (!there.has(entry)) complaints.push(`${entry} was acknowledged and is gone`)
    }
    return complaints
  },
}

export const sentHadItsRow: Invariant = {
  rule: 'I4',
  at: 'start',
  check({ rows, truth }) {
    const there = new Set(rows<{ what: string }>('select what from world_sendings').map((row) => row.what))
    return truth.sent
      .filter(({ what }) => !there.has(what))
      .map(({ what }) => `${what} was sent and has no row`)
  },
}
