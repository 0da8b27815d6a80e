// One request of a simulated client: over the wire, into the program, back when the disk has what the answer says. The
// answer may be lost on the way; the client then knows nothing.

import { Refusal, type RefusalCode } from '@heddle/contract'
import { sqliteCode, StoreBroken } from '../../../src/foundation/database/store-errors.ts'
import { LifeIsOver } from '../../time/life.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { Trace } from '../../watch/trace.ts'
import type { SessionsNode } from '../sessions-node.ts'

export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; code: RefusalCode }
  /** It may have happened. */
  | { kind: 'unknown' }
  /** The program was not there. */
  | { kind: 'unsent' }

export interface Request<T> {
  what: string
  serve(node: SessionsNode): Promise<T>
  /** The answer leaves the program now: what it says is true for ever. */
  acknowledge?(value: T): void
}

export type Ask = <T>(request: Request<T>) => Promise<Outcome<T>>

export interface AskDeps {
  name: string
  scheduler: Scheduler
  random: SeededRandom
  trace: Trace
  breaches: Breaches
  lostAnswers(): number
  node(): SessionsNode | undefined
}

const networkMsMax = 20
/** It says nothing about the request itself: the same may work a moment later. */
const passing: readonly RefusalCode[] = ['disk_full']
const sqliteBusy = 5

export function createAsk(deps: AskDeps): Ask {
  const { name, scheduler, random, trace } = deps
  const wait = (what: string) =>
    new Promise<void>((resolve) => {
      scheduler.after(random.below(networkMsMax), `${name} ${what}`, resolve)
    })

  async function answerOf<T>(node: SessionsNode, request: Request<T>): Promise<Outcome<T>> {
    await wait(`${request.what} is read in`)
    if (!node.life.alive) throw new LifeIsOver(node.life.number)
    const outcome = await serve(node, request)
    // Also a refusal tells of what was read.
    await node.store.durable()
    if (!node.life.alive) throw new LifeIsOver(node.life.number)
    trace.note(`${name} ${request.what}: ${outcome.kind === 'refused' ? outcome.code : outcome.kind}`)
    if (outcome.kind === 'done') request.acknowledge?.(outcome.value)
    return outcome
  }

  async function serve<T>(node: SessionsNode, request: Request<T>): Promise<Outcome<T>> {
    try {
      return { kind: 'done', value: await request.serve(node) }
    } catch (error) {
      if (error instanceof Refusal && !passing.includes(error.code)) {
        return { kind: 'refused', code: error.code }
      }
      throw error
    }
  }

  return async (request) => {
    await wait(request.what)
    const node = deps.node()
    if (!node) return { kind: 'unsent' }
    try {
      const outcome = await node.life.orEnd(answerOf(node, request))
      await wait(`${request.what} answer`)
      return random.chance(deps.lostAnswers()) ? { kind: 'unknown' } : outcome
    } catch (error) {
      const isExpected =
        error instanceof Refusal ||
        error instanceof LifeIsOver ||
        error instanceof StoreBroken ||
        sqliteCode(error) === sqliteBusy
      if (!isExpected && node.life.alive) {
        const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
        deps.breaches.report('answers', `${name}: ${request.what} ran into a mistake of ours: ${told}`)
      }
      return { kind: 'unknown' }
    }
  }
}
