// The delivery room on a test store, with a scripted channel and the real machine that runs durable work.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { ConversationRef, DeliveryId, DeliveryState, EventId, PersonId } from '@heddle/contract'
import { createDeliveries } from '../src/delivery/create-deliveries.ts'
import type { FileSource } from '../src/delivery/deliver-deps.ts'
import type { Deliveries, Delivery, NewDelivery, NewMessage } from '../src/delivery/delivery.ts'
import type { OutboundChannel, Persona } from '../src/delivery/ports.ts'
import { createSilentLog, type Log } from '../src/foundation/logging/log.ts'
import { defaultLanes, type Lanes } from '../src/foundation/work/lanes.ts'
import { createWorkQueue } from '../src/foundation/work/work-queue.ts'
import { createWorkRunner, type WorkRunner } from '../src/foundation/work/work-runner.ts'
import { workStore } from '../src/foundation/work/work-store.ts'
import type { People, Person } from '../src/people/people.ts'
import { openTestStore, type TestStore, type TestStoreOptions } from './open-test-store.ts'
import { createScriptedChannel, type ScriptedAbilities, type ScriptedChannel } from './scripted-channel.ts'

export interface TestDeliveriesOptions extends TestStoreOptions, ScriptedAbilities {
  files?: FileSource
  /** By handle. */
  accounts?: Record<string, string>
  lanes?: Partial<Lanes>
}

export interface TestDeliveries extends TestStore {
  deliveries: Deliveries
  platform: ScriptedChannel
  /** Who can be reached; a channel that is taken out is not connected. */
  connected: Map<string, OutboundChannel>
  settled: { deliveryId: DeliveryId; cause: string; state: DeliveryState }[]
  held: string[]
  /** Those that nobody looks for any more. */
  leftUnknown: string[]
  /** What the room itself said, as `level message`. */
  logged: string[]
  place(conversationId: string): ConversationRef
  message(conversationId: string, cause: string, more?: Partial<NewMessage>): NewMessage
  put(...items: NewDelivery[]): Promise<DeliveryId[]>
  of(cause: string): Promise<Delivery[]>
  /** State and reason of each part. */
  states(cause: string): Promise<string[]>
  /** Nothing more is waited for then: whoever worked is dead. */
  isDead: () => boolean
  /** Lets everything that is due happen, without time passing. */
  work(): Promise<void>
  /** Lets time pass until nothing is left to do, or so much of it has. */
  pass(ms: number): Promise<void>
  /** Drops everything that runs without a word, as a crash does, and starts anew. */
  crash(): Promise<void>
  /** Ends in good order, and starts anew. */
  restart(): Promise<void>
}

export const persona: Persona = { name: 'coder · fix', agentId: 'coder', isAccount: false }

export function memberCalled(handle: string): Person {
  const times = { version: 1, createdAt: 0, updatedAt: 0 }
  // Ids are opaque, and these people are in no table.
  const id = `per_${handle}` as PersonId
  return { id, handle, name: handle, role: 'member', state: 'active', timeZone: null, ...times }
}

export async function openTestDeliveries(options: TestDeliveriesOptions = {}): Promise<TestDeliveries> {
  const base = openTestStore(options)
  const { store, clock, random, ids } = base
  const log = createSilentLog()
  const lanes: Lanes = { ...defaultLanes, ...(options.lanes as Lanes) }
  const queue = createWorkQueue({ ids, lanes, reactions: {}, workStore })
  const platform = createScriptedChannel(clock, options)
  const connected = new Map<string, OutboundChannel>([['chat/bot', platform]])
  const settled: TestDeliveries['settled'] = []
  const held: string[] = []
  const leftUnknown: string[] = []
  const logged: string[] = []
  const say = (level: string) => (message: string) => void logged.push(`${level} ${message}`)
  const roomLog: Log = { ...log, info: say('info'), warn: say('warn'), error: say('error') }
  queue.onTold('delivery_settled', (fact) => void settled.push(fact))
  queue.onTold('delivery_left_unknown', ({ deliveryId }) => void leftUnknown.push(deliveryId))
  queue.onTold('destination_held', ({ deliveryId }) => void held.push(deliveryId))
  const people: Pick<People, 'accountsOf' | 'findByHandles'> = {
    findByHandles: async (_, handles) =>
      new Map(
        handles.flatMap((handle) =>
          options.accounts?.[handle] === undefined ? [] : [[handle, memberCalled(handle)] as const],
        ),
      ),
    accountsOf: async (_, __, handles) =>
      new Map(
        handles.flatMap((handle) => {
          const account = options.accounts?.[handle]
          return account === undefined ? [] : [[handle, account] as const]
        }),
      ),
  }

  function open(): Deliveries {
    return createDeliveries({
      ...base,
      log: roomLog,
      facts: queue,
      timers: queue,
      people,
      files: options.files ?? { find: async () => undefined },
      mayRead: async (_, __, sessionId) => sessionId.startsWith('ses_mine'),
      channels: { find: (channel, accountId) => connected.get(`${channel}/${accountId}`) },
    })
  }

  function openRunner(deliveries: Deliveries): WorkRunner {
    return createWorkRunner({
      store,
      clock,
      random,
      log,
      lanes,
      workStore,
      definitions: {
        'delivery.drain': {
          attemptsMax: Number.MAX_SAFE_INTEGER,
          run: (job) => deliveries.drain(job, job.subject),
        },
        'delivery.sweep-copies': {
          attemptsMax: Number.MAX_SAFE_INTEGER,
          run: (job) => deliveries.sweepCopies(job, job.subject as DeliveryId),
        },
      },
      onRecorded: queue.onRecorded,
      soleOwner: true,
    })
  }

  let deliveries = open()
  let runner = openRunner(deliveries)
  await runner.start()

  async function breathe(): Promise<void> {
    for (let i = 0; i < 6; i++) {
      await nextTick()
      await store.durable()
    }
  }

  const isRunning = () => Object.values(runner.figures().running).some((count) => count > 0)

  const isFull = () => (runner.figures().running['deliveries'] ?? 0) >= (lanes['deliveries']?.cap ?? 0)

  async function nextDue(): Promise<number | undefined> {
    const due = await store.read((r) => workStore.nextDue(r, Object.keys(lanes)))
    const times = due.filter((at) => at !== null)
    return times.length === 0 ? undefined : Math.min(...times)
  }

  async function start(): Promise<void> {
    deliveries = open()
    runner = openRunner(deliveries)
    test.deliveries = deliveries
    await runner.start()
  }

  const place = (conversationId: string): ConversationRef => ({
    channel: 'chat',
    accountId: 'bot',
    conversationId,
  })

  const test: TestDeliveries = {
    ...base,
    deliveries,
    platform,
    connected,
    settled,
    held,
    leftUnknown,
    logged,
    place,
    message: (conversationId, cause, more = {}) => ({
      kind: 'message',
      place: place(conversationId),
      cause,
      text: cause,
      persona,
      ...more,
    }),
    put: (...items) =>
      store.tx(async (t) => {
        const made: DeliveryId[] = []
        for (const item of items) made.push(...(await deliveries.enqueue(t, item)))
        return made
      }),
    of: (cause) => store.read((r) => deliveries.readByCause(r, cause)),
    states: async (cause) =>
      (await test.of(cause)).map(({ state, reason }) => (reason === null ? state : `${state} ${reason}`)),
    isDead: () => false,
    async work() {
      for (let rounds = 0; rounds < 1_000; rounds++) {
        const { commits } = store.figures()
        await breathe()
        if (test.isDead()) return
        const due = await nextDue()
        const isDue = due !== undefined && due <= store.now()
        // What is left waits for the clock, or for a slot that somebody holds who does.
        if ((!isDue || isFull()) && store.figures().commits === commits) return
      }
      throw new Error('the work does not come to an end')
    },
    async pass(ms) {
      const end = clock.wall() + ms
      for (let rounds = 0; rounds < 20_000; rounds++) {
        await test.work()
        const left = end - clock.wall()
        if (left <= 0 || test.isDead()) return
        const due = await nextDue()
        // A request that is not answered waits for the clock as well.
        if (isRunning()) clock.advance(Math.min(left, 1_000))
        else if (due === undefined) return clock.advance(left)
        else clock.advance(Math.min(left, Math.max(1, due - clock.wall())))
      }
      throw new Error('time passes without end')
    },
    async crash() {
      // Its promises go on in this process, but whatever they write is fenced off by those who come after.
      const lost = runner
      platform.lifeEnded()
      await start()
      lost.stop().catch(() => undefined)
    },
    async restart() {
      await runner.stop()
      await start()
    },
    async close() {
      const stopped = runner.stop()
      clock.advance(60_000)
      await stopped
      await base.close()
    },
    async [Symbol.asyncDispose]() {
      await test.close()
    },
  }
  return test
}

export const eventOf = (name: string) => `evt_${name}` as EventId
