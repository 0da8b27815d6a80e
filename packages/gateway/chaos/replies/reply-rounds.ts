// Kills the gateway while people discuss moments of sessions: at any moment of opening, replying, naming, editing and
// deleting. After each round every reply is there once, says what its author last was told, names whom it names, is told to
// each of them once, stands once in the log, is found once, and followers hold the log. Some of the people have an account on
// a platform with troubles of its own: each notification of theirs can be seen there once, or says why not.

import { limits, placeName } from '@heddle/contract'
import { openChaosPlace } from '../chaos-place.ts'
import { between, type RoundKind, type RoundResult, sleep } from '../chaos-round.ts'
import { checkFollower, checkRest } from '../check-turns.ts'
import { restMsMax } from '../come-to-rest.ts'
import { endRoughly } from '../gateway-process.ts'
import { inspect, type Inspection } from '../inspect-database.ts'
import { createLogFollower, type LogFollower } from '../log-follower.ts'
import { checkDeliveries } from '../places/check-deliveries.ts'
import { comeToRestWith } from '../places/come-to-rest-there.ts'
import { createPlaceLedger } from '../places/place-ledger.ts'
import { checkDirect } from './check-direct.ts'
import { checkFound, untilTakenIn } from './check-found.ts'
import { checkReplies } from './check-replies.ts'
import { checkTold } from './check-told.ts'
import { createDirectFigures } from './direct-figures.ts'
import { botId, openDirectStage } from './direct-stage.ts'
import { createReplyLedger, type ReplyLedger } from './reply-ledger.ts'
import { discuss, openTalkedOf, repeatUnanswered, type ReplyPlace, turnAllOn } from './reply-load.ts'

const people = ['ada', 'ben', 'cleo', 'dan']
/** Who is written to directly as well. */
const linked = ['ada', 'ben', 'cleo']
const sessionsEach = 2
const momentsEach = 3

interface Follower extends LogFollower {
  sessionId: string
}

export async function createReplyRounds(): Promise<RoundKind> {
  const stage = await openDirectStage(linked)
  const { platform, channels, twist, slowness } = stage
  const place = await openChaosPlace({
    models: { silent: { pieces: 1, piece: 'Yes.', delayMs: 0 } },
    modelIds: ['silent'],
    agents: { defaults: { model: 'chaos/silent' }, list: [{ id: 'main' }] },
    people,
    accounts: new Map(linked.map((handle) => [handle, handle])),
    channels,
    twist,
  })
  const { path, tokenOf } = place
  const totals = { replies: 0, edited: 0, deleted: 0, threads: 0, kills: 0 }
  const direct = createDirectFigures()

  async function round(): Promise<RoundResult> {
    const ledger = createReplyLedger()
    const startedAt = Date.now()
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
    stage.makeTrouble()
    const load = people.map((author) => discuss(placeOf(author)))
    await Promise.all([...load, momentToEnd().then(end)])
    await place.restart()
    while (Math.random() < 0.25) {
      // Whoever is cut off comes again below.
      const again = Promise.allSettled(people.map((author) => repeatUnanswered(placeOf(author))))
      await Promise.race([sleep(between(5, 400)), ...(Math.random() < 0.5 ? [stage.afterDone(1)] : [])])
      await end()
      await again
      await place.restart()
    }
    await followAll()
    await Promise.all(people.map((author) => repeatUnanswered(placeOf(author))))
    stage.endTrouble()
    const resting = { path, slowness, gateway: place.gateway, tokenOf }
    const breaches = [
      ...(await comeToRestWith(resting, listUntold)),
      ...(await untilTakenIn((look) => inspect(path, look))),
      ...(await checkFound(placeOf('cleo'))),
      ...(await compareFollowers(path, followers, placeOf('dan'))),
      ...inspect(path, (database) => [
        ...checkReplies(database, ledger),
        ...checkTold(database, ledger),
        ...checkDirect(database, ledger, {
          linked: new Set(linked),
          muted: ledger.muted,
          placeOf: dmOf,
          attemptsMax: limits.notifyAttemptsMax,
        }),
        ...checkDeliveries(database, platform, createPlaceLedger(startedAt, 0)),
        ...checkRest(database),
      ]),
    ]
    count(ledger)
    inspect(path, (database) => direct.take(database, ledger, stage.faults()))
    await Promise.all([...ledger.muted].map((author) => turnAllOn(placeOf(author))))
    return { acknowledged: ledger.acknowledged, breaches: [...ledger.wrongAnswers, ...breaches] }
  }

  /** At any moment; or right after somebody was written to, and before the gateway is told so. */
  function momentToEnd(): Promise<unknown> {
    const latest = sleep(between(40, 1_500))
    return Math.random() < 0.5 ? latest : Promise.race([latest, stage.afterDone(Math.ceil(between(0, 6)))])
  }

  function dmOf(handle: string): string {
    return placeName({
      channel: 'loopback',
      accountId: 'main',
      conversationId: platform.openDm(handle, botId),
    })
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
    figures: () => ({ ...totals, ...direct.tell() }),
    lacking: (rounds) =>
      rounds < 3
        ? []
        : Object.entries({ ...totals, ...(rounds < 30 ? {} : direct.tell()) }).flatMap(([what, n]) =>
            n === 0 ? [`nothing of this came about: ${what}`] : [],
          ),
    async close() {
      await place.close()
      await stage.close()
    },
  }
}

/** What waits for its moment is not at rest. */
function listUntold(database: Inspection): string[] {
  const waiting = database.count('select count(*) n from notification_deliveries where due_at is not null')
  return waiting === 0 ? [] : [`${waiting} wait to be told elsewhere`]
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
