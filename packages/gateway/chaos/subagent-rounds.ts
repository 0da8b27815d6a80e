// Kills the gateway while agents spawn sub-agents, wait for them and hear of their ends; mostly between the end of one and
// the moment in which its parent has heard of it. Whatever was accepted must be announced once, and heard once.

import { openChaosPlace } from './chaos-place.ts'
import { between, type RoundKind, type RoundResult, sleep } from './chaos-round.ts'
import { checkRuns } from './check-runs.ts'
import { checkRest } from './check-turns.ts'
import { comeToRest } from './come-to-rest.ts'
import { endRoughly } from './gateway-process.ts'
import { inspect } from './inspect-database.ts'
import { createSpawnLedger, type SpawnLedger } from './spawn-ledger.ts'
import {
  haveSpawned,
  openRoot,
  repeatUnsaid,
  repeatUnspawned,
  sayLast,
  type SpawnPlace,
  spawnSome,
} from './spawn-load.ts'
import { isSubagent, modelOf, nextSpawnCalls, spawnModels } from './spawn-plan.ts'

const people = ['ada', 'ben']
const rootsEach = 3
/** For what is aimed at to come about; then it is killed anyway. */
const aimMsMax = 2_500

export async function createSubagentRounds(): Promise<RoundKind> {
  // Sub-agents that are being told their last words.
  let lastWords = 0
  const place = await openChaosPlace({
    models: spawnModels((conversation) => {
      if (isSubagent(conversation) && nextSpawnCalls(conversation).length === 0) lastWords++
    }),
    modelIds: Object.values(modelOf),
    agents: {
      defaults: { model: 'chaos/caller', subagents: { maxSpawnDepth: 3, maxChildrenPerAgent: 20 } },
      list: [{ id: 'main' }],
    },
    people,
  })
  const { path } = place

  const placeOf = (person: string, ledger: SpawnLedger): SpawnPlace => ({
    url: place.gateway.url,
    token: place.tokenOf(person),
    ledger,
  })

  /** Waits for a moment in which a kill would hurt. */
  async function aim(): Promise<void> {
    const chance = Math.random()
    if (chance < 0.25) {
      await sleep(between(60, 1_500))
    } else if (chance < 0.65) {
      await until(() => isAny(path, unheard))
      // Those that end at about the same time are heard together, after a quarter of a second.
      await sleep(between(0, 300))
    } else if (chance < 0.85) {
      const before = lastWords
      await until(() => lastWords > before)
      await sleep(between(0, 60))
    } else {
      await until(() => isAny(path, waitsForChildren))
      await sleep(between(0, 100))
    }
  }

  /** Each what they asked for themselves. */
  async function repeatAll(ledger: SpawnLedger): Promise<void> {
    await Promise.all([repeatUnsaid(placeOf('ada', ledger)), repeatUnspawned(placeOf('ben', ledger))])
  }

  async function liveThroughKills(ledger: SpawnLedger): Promise<void> {
    for (let i = 0; i < rootsEach; i++) await openRoot(placeOf('ada', ledger))
    const load = ledger.roots.flatMap(({ id }) => [
      haveSpawned(placeOf('ada', ledger), id),
      spawnSome(placeOf('ben', ledger), id),
    ])
    await aim()
    await endRoughly(place.gateway)
    await Promise.all(load)
    await place.restart()
    while (Math.random() < 0.35) {
      const again = repeatAll(ledger)
      await aim()
      await endRoughly(place.gateway)
      await again
      await place.restart()
    }
  }

  async function round(): Promise<RoundResult> {
    const ledger = createSpawnLedger()
    await liveThroughKills(ledger)
    await repeatAll(ledger)
    const breaches = await comeToRest(path)
    if (!(await sayLast(placeOf('ada', ledger)))) breaches.push('the gateway went though nobody killed it')
    breaches.push(...(await comeToRest(path)))
    breaches.push(
      ...inspect(path, (database) => [...checkRuns(database, ledger), ...checkRest(database)]),
      ...ledger.wrongAnswers,
    )
    return { acknowledged: ledger.acknowledged, breaches }
  }

  return { name: 'subagents', round, close: place.close }
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + aimMsMax
  while (!isSo() && performance.now() < end) await sleep(5)
}

function isAny(path: string, sql: string): boolean {
  return inspect(path, (database) => database.rows(sql).length > 0)
}

/** An end that is on record, and of which its parent has not heard. */
const unheard = `
  select 1 from session_inbox i join session_events e on e.session_id = i.session_id and e.seq = i.seq
  where e.kind = 'subagent.finished' and i.is_quiet = 0 limit 1`

const waitsForChildren = `select 1 from turns where ended_at is null and waits_for = 'children' limit 1`
