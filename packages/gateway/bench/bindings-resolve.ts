// How long it takes to find what a conversation is bound to: medians, in microseconds.

import { quantile } from './benchmark.ts'
import type { BenchPlace } from './bindings-place.ts'

const lookups = 2_000
/** Of all that are stored, those in which somebody talks. */
const inUse = 100

/**
 * One lookup here, one there: whatever else goes on on these cores, the copying of a log for one, slows both. Whole rounds
 * of either differ by more than the stores do, with the same store too.
 */
export async function resolveInTurns(
  small: BenchPlace,
  large: BenchPlace,
): Promise<{ small: number; large: number }> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let i = 0; i < lookups; i++) {
    const nth = i % inUse
    times.small.push(await resolve(small, Math.floor((nth * small.count) / inUse)))
    times.large.push(await resolve(large, Math.floor((nth * large.count) / inUse)))
  }
  return { small: quantile(times.small, 0.5), large: quantile(times.large, 0.5) }
}

/** In places in which nobody talked before. */
export async function resolveElsewhere(large: BenchPlace, round: number): Promise<number> {
  const times: number[] = []
  const step = Math.floor(large.count / lookups)
  for (let i = 0; i < lookups; i++) times.push(await resolve(large, i * step + round + 1))
  return quantile(times, 0.5)
}

/** How long the nth took, in microseconds. */
async function resolve({ store, service }: BenchPlace, nth: number): Promise<number> {
  const conversation = { channel: 'bench', accountId: 'a', conversationId: `c${nth}` }
  const begun = performance.now()
  const found = await store.read((r) => service.resolveByConversation(r, conversation))
  const micros = (performance.now() - begun) * 1_000
  if (!found) throw new Error(`${conversation.conversationId} is not bound`)
  return micros
}
