// Kills the gateway while people discuss moments of sessions: at any moment of opening, replying, naming, editing and
// deleting. After each round every reply is there once, says what its author last was told, names whom it names, is told to
// each of them once, stands once in the log, is found once, and followers hold the log.

import { openChaosPlace } from '../chaos-place.ts'
import { between, type RoundKind, type RoundResult, sleep } from '../chaos-round.ts'
import { checkFollower, checkRest } from '../check-turns.ts'
import { comeToRest, restMsMax } from '../come-to-rest.ts'
import { endRoughly } from '../gateway-process.ts'
import { inspect } from '../inspect-database.ts'
import { createLogFollower, type LogFollower } from '../log-follower.ts'
import { checkFound, untilTakenIn } from './check-found.ts'
import { checkReplies } from './check-replies.ts'
import { checkTold } from './check-told.ts'
import { createReplyLedger, type ReplyLedger } from './reply-ledger.ts'
import { discuss, openTalkedOf, repeatUnanswered, type ReplyPlace } from './reply-load.ts'

const people = ['ada', 'ben', 'cleo', 'dan']
const sessionsEach = 2
const momentsEach = 3

interface Follower extends LogFollower {
  sessionId: string
}

export async function createReplyRounds(): Promise<RoundKind> {
  const place = await openChaosPlace({
    models: { silent: { pieces: 1, piece: 'Yes.', delayMs: 0 } },
    modelIds: ['silent'],
    agents: { defaults: { model: 'chaos/silent' }, list: [{ id: 'main' }] },
    people,
  })
  const { path } = place
  const totals = { replies: 0, edited: 0, deleted: 0, threads: 0, kills: 0 }

  async function round(): Promise<RoundResult> {
    const ledger = createReplyLedger()
    const placeOf = (author: string): ReplyPlace => {
      return { url: place.gateway.url, ledger, author, token: place.tokenOf(author), people }
    }
    for (let i = 0; i < sessionsEach; i++) await openTalkedOf(placeOf('ada'), momentsEach)
    const followers = ledger.sessions.map(({ id }): Follower => {
      const follower = createLogFollower({ sessionId: id, token: place.tokenOf('ben'), asksForEpoch: false })
      return Object.assign(follower, { sessionId: id })
    })
    const followAll = () => Promise.all(followers.map((follower) => follower.follow(place.gateway.url)))
    const end = async () => {
      await endRoughly(place.gateway)
      totals.kills++
    }
    await followAll()
    const load = people.map((author) => discuss(placeOf(author)))
    await Promise.all([...load, sleep(between(40, 600)).then(end)])
    await place.restart()
    while (Math.random() < 0.25) {
      // Whoever is cut off comes again below.
      const again = Promise.allSettled(people.map((author) => repeatUnanswered(placeOf(author))))
      await sleep(between(5, 150))
      await end()
      await again
      await place.restart()
    }
    await followAll()
    await Promise.all(people.map((author) => repeatUnanswered(placeOf(author))))
    const breaches = [
      ...(await comeToRest(path)),
      ...(await untilTakenIn((look) => inspect(path, look))),
      ...(await checkFound(placeOf('cleo'))),
      ...(await compareFollowers(path, followers, placeOf('dan'))),
      ...inspect(path, (database) => [
        ...checkReplies(database, ledger),
        ...checkTold(database, ledger),
        ...checkRest(database),
      ]),
    ]
    count(ledger)
    return { acknowledged: ledger.acknowledged, breaches: [...ledger.wrongAnswers, ...breaches] }
  }

  function count({ replies, threads }: ReplyLedger): void {
    totals.replies += replies.length
    totals.threads += threads.size
    totals.edited += replies.filter(({ bodies, body }) => !bodies.has(body)).length
    totals.deleted += replies.filter(({ isDeleteTold }) => isDeleteTold).length
  }

  return {
    name: 'replies',
    round,
    figures: () => totals,
    lacking: (rounds) =>
      rounds < 3
        ? []
        : Object.entries(totals).flatMap(([what, n]) =>
            n === 0 ? [`nothing of this came about: ${what}`] : [],
          ),
    close: place.close,
  }
}

async function compareFollowers(
  path: string,
  followers: readonly Follower[],
  { url, token }: ReplyPlace,
): Promise<string[]> {
  const breaches: string[] = []
  for (const follower of followers) {
    const { sessionId } = follower
    const seq = inspect(path, (database) =>
      database.count('select seq n from sessions where id = ?', sessionId),
    )
    const reader = createLogFollower({ sessionId, token, asksForEpoch: false })
    await reader.follow(url, 0)
    for (const one of [reader, follower]) {
      if (!(await one.reach(seq, restMsMax))) breaches.push(`${sessionId}: a follower did not get to ${seq}`)
    }
    breaches.push(...checkFollower(follower, reader.held).map((text) => `${sessionId}: ${text}`))
    for (const one of [reader, follower]) one.leave()
  }
  return breaches
}
