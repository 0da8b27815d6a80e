// Waits until nothing runs, nothing waits to be taken, no run is open, and nothing that a fact set off is left.

import { sleep } from './chaos-round.ts'
import { inspect } from './inspect-database.ts'

export const restMsMax = 60_000

/** What was left, if it took too long. */
export async function comeToRest(path: string): Promise<string[]> {
  const end = performance.now() + restMsMax
  for (;;) {
    const left = inspect(path, (database) => database.rows<{ what: string }>(selectBusy))
    if (left.length === 0) return []
    if (performance.now() > end) {
      const what = left.map((row) => row.what).join('; ')
      return [`it did not come to rest within ${restMsMax} ms: ${what}`]
    }
    await sleep(15)
  }
}

const selectBusy = `
  select 'the turn ' || id || ' is ' || state || coalesce(' for ' || waits_for, '') as what
    from turns where ended_at is null
  union all select 'something waits in ' || session_id from session_inbox where is_quiet = 0
  union all select id || ' is ' || state from runs where ended_at is null
  union all select kind || ' is ' || state from work where fact_id is not null`
