// Kills the gateway while people on a platform talk in channels and threads, and the platform has troubles of its own. When
// all of it has come to rest, what can be seen on the platform is held against what the gateway believes.

import type { PlatformCall } from '@heddle/emulators/loopback/platform-words'
import { noFaults } from '@heddle/emulators/loopback/faults'
import { between, type RoundKind, type RoundResult, sleep } from '../chaos-round.ts'
import { checkRest } from '../check-turns.ts'
import { endRoughly } from '../gateway-process.ts'
import { inspect } from '../inspect-database.ts'
import { checkArrivals } from './check-arrivals.ts'
import { checkBindings } from './check-bindings.ts'
import { checkConduct } from './check-conduct.ts'
import { checkDeliveries } from './check-deliveries.ts'
import { comeToRestThere } from './come-to-rest-there.ts'
import { type ArmedPoint, choosePoint } from './die-points.ts'
import { chooseFaults } from './place-faults.ts'
import { createPlaceFigures } from './place-figures.ts'
import { createPlaceLedger, type PlaceLedger } from './place-ledger.ts'
import { type Crowd, liveIn, openChannel, writeOnce } from './place-load.ts'
import { botId, botToken, openPlaceStage, type PlaceStage } from './place-stage.ts'

const channelsEach = 2
const againShare = 0.3
const platformShare = 0.35
const lifeMsMax = 1_300
/** For what is aimed at to come about; then it is killed anyway. */
const aimMsMax = 2_200

export async function createPlaceRounds(): Promise<RoundKind> {
  const stage = await openPlaceStage()
  const { platform, path } = stage
  const figures = createPlaceFigures()
  let earlier: readonly string[] = []

  async function round(): Promise<RoundResult> {
    const ledger = createPlaceLedger(Date.now(), platform.truth.requests.length, earlier)
    const endTroubles = makeTrouble(stage, ledger)
    await liveThroughKills(stage, ledger, figures.add)
    endTroubles()
    const breaches = await comeToRestThere(stage)
    const last: Crowd = { platform, ledger, isOver: () => true }
    for (const channel of ledger.channels) writeOnce(last, channel)
    breaches.push(...(await comeToRestThere(stage)))
    breaches.push(
      ...inspect(path, (database) => [
        ...checkDeliveries(database, platform, ledger),
        ...checkArrivals(database, platform, ledger),
        ...checkBindings(database, platform, ledger),
        ...checkRest(database),
      ]),
      ...checkConduct(platform, ledger, stage.ends),
    )
    inspect(path, (database) => figures.take(database, platform, ledger))
    earlier = ledger.channels
    return { acknowledged: ledger.said.length, breaches }
  }

  return { name: 'places', round, figures: figures.tell, close: stage.close }
}

async function liveThroughKills(
  stage: PlaceStage,
  ledger: PlaceLedger,
  add: (what: string) => void,
): Promise<void> {
  const { platform } = stage
  let isOver = false
  const crowd: Crowd = { platform, ledger, isOver: () => isOver }
  const load = Array.from({ length: channelsEach }, () => liveIn(crowd, openChannel(crowd)))
  add(`killed ${await endSomehow(stage)}`)
  while (Math.random() < againShare) {
    // It may end while it starts and takes up what was left.
    const armed = Math.random() < 0.5 ? choosePoint() : undefined
    if (armed) stage.arm(armed)
    await stage.restart()
    add(`killed ${await endSomehow(stage, armed)}`)
  }
  stage.arm(undefined)
  await stage.restart()
  // What waits is not all there is: it goes on for a moment with the one that stays.
  await sleep(between(0, 300))
  isOver = true
  await Promise.all(load)
}

/** At a moment in which it hurts: when the platform has just done something, when it ends itself, or at any. */
async function endSomehow(stage: PlaceStage, armed = chooseArmed(stage)): Promise<string> {
  const { gateway } = stage
  let how = 'at any moment'
  // The one that is armed ends itself.
  if (armed !== undefined) void gateway.closed.then(() => (how = `at ${armed.name}`))
  const isAimed = armed !== undefined || Math.random() < platformShare
  const late = sleep(isAimed ? aimMsMax : between(200, lifeMsMax))
  if (armed === undefined && isAimed) {
    const kinds: readonly PlatformCall['kind'][] = [
      'send',
      'send',
      'send',
      'thread.open',
      'thread.close',
      'history',
    ]
    const kind = kinds[Math.floor(Math.random() * kinds.length)]
    let left = Math.floor(between(1, 6))
    const struck = new Promise<void>((resolve) => {
      stage.onDone = (call) => {
        if (call.kind !== kind || --left > 0) return
        gateway.signal('SIGKILL')
        how = `at F9, ${call.kind} done`
        resolve()
      }
    })
    await Promise.race([struck, late, gateway.closed])
    stage.onDone = () => undefined
  } else {
    await Promise.race([late, gateway.closed])
  }
  const told = how
  await endRoughly(gateway)
  stage.noteEnd()
  return told
}

/** Half of them end themselves. */
function chooseArmed(stage: PlaceStage): ArmedPoint | undefined {
  if (Math.random() < 0.5) return undefined
  const armed = choosePoint()
  stage.arm(armed)
  return armed
}

/** What comes back ends it. */
function makeTrouble(stage: PlaceStage, ledger: PlaceLedger): () => void {
  const { platform } = stage
  const { faults } = ledger
  platform.useFaults(chooseFaults((kind) => faults.set(kind, (faults.get(kind) ?? 0) + 1)))
  const feed = platform.state.bots.get(botId)?.feed
  if (!feed) throw new Error('the program is not on the platform')
  ledger.hasSwaps = Math.random() < 0.3
  Object.assign(feed.manners, {
    copyRate: Math.random() < 0.5 ? 0.3 : 0,
    swapRate: ledger.hasSwaps ? 0.2 : 0,
  })
  const later: NodeJS.Timeout[] = []
  if (Math.random() < 0.3) {
    const lose = () => {
      if (feed.lose() > 0) ledger.lossAt.push(Date.now())
    }
    later.push(setTimeout(lose, between(600, 1_500)))
  }
  if (Math.random() < 0.1) {
    // The platform knows the account no more, until somebody sees to it.
    const refuse = () => {
      platform.changeToken(botId, 'another')
      faults.set('token refused', 1)
    }
    later.push(setTimeout(refuse, between(200, 1_000)))
  }
  return () => {
    for (const timer of later) clearTimeout(timer)
    endTrouble(stage)
  }
}

function endTrouble({ platform }: PlaceStage): void {
  platform.useFaults(noFaults)
  platform.changeToken(botId, botToken)
  for (const { id, closedTo } of platform.state.conversations.values()) {
    if (closedTo.size > 0) platform.close(id, botId, false)
  }
  const feed = platform.state.bots.get(botId)?.feed
  if (feed) Object.assign(feed.manners, { copyRate: 0, swapRate: 0 })
}
