// People who have agents spawn sub-agents, who spawn some themselves, and who now and then stop all of it, until the
// gateway is gone.

import { askGateway, untilGone } from './ask-gateway.ts'
import { between, sleep } from './chaos-round.ts'
import type { AskedSpawn, SaidPlan, SpawnLedger } from './spawn-ledger.ts'
import { chooseSpawn, chooseSpawnPlan, spawnInputOf, type SpawnPlan, writeSpawnPlan } from './spawn-plan.ts'

export interface SpawnPlace {
  url: string
  token: string
  ledger: SpawnLedger
}

const depthMax = 2
const stopShare = 0.08

let lastId = 0
const makeId = () => `s${Date.now().toString(36)}x${++lastId}`

export async function openRoot(place: SpawnPlace): Promise<void> {
  const input = { agentId: 'main', visibility: 'team' }
  const { body } = await ask(place, 'POST', '/sessions', input, [201])
  place.ledger.roots.push({ id: String(body['id']), isStopAsked: false })
}

/** A plan, perhaps a second one, perhaps a stop. */
export async function haveSpawned(place: SpawnPlace, sessionId: string): Promise<void> {
  await untilGone(async () => {
    await say(place, newSaid(place, sessionId, chooseSpawnPlan(makeId, depthMax)))
    await sleep(between(0, 400))
    if (Math.random() < 0.3) await say(place, newSaid(place, sessionId, chooseSpawnPlan(makeId, depthMax)))
    await sleep(between(0, 400))
    if (Math.random() < stopShare) await stop(place, sessionId)
  })
}

/** A person's own. */
export async function spawnSome(place: SpawnPlace, sessionId: string): Promise<void> {
  await untilGone(async () => {
    for (let i = Math.floor(between(0, 3)); i > 0; i--) {
      const asked = { sessionId, key: crypto.randomUUID(), spawn: chooseSpawn(makeId, depthMax) }
      place.ledger.asked.push(asked)
      await spawn(place, asked)
      await sleep(between(0, 200))
    }
  })
}

/** Once more what was not acknowledged, and now and then what was: it must find itself. */
export async function repeatUnsaid(place: SpawnPlace): Promise<void> {
  await untilGone(async () => {
    for (const said of place.ledger.said) {
      if (!said.isAcknowledged || Math.random() < 0.1) await say(place, said)
    }
  })
}

export async function repeatUnspawned(place: SpawnPlace): Promise<void> {
  await untilGone(async () => {
    for (const asked of place.ledger.asked) {
      if (asked.runId === undefined || Math.random() < 0.3) await spawn(place, asked)
    }
  })
}

/** Whatever waited for a turn to take it along is taken by this one. */
export async function sayLast(place: SpawnPlace): Promise<boolean> {
  return untilGone(async () => {
    for (const { id } of place.ledger.roots) await say(place, newSaid(place, id, null))
  })
}

function newSaid({ ledger }: SpawnPlace, sessionId: string, plan: SpawnPlan | null): SaidPlan {
  const said: SaidPlan = { sessionId, clientMessageId: crypto.randomUUID(), plan, isAcknowledged: false }
  ledger.said.push(said)
  return said
}

async function say(place: SpawnPlace, said: SaidPlan): Promise<void> {
  const { sessionId, clientMessageId, plan } = said
  const body = plan === null ? 'What has become of it?' : writeSpawnPlan(plan)
  const input = { body, clientMessageId, mode: 'queue' }
  await ask(place, 'POST', `/sessions/${sessionId}/messages`, input, [200, 201])
  said.isAcknowledged = true
  place.ledger.acknowledged++
}

async function spawn(place: SpawnPlace, asked: AskedSpawn): Promise<void> {
  const { sessionId, key, spawn: planned } = asked
  const path = `/sessions/${sessionId}/runs`
  const { body } = await ask(place, 'POST', path, spawnInputOf(planned), [201], { 'idempotency-key': key })
  const runId = String(body['runId'])
  if (asked.runId !== undefined && asked.runId !== runId) {
    place.ledger.wrongAnswers.push(`${planned.id} was ${asked.runId} and is ${runId}`)
  }
  asked.runId = runId
  place.ledger.acknowledged++
}

async function stop(place: SpawnPlace, sessionId: string): Promise<void> {
  const { ledger } = place
  const root = ledger.roots.find(({ id }) => id === sessionId)
  if (root) root.isStopAsked = true
  const { body } = await ask(place, 'POST', `/sessions/${sessionId}/stop`, undefined, [200])
  for (const one of body['descendants'] as { sessionId: string; confirmed: boolean }[]) {
    if (!one.confirmed) ledger.wrongAnswers.push(`[SUB12] ${one.sessionId} was not stopped in time`)
  }
  ledger.acknowledged++
}

function ask(
  { url, token, ledger }: SpawnPlace,
  method: string,
  path: string,
  body: object | undefined,
  expected: readonly number[],
  headers?: Readonly<Record<string, string>>,
) {
  return askGateway({ url, token, wrongAnswers: ledger.wrongAnswers }, method, path, body, expected, headers)
}
