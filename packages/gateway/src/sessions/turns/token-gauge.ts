// How far our estimate of tokens is from what the model of a session counts, learnt from what it tells after each answer.
// Only memory: after a restart the estimate holds until the first answer, and it is rather too high.

export interface TokenGauge {
  /** The model's tokens in one of ours. */
  factor(place: GaugePlace): number
  /** An answer to a request of that weight told how many tokens it was. */
  learn(place: GaugePlace, weight: number, tokens: number): void
  /** A request of that weight was more than a window of so many tokens. */
  overran(place: GaugePlace, weight: number, windowTokens: number): void
}

export interface GaugePlace {
  sessionId: string
  /** provider/model: each counts in its own way. */
  model: string
}

const placesMax = 10_000
/** Below, what stands around the messages says more than they do. */
const weightMin = 500
/** What is further away was not counted but made up, or leaves out what a cache held. */
const plausible = { min: 0.3, max: 4 } as const
const bounds = { min: 0.5, max: 3 } as const
/** Smaller differences change nothing: what is told stays the same as long as it can, and providers cache it. */
const worthwhile = 0.1

export function createTokenGauge(): TokenGauge {
  // The first is the one that was not heard of for longest.
  const factors = new Map<string, number>()

  function set(place: GaugePlace, factor: number): void {
    const key = keyOf(place)
    factors.delete(key)
    factors.set(key, Math.min(bounds.max, Math.max(bounds.min, factor)))
    const [oldest] = factors.keys()
    if (factors.size > placesMax && oldest !== undefined) factors.delete(oldest)
  }

  const factor = (place: GaugePlace) => factors.get(keyOf(place)) ?? 1

  return {
    factor,
    learn(place, weight, tokens) {
      const measured = tokens / weight
      if (weight < weightMin || measured < plausible.min || measured > plausible.max) return
      const known = factor(place)
      set(place, Math.abs(measured - known) / known > worthwhile ? measured : known)
    },
    overran(place, weight, windowTokens) {
      if (weight > 0) set(place, Math.max(factor(place) * 1.25, windowTokens / weight))
    },
  }
}

function keyOf({ sessionId, model }: GaugePlace): string {
  return `${sessionId} ${model}`
}
