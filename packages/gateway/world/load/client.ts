// A simulated client: thinks, asks, waits for the answer, and asks again when none came. What it was told is true it
// may rely on for ever.

import { Refusal } from '@heddle/contract'
import type { Node } from '../seed/node.ts'
import { LifeIsOver } from '../time/life.ts'
import type { Scheduler } from '../time/scheduler.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { Breaches } from '../watch/breach.ts'
import type { GroundTruth } from '../watch/ground-truth.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import type { Trace } from '../watch/trace.ts'
import { chooseOperation, type Operation, type OperationMix } from './choose-operation.ts'
import { ledgerStore } from './ledger-store.ts'

export interface ClientDeps {
  name: string
  scheduler: Scheduler
  random: SeededRandom
  mix: OperationMix
  thinkMs: number
  /** How often it only looks. */
  readChance: number
  truth: GroundTruth
  trace: Trace
  sometimes: Sometimes
  breaches: Breaches
  /** The program, while it serves. */
  node(): Node | undefined
  /** No new requests from now on; what was begun is brought to its end. */
  isOver(): boolean
}

export interface Client {
  readonly isDone: boolean
}

const networkMsMax = 20
const askAgainMs = 500

export function startClient(deps: ClientDeps): Client {
  const { name, scheduler, random, truth, trace } = deps
  let isDone = false
  let acknowledged = 0

  async function run(): Promise<void> {
    for (let n = 1; ; n++) {
      await wait(chooseThinking(deps.thinkMs, random), 'thinks')
      if (deps.isOver()) break
      if (random.chance(deps.readChance)) {
        await look()
        continue
      }
      const operation = chooseOperation({
        random,
        mix: deps.mix,
        sometimes: deps.sometimes,
        id: `${name}:${n}`,
      })
      while (!(await ask(n, operation))) await wait(random.between(1, askAgainMs), 'asks again')
    }
    isDone = true
  }

  /** Whatever was acknowledged can be read, at once and ever after. */
  async function look(): Promise<void> {
    await wait(random.below(networkMsMax), 'looks')
    const node = deps.node()
    if (!node) return
    const told = acknowledged
    const read = node.life.orEnd(node.store.read((r) => ledgerStore.countEntries(r, name)))
    const found = await read.catch(() => told)
    if (found < told) deps.breaches.report('I1', `${name} was told of ${told} writes and reads ${found}`)
    await wait(random.below(networkMsMax), 'sees')
  }

  /** False when it must be asked again. */
  async function ask(n: number, operation: Operation): Promise<boolean> {
    await wait(random.below(networkMsMax), 'request')
    const node = deps.node()
    if (!node) return false
    try {
      await node.life.orEnd(serve(node, n, operation))
      await wait(random.below(networkMsMax), 'answer')
      return true
    } catch (error) {
      if (error instanceof Refusal || error instanceof LifeIsOver) return false
      trace.note(`${name} ${n} failed: ${String(error)}`)
      return false
    }
  }

  /** The program's side of it: the answer leaves only after the disk has what it says. */
  async function serve(node: Node, n: number, operation: Operation): Promise<void> {
    await wait(random.below(networkMsMax), 'is read in')
    if (!node.life.alive) return
    const wasThere = await node.store.tx(async (t) => {
      if (await ledgerStore.hasEntry(t, name, n)) return true
      await ledgerStore.addEntry(t, { client: name, n, kind: operation.kind })
      await operation.apply(t, node.queue)
      return false
    })
    if (wasThere) deps.sometimes.saw('an acknowledgement was lost on the way and the client asked again')
    await node.store.durable()
    if (!node.life.alive) return
    trace.note(`${name} ${n} ${operation.kind} acknowledged`)
    if (!truth.acknowledged.has(`${name}:${n}`)) acknowledged++
    truth.acknowledged.add(`${name}:${n}`)
    noteSharedSync(node)
  }

  function noteSharedSync(node: Node): void {
    const now = { life: node.life.number, syncs: node.store.figures().syncs }
    const last = truth.lastSync
    if (last && last.client !== name && last.life === now.life && last.syncs === now.syncs) {
      deps.sometimes.saw('two clients shared one sync')
    }
    truth.lastSync = { client: name, ...now }
  }

  function wait(ms: number, what: string): Promise<void> {
    return new Promise((resolve) => {
      scheduler.after(ms, `${name} ${what}`, resolve)
    })
  }

  void run().catch((error: unknown) => deps.breaches.report('world', `client ${name}: ${String(error)}`))
  return {
    get isDone() {
      return isDone
    },
  }
}

/** Bursts and lulls. */
function chooseThinking(usualMs: number, random: SeededRandom): number {
  return Math.floor(usualMs * random.fraction() ** 3 * 4)
}
