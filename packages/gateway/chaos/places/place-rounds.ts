// Kills the gateway while people on a platform talk in channels and threads, and the platform has troubles of its own. When
// all of it has come to rest, what can be seen on the platform is held against what the gateway believes.

import { between, type RoundKind, type RoundResult, sleep } from '../chaos-round.ts'
import { checkRest } from '../check-turns.ts'
import { inspect } from '../inspect-database.ts'
import { checkBackups } from './back-up.ts'
import { checkArrivals } from './check-arrivals.ts'
import { checkBindings } from './check-bindings.ts'
import { checkConduct } from './check-conduct.ts'
import { checkDeliveries } from './check-deliveries.ts'
import { comeToRestThere } from './come-to-rest-there.ts'
import { decideStuck } from './decide-stuck.ts'
import { choosePoint } from './die-points.ts'
import { endSomehow, type Killing } from './end-somehow.ts'
import { makeTrouble } from './make-trouble.ts'
import { createPlaceFigures } from './place-figures.ts'
import { createPlaceLedger, type PlaceLedger } from './place-ledger.ts'
import { type Crowd, liveIn, openChannel, writeOnce } from './place-load.ts'
import { openPlaceStage } from './place-stage.ts'
import { createPointTally } from './point-tally.ts'

const channelsEach = 2
const againShare = 0.3

export async function createPlaceRounds(): Promise<RoundKind> {
  const stage = await openPlaceStage()
  const { platform, path } = stage
  const figures = createPlaceFigures()
  const tally = createPointTally()
  let earlier: readonly string[] = []

  async function round(): Promise<RoundResult> {
    const ledger = createPlaceLedger(Date.now(), platform.truth.requests.length, earlier)
    const endTroubles = makeTrouble(stage, ledger)
    figures.add('kills', await liveThroughKills({ stage, tally }, ledger))
    endTroubles()
    const breaches = await comeToRestThere(stage)
    figures.add('decided by a person', await decideStuck(stage, ledger, breaches))
    const last: Crowd = { platform, ledger, isOver: () => true }
    for (const channel of ledger.channels) writeOnce(last, channel)
    breaches.push(...(await comeToRestThere(stage)))
    breaches.push(...(await checkBackups(path)))
    breaches.push(
      ...inspect(path, (database) => [
        ...checkDeliveries(database, platform, ledger),
        ...checkArrivals(database, platform, ledger),
        ...checkBindings(database, platform, ledger),
        ...checkRest(database),
      ]),
      ...checkConduct(platform, ledger, stage.ends, stage.slowness),
    )
    inspect(path, (database) => figures.take(database, platform, ledger))
    tally.take(ledger)
    earlier = ledger.channels
    return { acknowledged: ledger.said.length, breaches }
  }

  return {
    name: 'places',
    round,
    figures: () => ({ ...figures.tell(), ...tally.tell() }),
    lacking: tally.lacking,
    close: stage.close,
  }
}

async function liveThroughKills(killing: Omit<Killing, 'crowd'>, ledger: PlaceLedger): Promise<number> {
  const { stage, tally } = killing
  let isOver = false
  const crowd: Crowd = { platform: stage.platform, ledger, isOver: () => isOver }
  const load = Array.from({ length: channelsEach }, () => liveIn(crowd, openChannel(crowd)))
  let kills = 1
  await endSomehow({ ...killing, crowd })
  while (Math.random() < againShare) {
    // It may end while it starts and takes up what was left.
    const armed = Math.random() < 0.5 ? choosePoint(tally.hitsOf) : undefined
    if (armed) stage.arm(armed)
    await stage.restart()
    await endSomehow({ ...killing, crowd }, armed)
    kills++
  }
  stage.arm(undefined)
  await stage.restart()
  // What waits is not all there is: it goes on for a moment with the one that stays.
  await sleep(between(0, 300))
  isOver = true
  await Promise.all(load)
  return kills
}
