// Kills the gateway in the middle of turns: people talk, steer, stop and change what waits, followers look on, a model
// streams slowly. After each round every message is there once, every turn has one end, and followers hold the log.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModelAnswer, openModelEndpoint } from '@heddle/emulators/model-endpoint'
import { between, type RoundKind, type RoundResult, sleep } from './chaos-round.ts'
import { checkFollower, checkRest, checkTurns } from './check-turns.ts'
import { endRoughly, type GatewayProcess, startGateway } from './gateway-process.ts'
import { inspect } from './inspect-database.ts'
import { createLogFollower, type LogFollower } from './log-follower.ts'
import { makePeople } from './make-people.ts'
import { createTurnLedger } from './turn-ledger.ts'
import { openSession, repeatUnanswered, talk, type TurnPlace } from './turn-load.ts'

const authors = ['ada', 'ben', 'cleo']
const sessionsEach = 3
/** Large pieces, so that drafts are saved on the way; slow enough to die in the middle. */
const answer = { pieces: 6, piece: 'All is well. '.repeat(120), delayMs: 25 } satisfies Partial<ModelAnswer>
const wholeAnswer = answer.piece.repeat(answer.pieces)
const restMsMax = 60_000

interface Follower extends LogFollower {
  sessionId: string
}

export async function createTurnRounds(): Promise<RoundKind> {
  const endpoint = await openModelEndpoint({ slow: answer, slower: { ...answer, delayMs: 60 } })
  const folder = mkdtempSync(join(tmpdir(), 'heddle-chaos-'))
  const path = join(folder, 'heddle.db')
  writeConfig(folder, endpoint.url)
  const tokens = await makePeople(folder, authors)
  let gateway = await startGateway(folder)

  async function round(): Promise<RoundResult> {
    const ledger = createTurnLedger()
    const placeOf = (author: string): TurnPlace => ({
      url: gateway.url,
      ledger,
      author,
      token: tokens.get(author) ?? '',
    })
    const opener = placeOf('ada')
    for (let i = 0; i < sessionsEach; i++) await openSession(opener, i === 0 ? 'patient' : 'main')
    const followers = ledger.sessions.flatMap(({ id }) =>
      [true, false].map((asksForEpoch): Follower => {
        const follower = createLogFollower({ sessionId: id, token: opener.token, asksForEpoch })
        return Object.assign(follower, { sessionId: id })
      }),
    )
    await followAll(followers, gateway)
    const load = ledger.sessions.flatMap(({ id }) => authors.map((author) => talk(placeOf(author), id)))
    await Promise.all([...load, sleep(between(60, 500)).then(() => endRoughly(gateway))])
    // Now and then it dies again while it starts, or while it takes up what was left.
    if (Math.random() < 0.15) await startGateway(folder, between(50, 500))
    gateway = await startGateway(folder)
    if (Math.random() < 0.25) {
      // Whoever is cut off comes again below.
      const again = Promise.allSettled([
        followAll(followers, gateway),
        ...authors.map((one) => repeatUnanswered(placeOf(one))),
      ])
      await sleep(between(20, 250))
      await endRoughly(gateway)
      await again
      gateway = await startGateway(folder)
    }
    await followAll(followers, gateway)
    await Promise.all(authors.map((one) => repeatUnanswered(placeOf(one))))
    const restBreaches = await rest(path)
    const followerBreaches = await compareFollowers(path, followers, gateway, opener.token)
    const breaches = inspect(path, (database) => [
      ...checkTurns(database, ledger, wholeAnswer),
      ...checkRest(database),
    ])
    const all = [...ledger.wrongAnswers, ...restBreaches, ...breaches, ...followerBreaches]
    return { acknowledged: ledger.acknowledged, breaches: all }
  }

  return {
    name: 'turns',
    round,
    async close() {
      await gateway.kill('SIGTERM')
      await endpoint.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function writeConfig(folder: string, baseUrl: string): void {
  mkdirSync(folder, { recursive: true })
  const models = [{ id: 'slow' }, { id: 'slower' }]
  const file = {
    models: { providers: { chaos: { kind: 'openai-compatible', baseUrl, models } } },
    agents: {
      defaults: { model: 'chaos/slow' },
      list: [{ id: 'main' }, { id: 'patient', model: 'chaos/slower' }],
    },
  }
  writeFileSync(join(folder, 'heddle.json5'), JSON.stringify(file))
}

async function followAll(followers: readonly Follower[], gateway: GatewayProcess): Promise<void> {
  await Promise.all(followers.map((follower) => follower.follow(gateway.url)))
}

/** Until nothing waits and nothing runs. */
async function rest(path: string): Promise<string[]> {
  const busy = () =>
    inspect(path, (database) =>
      database.count(`select (select count(*) from session_inbox) + (select count(*) from turns where ended_at is null)
        + (select count(*) from work where fact_id is not null) n`),
    )
  const until = performance.now() + restMsMax
  while (busy() > 0) {
    if (performance.now() > until) return [`it did not come to rest within ${restMsMax} ms`]
    await sleep(15)
  }
  return []
}

async function compareFollowers(
  path: string,
  followers: readonly Follower[],
  gateway: GatewayProcess,
  token: string,
): Promise<string[]> {
  const breaches: string[] = []
  for (const sessionId of new Set(followers.map((follower) => follower.sessionId))) {
    const seq = inspect(path, (database) =>
      database.count('select seq n from sessions where id = ?', sessionId),
    )
    const reader = createLogFollower({ sessionId, token, asksForEpoch: false })
    await reader.follow(gateway.url, 0)
    const mine = followers.filter((follower) => follower.sessionId === sessionId)
    for (const follower of [reader, ...mine]) {
      if (!(await follower.reach(seq, restMsMax))) {
        breaches.push(`${sessionId}: a follower did not get to ${seq}`)
      }
    }
    if (reader.held.length !== seq) breaches.push(`${sessionId}: the log has ${reader.held.length} of ${seq}`)
    for (const follower of mine) {
      breaches.push(...checkFollower(follower, reader.held).map((text) => `${sessionId}: ${text}`))
    }
    for (const follower of [reader, ...mine]) follower.leave()
  }
  return breaches
}
