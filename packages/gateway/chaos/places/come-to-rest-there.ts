// Waits until nothing runs, nothing waits to be taken, the platform has told everything, and nothing is on its way to it.
// People decide meanwhile what waits for a word.

import { askGateway, untilGone } from '../ask-gateway.ts'
import { sleep } from '../chaos-round.ts'
import { inspect, type Inspection } from '../inspect-database.ts'
import { botId, type PlaceStage } from './place-stage.ts'

const restMsMax = 60_000
/** Those that come later look once more at what cannot be read. */
const sweepSoonMs = 5_000

export async function comeToRestThere(stage: PlaceStage): Promise<string[]> {
  return comeToRestWith(stage, () => untold(stage))
}

/** Wherever it runs. */
export type RestingStage = Pick<PlaceStage, 'path' | 'slowness' | 'gateway' | 'tokenOf'>

/** `listUntold` says what the platform still has to tell. */
export async function comeToRestWith(
  stage: RestingStage,
  listUntold: (database: Inspection) => string[],
): Promise<string[]> {
  const wrong: string[] = []
  const end = performance.now() + restMsMax * stage.slowness
  for (;;) {
    const left = inspect(stage.path, (database) => [...busyWith(database, stage), ...listUntold(database)])
    if (left.length === 0) return wrong
    if (performance.now() > end) {
      return [
        ...wrong,
        `[I49] it did not come to rest within ${restMsMax * stage.slowness} ms: ${left.join('; ')}`,
      ]
    }
    await decideAll(stage, wrong)
    await sleep(25)
  }
}

function untold({ platform }: PlaceStage): string[] {
  const pending = platform.state.bots.get(botId)?.feed.pending() ?? 0
  return pending === 0 ? [] : [`${pending} events are untold`]
}

async function decideAll(stage: RestingStage, wrongAnswers: string[]): Promise<void> {
  const asking = { url: stage.gateway.url, token: stage.tokenOf('ada'), wrongAnswers }
  const waiting = inspect(stage.path, (database) =>
    database.rows<{ id: string }>(`select id from approvals where state = 'pending'`),
  )
  await untilGone(async () => {
    for (const { id } of waiting) {
      // Somebody on the platform may have been first, or it has gone with its turn.
      await askGateway(asking, 'POST', `/approvals/${id}`, { decision: 'once' }, [200, 404, 409])
    }
  })
}

function busyWith(database: Inspection, { slowness }: RestingStage): string[] {
  const soon = Date.now() + sweepSoonMs * slowness
  return database.rows<{ what: string }>(selectBusy, soon).map(({ what }) => what)
}

const selectBusy = `
  select 'the turn ' || id || ' is ' || state || coalesce(' for ' || waits_for, '') as what
    from turns where ended_at is null
  union all select 'something waits in ' || session_id from session_inbox where is_quiet = 0
  union all select id || ' is ' || state from runs where ended_at is null
  union all select kind || ' is ' || state from work where fact_id is not null
  union all select kind || ' will come' from work where kind = 'delivery.sweep-copies' and due_at < ?
  union all select 'an arrival is kept for ' || place from kept_arrivals
  union all select 'a focus is wanted' from wanted_focuses
  union all select kind || ' ' || id || ' is ' || state || ' (' || coalesce(reason, '') || ')' from deliveries
    where destination <> '' and state in ('queued', 'sending', 'waiting', 'unknown')
      and not (state = 'unknown' and reason = 'unreadable')`
