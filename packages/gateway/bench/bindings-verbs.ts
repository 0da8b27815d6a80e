// Binds, touches and unbinds for a while each, by so many at once, each time until it is on disk.

import type { BindingId } from '@heddle/contract'
import { type BenchPlace, bindOne, type Told, untilTold } from './bindings-place.ts'
import { drive } from './raw-acks.ts'

export type Verb = 'bind' | 'touch' | 'unbind'
export type VerbRates = Record<Verb, number[]>

export const roundMs = 1_000

let made = 0

export async function measureVerbs(
  place: BenchPlace,
  perSecond: VerbRates,
  writers: number,
  told: Told = 'with its notice',
): Promise<void> {
  const { store, service, sessionIds } = place
  const open: BindingId[] = []
  /** `notice`: of which it is the last of each writer that is waited for. */
  const act = async (
    verb: Verb,
    ack: (writer: number) => Promise<BindingId | undefined>,
    notice?: 'intro' | 'farewell',
  ) => {
    let done = 0
    const begun = performance.now()
    let lastMs = begun
    const last = new Map<number, BindingId>()
    const counted = async (writer: number) => {
      const id = await ack(writer)
      if (id === undefined) return
      last.set(writer, id)
      await store.durable()
      done += 1
      lastMs = performance.now()
    }
    await drive(counted, writers, roundMs)
    if (notice !== undefined && told === 'with its notice') {
      for (const id of last.values()) await untilTold(place, `${notice}:${id}`)
      // There may have been too few to go on for so long, and nothing left to wait for.
      if (open.length > 0) lastMs = performance.now()
    }
    perSecond[verb].push(done / ((lastMs - begun) / 1_000))
  }
  const bind = async (writer: number) => {
    const sessionId = sessionIds[writer]
    if (sessionId === undefined) throw new Error('there is a session for each writer')
    const id = await bindOne(place, sessionId, `new${made++}`, told)
    open.push(id)
    return id
  }
  await act('bind', bind, 'intro')
  let next = 0
  await act('touch', async () => {
    const id = open[next++ % open.length]
    if (id !== undefined) await store.tx((t) => service.touch(t, id))
    return id
  })
  const unbind = async () => {
    const id = open.pop()
    if (id === undefined) return new Promise<undefined>((later) => setTimeout(later, 1, undefined))
    await store.tx((t) => service.unbind(t, id, { why: 'unfocus' }))
    return id
  }
  await act('unbind', unbind, 'farewell')
}
