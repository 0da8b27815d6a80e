// Someone who follows a session as a socket does: reads the log up to now, is shown what comes, and after a break goes
// on where it was, or from the beginning when the program says that it is another epoch. What it was shown is true.

import type { SessionId } from '@heddle/contract'
import type { PersonActor } from '../../../src/people/people.ts'
import type { LogEvent } from '../../../src/sessions/session-values.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import type { SessionsNode } from '../sessions-node.ts'
import type { SessionsTruth } from '../sessions-truth.ts'

export interface Follower {
  readonly sessionId: SessionId | undefined
  /** Up to which it was shown everything. */
  readonly shown: readonly LogEvent[]
  readonly isConnected: boolean
  /** May not see the session any more. */
  readonly isShutOut: boolean
}

export interface FollowerDeps {
  name: string
  actor: PersonActor
  scheduler: Scheduler
  random: SeededRandom
  truth: SessionsTruth
  breaches: Breaches
  sometimes: Sometimes
  node(): SessionsNode | undefined
  isOver(): boolean
}

const everything = 100_000
const tryAgainMs = 400
const restlessMs = 8_000

export function startFollower(deps: FollowerDeps): Follower {
  const { name, actor, scheduler, random, truth, breaches, sometimes } = deps
  let sessionId: SessionId | undefined
  let shown: LogEvent[] = []
  let epoch: number | undefined
  let connection: { node: SessionsNode; close(): void } | undefined
  let isShutOut = false

  function take(events: readonly LogEvent[]): void {
    for (const event of events) {
      if (event.seq <= shown.length) continue
      if (event.seq !== shown.length + 1) {
        breaches.report('I24', `${name} was shown ${event.seq} right after ${shown.length}`)
        return
      }
      shown.push(event)
      truth.counts.eventsShown++
    }
  }

  async function connect(node: SessionsNode): Promise<void> {
    const id = (sessionId ??= truth.sessions.length > 0 ? random.pick(truth.sessions) : undefined)
    if (id === undefined) return
    const before = shown
    if (epoch !== undefined && epoch !== node.epoch) shown = []
    const early: LogEvent[] = []
    let isLive = false
    const close = node.publisher.listen(id, (events) => {
      if (connection?.node !== node) return
      if (isLive) take(events)
      else early.push(...events)
    })
    connection = { node, close }
    const log = await node.life.orEnd(
      node.store.read(async (r) => {
        isShutOut = !(await node.sessions.mayRead(r, actor, id))
        return isShutOut ? [] : node.sessions.logAfter(r, id, shown.length, everything)
      }),
    )
    await node.life.orEnd(node.store.durable())
    if (connection?.node !== node) return
    if (isShutOut) return hangUp()
    take(log)
    take(early)
    isLive = true
    noteReturn(node, before)
    epoch = node.epoch
  }

  function noteReturn(node: SessionsNode, before: readonly LogEvent[]): void {
    if (epoch === undefined || before.length === 0) return
    if (epoch === node.epoch) sometimes.saw('a follower resumed where it was')
    else sometimes.saw('a follower began anew in another epoch')
    const lost = before.find((event, i) => {
      const now = shown[i]
      return now?.eventId !== event.eventId || now.kind !== event.kind || now.place !== event.place
    })
    if (lost) breaches.report('I1', `${name} was shown ${lost.kind} ${lost.seq}, and it is not so any more`)
  }

  function hangUp(): void {
    connection?.close()
    connection = undefined
  }

  async function run(): Promise<void> {
    for (;;) {
      // Who has nothing to follow any more waits as long as it takes, and lets time pass.
      const isIdle = connection !== undefined || (deps.isOver() && (isShutOut || sessionId === undefined))
      await wait(random.between(1, isIdle ? restlessMs : tryAgainMs))
      const node = deps.node()
      if (connection && connection.node !== node) hangUp()
      if (connection) {
        if (deps.isOver()) continue
        hangUp()
        // As a tab that kept only a part of what it had.
        if (random.chance(0.3) && shown.length > 0) {
          shown = shown.slice(0, random.below(shown.length))
          sometimes.saw('a follower went back and caught up')
        }
      } else if (node) await connect(node).catch(hangUp)
    }
  }

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      scheduler.after(ms, name, resolve)
    })
  }

  void run().catch((error: unknown) => breaches.report('world', `${name}: ${String(error)}`))
  return {
    get sessionId() {
      return sessionId
    },
    get shown() {
      return shown
    },
    get isConnected() {
      return connection !== undefined && connection.node === deps.node()
    },
    get isShutOut() {
      return isShutOut
    },
  }
}
