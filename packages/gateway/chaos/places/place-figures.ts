// What happened in the rounds so far, in numbers.

import type { Platform } from '@heddle/emulators/loopback/platform'
import type { Inspection } from '../inspect-database.ts'
import type { PlaceLedger } from './place-ledger.ts'

export interface PlaceFigures {
  add(what: string, count?: number): void
  /** Of a round that is over. */
  take(database: Inspection, platform: Platform, ledger: PlaceLedger): void
  /** The same, with its requests, wherever they were asked. */
  takeRound(database: Inspection, ledger: PlaceLedger, requests: readonly AskedThere[]): void
  tell(): Record<string, number>
}

interface AskedThere {
  status?: number | undefined
  isEarly: boolean
}

export function createPlaceFigures(): PlaceFigures {
  const counts = new Map<string, number>()
  const add = (what: string, count = 1) => counts.set(what, (counts.get(what) ?? 0) + count)
  const figures: PlaceFigures = {
    add,
    take: (database, platform, ledger) =>
      figures.takeRound(database, ledger, platform.truth.requests.slice(ledger.firstRequest)),
    takeRound(database, ledger, requests) {
      for (const [kind, count] of ledger.faults) add(`fault ${kind}`, count)
      add('fault: events lost', ledger.lossAt.length)
      for (const { what, n } of database.rows<{ what: string; n: number }>(selectFigures, ledger.startedAt)) {
        add(what, n)
      }
      add('requests', requests.length)
      add(
        'requests that were told to wait',
        requests.filter(({ status, isEarly }) => status === 429 && !isEarly).length,
      )
      add('requests before their time, after a kill', requests.filter(({ isEarly }) => isEarly).length)
    },
    tell: () => Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
  return figures
}

const selectFigures = `
  with since as (select ? as at)
  select 'delivery ' || kind || ' ' || state || coalesce(' (' || reason || ')', '') as what, count(*) as n
    from deliveries, since where created_at >= since.at group by 1
  union all select 'sent again after a look', count(*) from deliveries, since where created_at >= since.at and is_resent = 1
  union all select 'copies removed', count(*) from deliveries, since where created_at >= since.at and cause like 'copy:%'
  union all select 'revivals', count(*) from sessions, since where created_at >= since.at and continues_id is not null
  union all select 'binding ended: ' || end_reason, count(*) from bindings, since
    where bound_at >= since.at and end_reason is not null group by 1
  union all select 'bindings', count(*) from bindings, since where bound_at >= since.at
  union all select 'runs', count(*) from runs r join session_events e on e.id = r.spawned_event_id, since
    where e.created_at >= since.at
  union all select 'completions told: ' || destination || ', ' || reason, count(*) from completions, since
    where created_at >= since.at group by 1
  union all select 'approvals ' || state, count(*) from approvals, since where asked_at >= since.at group by 1`
