// Ends a gateway at a moment in which it hurts: at one that is named, when the platform has just done something, or at any.

import type { PlatformCall } from '@heddle/emulators/loopback/platform-words'
import { between, sleep } from '../chaos-round.ts'
import { endRoughly } from '../gateway-process.ts'
import { inspect } from '../inspect-database.ts'
import { backUp } from './back-up.ts'
import { bringAbout } from './bring-about.ts'
import { type ArmedPoint, choosePoint, type PointName } from './die-points.ts'
import type { Crowd } from './place-load.ts'
import type { PlaceStage } from './place-stage.ts'
import type { CountedPoint, PointTally } from './point-tally.ts'

const backupShare = 0.1
const backupMsMax = 60
const platformShare = 0.4
const lifeMsMax = 1_300
/** For what is aimed at to come about; then it is killed anyway. */
const aimMsMax = 2_600

export interface Killing {
  stage: PlaceStage
  crowd: Crowd
  tally: PointTally
}

/** Names the point, if it was one. */
export async function endSomehow(
  killing: Killing,
  armed = chooseArmed(killing),
): Promise<CountedPoint | undefined> {
  const point = armed ? await endAtPoint(killing, armed) : await endFromOutside(killing)
  if (point !== undefined) killing.tally.hit(point)
  return point
}

/** Two of three end themselves. */
function chooseArmed({ stage, tally }: Killing): ArmedPoint | undefined {
  if (Math.random() < 0.33) return undefined
  const armed = choosePoint(tally.hitsOf)
  if (armed.name !== 'F11') stage.arm(armed)
  return armed
}

async function endAtPoint({ stage, crowd }: Killing, armed: ArmedPoint): Promise<CountedPoint | undefined> {
  const { gateway, path } = stage
  const { name } = armed
  let isReached = false
  void gateway.closed.then(() => (isReached = true))
  const over = new AbortController()
  const load = bringAbout(crowd, path, name, over.signal)
  if (name === 'F11') armAfterFirstPart(stage, armed)
  await Promise.race([sleep(aimMsMax * stage.slowness), gateway.closed])
  const hasEnded = isReached
  over.abort()
  stage.onDone = () => undefined
  await finish(stage)
  await load
  if (!hasEnded) return undefined
  const wasMeant = wasInside[name]?.(path) ?? true
  return wasMeant ? name : undefined
}

/** Where the moment alone does not say what it was in the middle of. */
const wasInside: Partial<Record<PointName, (path: string) => boolean>> = {
  F11: isBetweenParts,
  F12: isLookingFor,
}

/** Most of what is sent is whole: it is armed when the first of several parts is there, and nobody was told so yet. */
function armAfterFirstPart(stage: PlaceStage, armed: ArmedPoint): void {
  stage.onDone = ({ kind, body }) => {
    const { text, marker } = body as { text?: string; marker?: { part: number } }
    if (kind !== 'send' || marker?.part !== 1 || (text?.length ?? 0) < longChars) return
    stage.onDone = () => undefined
    stage.arm({ ...armed, nth: 1 })
  }
}

/** Whatever is so long goes on in a next part. */
const longChars = 1_500

/** What was answered last may have been whole. */
function isBetweenParts(path: string): boolean {
  const halves = inspect(path, (database) =>
    database.count(
      `select count(*) n from (select lead_id from deliveries where kind = 'message' and parts > 1
         group by lead_id having sum(state = 'sent') > 0
           and sum(state in ('queued', 'sending', 'waiting', 'unknown')) > 0)`,
    ),
  )
  return halves > 0
}

/** History is read for other reasons too. */
function isLookingFor(path: string): boolean {
  const looks = inspect(path, (database) =>
    database.count(
      `select (select count(*) from deliveries where state = 'unknown')
         + (select count(*) from work where kind = 'delivery.sweep-copies' and state = 'running') as n`,
    ),
  )
  return looks > 0
}

const doneKinds: readonly PlatformCall['kind'][] = [
  'send',
  'send',
  'send',
  'thread.open',
  'thread.close',
  'history',
]

async function endFromOutside({ stage }: Killing): Promise<CountedPoint | undefined> {
  const { gateway } = stage
  const share = Math.random()
  if (share < backupShare) return endInBackup(stage)
  if (share >= platformShare) {
    await Promise.race([sleep(between(200, lifeMsMax)), gateway.closed])
    await finish(stage)
    return undefined
  }
  const kind = doneKinds[Math.floor(Math.random() * doneKinds.length)]
  let left = Math.floor(between(1, 6))
  let isStruck = false
  const struck = new Promise<void>((resolve) => {
    stage.onDone = (call) => {
      if (call.kind !== kind || --left > 0) return
      gateway.signal('SIGKILL')
      isStruck = true
      resolve()
    }
  })
  await Promise.race([struck, sleep(aimMsMax * stage.slowness), gateway.closed])
  stage.onDone = () => undefined
  const wasStruck = isStruck
  await finish(stage)
  return wasStruck ? 'F9' : undefined
}

/** While the database is copied, or what is copied is put on record. */
async function endInBackup(stage: PlaceStage): Promise<CountedPoint | undefined> {
  const { gateway, path } = stage
  let isStruck = false
  const made = backUp(path, () => {
    setTimeout(
      () => {
        isStruck = true
        gateway.signal('SIGKILL')
      },
      between(0, backupMsMax),
    )
  }).then(() => !isStruck)
  const isMade = await Promise.race([made, gateway.closed.then(() => false)])
  await finish(stage)
  return isMade ? undefined : 'F19'
}

async function finish(stage: PlaceStage): Promise<void> {
  await endRoughly(stage.gateway)
  stage.noteEnd()
}
