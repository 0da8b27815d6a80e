// Kills the gateway in the middle of turns: people talk, steer, stop and change what waits, followers look on, a model
// streams slowly. After each round every message is there once, every turn has one end, and followers hold the log.

import type { ModelAnswer } from '@heddle/emulators/model-endpoint'
import { openChaosPlace } from './chaos-place.ts'
import { between, type RoundKind, type RoundResult, sleep } from './chaos-round.ts'
import { checkFollower, checkRest, checkTurns } from './check-turns.ts'
import { comeToRest, restMsMax } from './come-to-rest.ts'
import { endRoughly, type GatewayProcess } from './gateway-process.ts'
import { inspect } from './inspect-database.ts'
import { createLogFollower, type LogFollower } from './log-follower.ts'
import { createTurnLedger } from './turn-ledger.ts'
import { openSession, repeatUnanswered, talk, type TurnPlace } from './turn-load.ts'

const authors = ['ada', 'ben', 'cleo']
const sessionsEach = 3
/** Large pieces, so that drafts are saved on the way; slow enough to die in the middle. */
const answer = { pieces: 6, piece: 'All is well. '.repeat(120), delayMs: 25 } satisfies Partial<ModelAnswer>
const wholeAnswer = answer.piece.repeat(answer.pieces)

interface Follower extends LogFollower {
  sessionId: string
}

export async function createTurnRounds(): Promise<RoundKind> {
  const models = { slow: answer, slower: { ...answer, delayMs: 60 } }
  const place = await openChaosPlace({
    models,
    modelIds: Object.keys(models),
    agents: {
      defaults: { model: 'chaos/slow' },
      list: [{ id: 'main' }, { id: 'patient', model: 'chaos/slower' }],
    },
    people: authors,
  })
  const { path } = place

  async function round(): Promise<RoundResult> {
    const ledger = createTurnLedger()
    const placeOf = (author: string): TurnPlace => ({
      url: place.gateway.url,
      ledger,
      author,
      token: place.tokenOf(author),
    })
    const opener = placeOf('ada')
    for (let i = 0; i < sessionsEach; i++) await openSession(opener, i === 0 ? 'patient' : 'main')
    const followers = ledger.sessions.flatMap(({ id }) =>
      [true, false].map((asksForEpoch): Follower => {
        const follower = createLogFollower({ sessionId: id, token: opener.token, asksForEpoch })
        return Object.assign(follower, { sessionId: id })
      }),
    )
    await followAll(followers, place.gateway)
    const load = ledger.sessions.flatMap(({ id }) => authors.map((author) => talk(placeOf(author), id)))
    await Promise.all([...load, sleep(between(60, 500)).then(() => endRoughly(place.gateway))])
    await place.restart()
    if (Math.random() < 0.25) {
      // Whoever is cut off comes again below.
      const again = Promise.allSettled([
        followAll(followers, place.gateway),
        ...authors.map((one) => repeatUnanswered(placeOf(one))),
      ])
      await sleep(between(20, 250))
      await endRoughly(place.gateway)
      await again
      await place.restart()
    }
    await followAll(followers, place.gateway)
    await Promise.all(authors.map((one) => repeatUnanswered(placeOf(one))))
    const restBreaches = await comeToRest(path)
    const followerBreaches = await compareFollowers(path, followers, place.gateway, opener.token)
    const breaches = inspect(path, (database) => [
      ...checkTurns(database, ledger, wholeAnswer),
      ...checkRest(database),
    ])
    const all = [...ledger.wrongAnswers, ...restBreaches, ...breaches, ...followerBreaches]
    return { acknowledged: ledger.acknowledged, breaches: all }
  }

  return { name: 'turns', round, close: place.close }
}

async function followAll(followers: readonly Follower[], gateway: GatewayProcess): Promise<void> {
  await Promise.all(followers.map((follower) => follower.follow(gateway.url)))
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
