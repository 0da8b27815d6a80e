// Kills the gateway while tools run and approvals wait. Commands leave their ids behind, so that whatever was made twice,
// or without a word, shows; approvals that nobody decided must be there after any number of kills, and work then.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { between, type RoundKind, type RoundResult, sleep } from './chaos-round.ts'
import { type AskedTools, checkApprovals, checkCalls } from './check-tools.ts'
import { endRoughly, startGateway } from './gateway-process.ts'
import { inspect, type Inspection } from './inspect-database.ts'
import { findLeftProcesses } from './left-processes.ts'
import { makePeople } from './make-people.ts'
import { createToolLedger, type ToolLedger } from './tool-ledger.ts'
import {
  askForThings,
  decideAll,
  decideLeft,
  openToolSession,
  repeatUnasked,
  type ToolPlace,
} from './tool-load.ts'
import { nextCalls, readFile } from './tool-plan.ts'

const people = ['ada', 'ben']
const askedTools: AskedTools = { main: [], careful: ['exec'], writer: ['write', 'edit'] }
const agents = Object.keys(askedTools)
const restMsMax = 60_000
/** How many of the approvals that were left wait on through the next round. */
const staysShare = 0.2

export async function createToolRounds(): Promise<RoundKind> {
  const endpoint = await openModelEndpoint({ caller: { pieces: 2, delayMs: 10, calls: nextCalls } })
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  const path = join(folder, 'heddle.db')
  const workspace = (agentId: string) => join(folder, 'workspaces', agentId)
  writeFiles(folder, endpoint.url, workspace)
  const tokens = await makePeople(folder, people)
  let gateway = await startGateway(folder)
  const processBreaches: string[] = []
  // Of earlier rounds, with something in them that waits.
  let waiting: ToolLedger[] = []

  const placeOf = (person: string, ledger: ToolLedger): ToolPlace => ({
    url: gateway.url,
    token: tokens.get(person) ?? '',
    ledger,
    workspace,
  })

  async function restart(): Promise<void> {
    gateway = await startGateway(folder)
    // It sweeps before it is ready; what comes back to nobody goes with its parent.
    processBreaches.push(...findLeftProcesses(folder, gateway.pid))
  }

  /** People decide while that goes on, and until it has ended. */
  async function whileDeciding(ledger: ToolLedger, act: () => Promise<unknown>): Promise<void> {
    let isOver = false
    const deciders = people.map((one) => decideAll(placeOf(one, ledger), () => isOver))
    await act()
    isOver = true
    await Promise.all(deciders)
  }

  async function liveThroughKills(ledger: ToolLedger): Promise<void> {
    for (const agentId of agents) await openToolSession(placeOf('ada', ledger), agentId)
    await whileDeciding(ledger, () =>
      Promise.all([
        ...ledger.sessions.map(({ id, agentId }) => askForThings(placeOf('ada', ledger), id, agentId)),
        sleep(between(80, 1_200)).then(() => endRoughly(gateway)),
      ]),
    )
    // Now and then it dies again while it starts, or while it takes up what was left.
    if (Math.random() < 0.15) await startGateway(folder, between(50, 500))
    await restart()
    if (Math.random() < 0.4) {
      await whileDeciding(ledger, async () => {
        const again = repeatUnasked(placeOf('ada', ledger))
        await sleep(between(20, 600))
        await endRoughly(gateway)
        await again
      })
      await restart()
    }
  }

  /** What was left until now is decided, and now and then the gateway dies right after. */
  async function decideRest(ledgers: readonly ToolLedger[]): Promise<void> {
    const isKilled = Math.random() < 0.3
    const decided = Promise.all(
      ledgers.map((ledger) => decideLeft(placeOf('ben', ledger), () => Math.random() < staysShare)),
    )
    if (!isKilled) return void (await decided)
    await sleep(between(5, 150))
    await endRoughly(gateway)
    await decided
    await restart()
  }

  function check(ledgers: readonly ToolLedger[]): string[] {
    return inspect(path, (database) => [
      ...ledgers.flatMap((ledger) => [
        ...ledger.wrongAnswers,
        ...checkCalls(database, ledger, workspace, askedTools),
        ...checkApprovals(database, ledger),
      ]),
      ...database.complaints().map((text) => `[I15] ${text}`),
    ])
  }

  async function round(): Promise<RoundResult> {
    const ledger = createToolLedger()
    processBreaches.length = 0
    await liveThroughKills(ledger)
    const breaches: string[] = []
    await whileDeciding(ledger, async () => {
      await repeatUnasked(placeOf('ada', ledger))
      await rest(path)
    })
    // The last word may have set something going.
    breaches.push(...(await rest(path)))
    const all = [...waiting, ledger]
    breaches.push(...check(all))
    await decideRest(all)
    // What goes on asks for more.
    await whileDeciding(ledger, () => rest(path))
    breaches.push(...(await rest(path)), ...check(all), ...processBreaches)
    waiting = inspect(path, (database) =>
      all.filter(({ sessions }) => sessions.some(({ id }) => isWaiting(database, id))),
    )
    return { acknowledged: ledger.acknowledged, breaches: [...new Set(breaches)] }
  }

  return {
    name: 'tools',
    round,
    async close() {
      await gateway.kill('SIGTERM')
      await endpoint.close()
      const left = findLeftProcesses(folder)
      rmSync(folder, { recursive: true })
      if (left.length > 0) throw new Error(`a gateway that stopped left processes: ${left.join('; ')}`)
    },
  }
}

function writeFiles(folder: string, baseUrl: string, workspace: (agentId: string) => string): void {
  const list = Object.entries(askedTools).map(([id, tools]) => ({
    id,
    tools: { policy: Object.fromEntries(tools.map((tool) => [tool, 'ask'])) },
  }))
  const file = {
    models: { providers: { chaos: { kind: 'openai-compatible', baseUrl, models: [{ id: 'caller' }] } } },
    agents: { defaults: { model: 'chaos/caller' }, list },
  }
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(file))
  for (const agentId of agents) {
    mkdirSync(workspace(agentId), { recursive: true, mode: 0o700 })
    writeFileSync(join(workspace(agentId), readFile), 'All is well.\n')
  }
}

/** Until nothing runs but turns that wait for a word, each of whose calls waits for one or stands behind one that does. */
async function rest(path: string): Promise<string[]> {
  const busy = () =>
    inspect(path, (database) =>
      database.rows<{ what: string }>(selectBusy, Date.now()).map(({ what }) => what),
    )
  const until = performance.now() + restMsMax
  for (;;) {
    const left = busy()
    if (left.length === 0) return []
    if (performance.now() > until)
      return [`it did not come to rest within ${restMsMax} ms: ${left.join('; ')}`]
    await sleep(15)
  }
}

const selectBusy = `
  select 'the turn ' || t.id || ' is ' || t.state as what from turns t where t.ended_at is null and (t.state <> 'waiting'
    or exists (select 1 from tool_calls c left join approvals a on a.id = c.approval_id
      where c.turn_id = t.id and a.state is not 'pending' and not exists (
        select 1 from tool_calls e join approvals p on p.id = e.approval_id
        where e.turn_id = t.id and e.seq < c.seq and p.state = 'pending')))
  union all select 'a message waits in ' || i.session_id from session_inbox i
    join sessions s on s.id = i.session_id where s.turn_id is null
  union all select w.kind || ' is ' || w.state from work w
    where w.fact_id is not null and w.due_at <= ? and w.state in ('ready', 'running')`

function isWaiting(database: Inspection, sessionId: string): boolean {
  return (
    database.count('select count(*) n from turns where session_id = ? and ended_at is null', sessionId) > 0
  )
}
