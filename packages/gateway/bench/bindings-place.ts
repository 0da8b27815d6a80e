// Stores that have so many bindings, and what they are measured beside.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BindingId, SessionId } from '@heddle/contract'
import type { Deliveries } from '../src/delivery/delivery.ts'
import type { Store } from '../src/foundation/database/store.ts'
import type { BindingService } from '../src/routing/bindings/bindings.ts'
import { prepareByHand } from './bindings-by-hand.ts'
import { fillBindings } from './fill-bindings.ts'
import { openBenchRooms } from './open-bench-rooms.ts'
import { openRaw, type PrepareWrite } from './raw-acks.ts'

export interface BenchPlace {
  store: Store
  service: BindingService
  deliveries: Deliveries
  sessionIds: SessionId[]
  count: number
  close(): Promise<void>
}

export async function openPlace(count: number, sessions: number): Promise<BenchPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const first = await openBenchRooms(folder, { openProvider: noProvider })
  const sessionIds: SessionId[] = []
  for (let i = 0; i < sessions; i++) sessionIds.push(await first.openSession())
  await first.close()
  fillBindings(folder, { count, sessionIds })
  const rooms = await openBenchRooms(folder, { openProvider: noProvider })
  return {
    store: rooms.ground.store,
    service: rooms.routing.bindings,
    deliveries: rooms.deliveries,
    sessionIds,
    count,
    async close() {
      await rooms.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const noProvider = async () => {
  throw new Error('no model is asked here')
}

/** On a platform it is said where it is; where one's composer in the browser points, the timeline alone says it. */
export type Told = 'with its notice' | 'alone'

export async function bindOne(
  { store, service }: Pick<BenchPlace, 'store' | 'service'>,
  sessionId: SessionId,
  conversationId: string,
  told: Told = 'with its notice',
): Promise<BindingId> {
  const conversation = { channel: told === 'alone' ? 'web' : 'bench', accountId: 'a', conversationId }
  const placeKind = told === 'alone' ? 'web' : 'thread'
  const wish = { placeKind, boundBy: null, label: 'bench', isOpened: false } as const
  return (await store.tx((t) => service.bind(t, { conversation, sessionId, ...wish }))).id
}

/** Until the intro or the farewell is on record. */
export async function untilTold(
  { store, deliveries }: Pick<BenchPlace, 'store' | 'deliveries'>,
  cause: string,
): Promise<void> {
  for (;;) {
    const told = await store.read((r) => deliveries.readByCause(r, cause))
    if (told.length > 0) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export interface RawPlace {
  ack(writer: number): Promise<void>
  close(): Promise<void>
}

export function openRawPlace(): RawPlace {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  return rawIn(folder, 'raw.db')
}

/** The same recipe on a store of the product. */
export async function openByHand(): Promise<RawPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const { ground, routing, deliveries, ...rooms } = await openBenchRooms(folder, { openProvider: noProvider })
  const sessionId = await rooms.openSession()
  const place = { store: ground.store, service: routing.bindings, deliveries }
  await untilTold(place, `intro:${await bindOne(place, sessionId, 'first')}`)
  await rooms.close()
  return rawIn(folder, 'heddle.db', prepareByHand(sessionId))
}

function rawIn(folder: string, file: string, prepareWrite?: PrepareWrite): RawPlace {
  const raw = openRaw(join(folder, file), prepareWrite)
  return {
    ack: raw.ack,
    async close() {
      await raw.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export async function filledFolder(count: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const rooms = await openBenchRooms(folder, { openProvider: noProvider })
  const sessionIds = [await rooms.openSession()]
  await rooms.close()
  if (count > 0) fillBindings(folder, { count, sessionIds })
  return folder
}
