// Kills the gateway while agents spawn sub-agents, wait for them and hear of their ends; mostly between the end of one and
// the moment in which its parent has heard of it. Whatever was accepted must be announced once, and heard once.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { between, type RoundKind, type RoundResult, sleep } from './chaos-round.ts'
import { checkRuns } from './check-runs.ts'
import { checkRest } from './check-turns.ts'
import { endRoughly, startGateway } from './gateway-process.ts'
import { inspect } from './inspect-database.ts'
import { makePeople } from './make-people.ts'
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
const restMsMax = 60_000
/** For what is aimed at to come about; then it is killed anyway. */
const aimMsMax = 2_500
/** What is due later looks after turns that waited, and ended before their time. */
const soonMs = 2_000

export async function createSubagentRounds(): Promise<RoundKind> {
  // Sub-agents that are being told their last words.
  let lastWords = 0
  const endpoint = await openModelEndpoint(
    spawnModels((conversation) => {
      if (isSubagent(conversation) && nextSpawnCalls(conversation).length === 0) lastWords++
    }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  const path = join(folder, 'heddle.db')
  writeConfig(folder, endpoint.url)
  const tokens = await makePeople(folder, people)
  let gateway = await startGateway(folder)

  const placeOf = (person: string, ledger: SpawnLedger): SpawnPlace => ({
    url: gateway.url,
    token: tokens.get(person) ?? '',
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
    await endRoughly(gateway)
    await Promise.all(load)
    // Now and then it dies again while it starts, or while it takes up what was left.
    if (Math.random() < 0.15) await startGateway(folder, between(50, 500))
    gateway = await startGateway(folder)
    while (Math.random() < 0.35) {
      const again = repeatAll(ledger)
      await aim()
      await endRoughly(gateway)
      await again
      gateway = await startGateway(folder)
    }
  }

  async function round(): Promise<RoundResult> {
    const ledger = createSpawnLedger()
    await liveThroughKills(ledger)
    await repeatAll(ledger)
    const breaches = await rest(path)
    if (!(await sayLast(placeOf('ada', ledger)))) breaches.push('the gateway went though nobody killed it')
    breaches.push(...(await rest(path)))
    breaches.push(
      ...inspect(path, (database) => [...checkRuns(database, ledger), ...checkRest(database)]),
      ...ledger.wrongAnswers,
    )
    return { acknowledged: ledger.acknowledged, breaches }
  }

  return {
    name: 'subagents',
    round,
    async close() {
      await gateway.kill('SIGTERM')
      await endpoint.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function writeConfig(folder: string, baseUrl: string): void {
  const models = Object.values(modelOf).map((id) => ({ id }))
  const file = {
    models: { providers: { chaos: { kind: 'openai-compatible', baseUrl, models } } },
    agents: {
      defaults: { model: 'chaos/caller', subagents: { maxSpawnDepth: 3, maxChildrenPerAgent: 20 } },
      list: [{ id: 'main' }],
    },
  }
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(file))
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

/** Until nothing runs, nothing waits to be taken, and no run is open. */
async function rest(path: string): Promise<string[]> {
  const busy = () =>
    inspect(path, (database) =>
      database.rows<{ what: string }>(selectBusy, Date.now() + soonMs).map(({ what }) => what),
    )
  const end = performance.now() + restMsMax
  for (;;) {
    const left = busy()
    if (left.length === 0) return []
    if (performance.now() > end) return [`it did not come to rest within ${restMsMax} ms: ${left.join('; ')}`]
    await sleep(15)
  }
}

const selectBusy = `
  select 'the turn ' || id || ' is ' || state || coalesce(' for ' || waits_for, '') as what
    from turns where ended_at is null
  union all select 'something waits in ' || session_id from session_inbox where is_quiet = 0
  union all select id || ' is ' || state from runs where ended_at is null
  union all select kind || ' is ' || state from work
    where fact_id is not null and state <> 'dead' and due_at <= ?`
