// The rooms without a door in a process of their own, with accounts on an emulated platform: says what the scene wants
// said, and tells what that cost. Arguments: its folder, and the scene as JSON.

import { readFileSync } from 'node:fs'
import { openLoopbackChannel } from '@heddle/emulators/loopback/loopback-channel'
import { createChannelRegistry } from '../src/channel-registry.ts'
import { createSilentLog } from '../src/foundation/logging/log.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { createRealRandom } from '../src/foundation/real-random.ts'
import {
  accountName,
  conversationName,
  placeOf,
  type RoomMeasured,
  type RoomScene,
  tokenOf,
  writeSaid,
} from './deliveries-scene.ts'
import { offerToParent } from './forked-process.ts'
import { openBenchRooms } from './open-bench-rooms.ts'

const [, , folder = '', written = '{}'] = process.argv
// The edge: the benchmark writes it.
const scene = JSON.parse(written) as RoomScene
const persona = { name: 'Heddle', agentId: 'main', isAccount: true }

const registry = createChannelRegistry()
const around = { clock: createRealClock(), random: createRealRandom(), log: createSilentLog() }
for (let i = 0; i < scene.accounts; i++) {
  const settings = { apiUrl: scene.url, token: tokenOf(i) }
  registry.add(openLoopbackChannel({ ...around, accountId: accountName(i), settings: () => settings }))
}
const { ground, deliveries } = await openBenchRooms(folder, {
  openProvider: async () => {
    throw new Error('no model is asked here')
  },
  outbound: registry.outbound,
  ...(scene.times && { deliveryTimes: scene.times }),
})
const { store, queue } = ground

const prefix = 'bench:'
let settled = 0
let look: () => void = () => undefined
// Copies that are taken back are deliveries too.
queue.onTold('delivery_settled', ({ cause }) => {
  if (!cause.startsWith(prefix)) return
  settled++
  look()
})
offerToParent({}, measure)

async function measure(): Promise<RoomMeasured> {
  const whole = scene.conversations * scene.messages
  const cpu = process.cpuUsage()
  const begunMs = performance.now()
  const before = settled
  const allSettled = new Promise<void>((resolve) => {
    look = () => {
      if (settled - before === whole) resolve()
    }
  })
  for (let number = 0; number < scene.messages; number++) await sayEverywhere(number)
  await allSettled
  const ms = performance.now() - begunMs
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuUs: user + system, residentMebibytes: residentMebibytes() }
}

async function sayEverywhere(number: number): Promise<void> {
  if (scene.everyMs === 0) {
    await store.tx(async (t) => {
      for (let i = 0; i < scene.conversations; i++) await say(t, i, number)
    })
    return
  }
  for (let i = 0; i < scene.conversations; i++) {
    const next = new Promise((resolve) => setTimeout(resolve, scene.everyMs))
    await store.tx((t) => say(t, i, number))
    await next
  }
}

async function say(t: Parameters<typeof deliveries.enqueue>[0], i: number, number: number): Promise<void> {
  await deliveries.enqueue(t, {
    kind: 'message',
    cause: `${prefix}${i}:${number}`,
    place: placeOf(i, scene),
    text: writeSaid({ conversation: conversationName(i), number, at: Date.now() }),
    persona,
  })
}

function residentMebibytes(): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024
}
