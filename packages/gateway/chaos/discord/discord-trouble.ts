// The troubles that Discord has of its own in a round: answers that go wrong, events that come twice or late, sockets that
// break, and rarely a session that is not to be had any more.

import { type Fault, type FaultPlan, noFaults } from '@heddle/emulators/discord/faults'
import { type GatewayFaultPlan, noGatewayFaults } from '@heddle/emulators/discord/gateway-faults'
import { between } from '../chaos-round.ts'
import { countFault } from '../places/place-ledger.ts'
import type { DiscordLedger } from './discord-ledger.ts'
import type { DiscordStage } from './discord-stage.ts'
import { botId } from './who-is-there.ts'

/** Each one costs a new session, of which there are 20 an hour. */
const lossShare = 0.035
/** Of rounds: what is proven is that sessions are taken up again. */
const lossesShareMax = 0.05

/** What comes back ends it. */
export function makeDiscordTrouble(stage: DiscordStage, ledger: DiscordLedger, rounds: number): () => void {
  const { platform, gateway } = stage.discord
  const count = (kind: string) => countFault(ledger, kind)
  ledger.hasCopies = Math.random() < 0.5
  ledger.hasSwaps = Math.random() < 0.3
  platform.useFaults(chooseRestFaults(count))
  gateway.useFaults(chooseGatewayFaults(ledger, count))
  const later: NodeJS.Timeout[] = []
  const maybe = (share: number, run: () => void) => {
    if (Math.random() < share) later.push(setTimeout(run, between(200, 1_500 * stage.slowness)))
  }
  maybe(0.25, () => {
    count('socket: asked to come again')
    gateway.askToReconnect(botId)
  })
  maybe(0.15, () => {
    count('socket: session to be taken up again')
    gateway.invalidate({ botId, mayResume: true })
  })
  maybe(0.25, () => {
    count('socket: broken')
    gateway.drop({ botId })
  })
  // The first session is nobody's loss.
  const mayLose = platform.state.identifies.length <= Math.ceil(lossesShareMax * rounds)
  maybe(mayLose ? lossShare : 0, () => {
    ledger.lossAt.push(Date.now())
    gateway.forgetSessions(botId)
  })
  return () => {
    for (const timer of later) clearTimeout(timer)
    platform.useFaults(noFaults)
    gateway.useFaults(noGatewayFaults)
  }
}

const chance = () => Math.random() < 0.5
const makers: Readonly<Record<string, () => Fault>> = {
  rate_limited: () => ({
    kind: 'rate_limited',
    scope: pick(['user', 'user', 'shared', 'global']),
    // Seldom long: a round waits for all of it.
    retryAfterMs: Math.round(Math.random() < 0.1 ? between(2_500, 8_000) : between(300, 2_500)),
    hasOddHeaders: Math.random() < 0.2,
  }),
  edge_limited: () => ({ kind: 'edge_limited', retryAfterMs: 1_000 }),
  status: () => {
    const status = pick([500, 502, 503, 504] as const)
    // Behind a door that nobody answers at, nothing is done.
    return { kind: 'status', status, isDone: status !== 502 && chance() }
  },
  drop: () => ({ kind: 'drop', isDone: chance(), isMidway: chance() }),
  hang: () => ({ kind: 'hang', isDone: chance() }),
  late: () => ({ kind: 'late', ms: Math.round(between(100, 900)) }),
  slow: () => ({ kind: 'slow', ms: Math.round(between(20, 500)) }),
  empty: () => ({ kind: 'empty' }),
  garbage: () => ({ kind: 'garbage' }),
}

/** These come to their end by themselves alone, which takes what it takes in production. */
const patient: ReadonlySet<string> = new Set(['hang', 'late'])
/** Whoever asks for these has a time of its own for the answer. */
const timed = /^(POST|PATCH|DELETE) \/(channels\/\{channel_id\}\/messages|webhooks\/\{webhook_id\})/

function chooseRestFaults(count: (kind: string) => void): FaultPlan {
  const chosen = Object.entries(makers)
    .filter(() => Math.random() < 0.6)
    .map(([kind, make]) => ({ kind, make, rate: between(0.02, 0.12) }))
  return ({ method, route }) => {
    const isTimed = timed.test(`${method} ${route}`)
    const one = chosen.find(({ kind, rate }) => (isTimed || !patient.has(kind)) && Math.random() < rate)
    if (one) count(one.kind)
    return one?.make()
  }
}

function chooseGatewayFaults(ledger: DiscordLedger, count: (kind: string) => void): GatewayFaultPlan {
  const breakShare = Math.random() < 0.3 ? 0.02 : 0
  return ({ t }) => {
    if (Math.random() < breakShare) {
      count('socket: broken by an event')
      return { kind: 'drop', isSent: chance() }
    }
    if (ledger.hasCopies && Math.random() < 0.2) return { kind: 'twice', copies: pick([2, 2, 2, 5]) }
    if (ledger.hasSwaps && t === 'MESSAGE_CREATE' && Math.random() < 0.15) {
      return { kind: 'delay', ms: Math.round(Math.random() < 0.2 ? between(400, 2_000) : between(50, 400)) }
    }
    return undefined
  }
}

function pick<const T>(list: readonly T[]): T {
  const [one] = list.slice(Math.floor(Math.random() * list.length))
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
