// Bindings: what it costs to make, find, touch and end one, with ten of them stored and with a million; and how fast that
// is on disk, beside raw commits in the same run. The verbs of the service are measured where nothing is said of them, and
// once more with intros and farewells: then the time ends when the last one is on record, and the rows that this takes,
// written by hand, stand beside it. Their channel is not connected, so none is sent; what sending costs, the deliveries
// measure.

import { type Benchmark, type Figure, median } from './benchmark.ts'
import { openByHand, openPlace, openRawPlace } from './bindings-place.ts'
import { resolveElsewhere, resolveInTurns } from './bindings-resolve.ts'
import { measureStart } from './bindings-start.ts'
import { measureVerbs, roundMs, type Verb, type VerbRates } from './bindings-verbs.ts'
import { drive } from './raw-acks.ts'

const rounds = 5
/** One after the other, as one person makes them; and a crowd. */
const alone = 1
const crowd = 10
const few = 10
const many = 1_000_000

const verbs: readonly Verb[] = ['bind', 'touch', 'unbind']

export const bindings: Benchmark = {
  name: 'bindings',
  about: `bind, resolve, touch, unbind with ${few} and with ${many.toLocaleString('en')} bindings (median of five, in turns)`,
  async run(progress) {
    progress(`filling a store with ${many.toLocaleString('en')} bindings`)
    const small = await openPlace(few, crowd)
    const large = await openPlace(many, crowd)
    const raw = openRawPlace()
    const byHand = await openByHand()
    const seen = emptySeen()
    const rate = async (ack: typeof raw.ack, writers: number) =>
      (await drive(ack, writers, roundMs)) / (roundMs / 1_000)
    try {
      for (let round = 0; round < rounds; round++) {
        progress(`round ${round + 1} of ${rounds}`)
        seen.raw.push(await rate(raw.ack, alone))
        await measureVerbs(small, seen.alone, alone, 'alone')
        await measureVerbs(small, seen.small, alone)
        seen.byHand.push(await rate(byHand.ack, alone))
        await measureVerbs(large, seen.large, alone)
        seen.rawCrowd.push(await rate(raw.ack, crowd))
        await measureVerbs(small, seen.crowd, crowd)
        const found = await resolveInTurns(small, large)
        seen.resolveSmall.push(found.small)
        seen.resolveLarge.push(found.large)
        seen.resolveElsewhere.push(await resolveElsewhere(large, round))
      }
    } finally {
      for (const place of [small, large, raw, byHand]) await place.close()
    }
    return [...figuresOf(seen), ...(await measureStart(progress))]
  },
}

interface Seen {
  /** With few stored, where nothing is said of them. */
  alone: VerbRates
  small: VerbRates
  large: VerbRates
  /** With few stored, by many at once. */
  crowd: VerbRates
  raw: number[]
  rawCrowd: number[]
  byHand: number[]
  resolveSmall: number[]
  resolveLarge: number[]
  resolveElsewhere: number[]
}

function emptySeen(): Seen {
  const none = (): VerbRates => ({ bind: [], touch: [], unbind: [] })
  const rates = {
    alone: none(),
    small: none(),
    large: none(),
    crowd: none(),
    raw: [],
    rawCrowd: [],
    byHand: [],
  }
  return { ...rates, resolveSmall: [], resolveLarge: [], resolveElsewhere: [] }
}

function figuresOf(seen: Seen): Figure[] {
  const flat = verbs.map((verb): Figure => {
    const perOne = (rates: VerbRates) => 1_000_000 / median(rates[verb])
    return {
      what: `${verb} with ${many.toLocaleString('en')} stored`,
      value: perOne(seen.large),
      unit: 'µs',
      baseline: perOne(seen.small),
      bound: { kind: 'ratio at most', limit: 1.5 },
      note: `baseline: with ${few} stored`,
    }
  })
  const durable = verbs.map(
    (verb): Figure => ({
      what: `${verb}, durable, one after the other`,
      value: median(seen.alone[verb]),
      unit: '/s',
      baseline: median(seen.raw),
      bound: { kind: 'ratio at least', limit: 0.5 },
      note: 'baseline: raw commits of one row each',
    }),
  )
  const told = (['bind', 'unbind'] as const).map(
    (verb): Figure => ({
      what: `${verb} with its ${verb === 'bind' ? 'intro' : 'farewell'}, durable, one after the other`,
      value: median(seen.small[verb]),
      unit: '/s',
      baseline: median(seen.byHand),
      bound: { kind: 'ratio at least', limit: 0.5 },
      note: 'baseline: the rows of a bind with its intro, written by hand',
    }),
  )
  // Of ten statements beside one, all on one core: what is shared, the sync, is the smaller part here.
  const crowded = verbs.map(
    (verb): Figure => ({
      what: `${verb}, durable, ${crowd} at once`,
      value: median(seen.crowd[verb]),
      unit: '/s',
      baseline: median(seen.rawCrowd),
      note: 'baseline: raw commits of one row each',
    }),
  )
  const resolve: Figure = {
    what: `resolve with ${many.toLocaleString('en')} stored, p50`,
    value: median(seen.resolveLarge),
    unit: 'µs',
    baseline: median(seen.resolveSmall),
    bound: { kind: 'ratio at most', limit: 1.5 },
    target: '30 µs',
    note: `baseline: with ${few} stored, in turns`,
  }
  const elsewhere: Figure = {
    what: 'the same, somewhere else each time, p50',
    value: median(seen.resolveElsewhere),
    unit: 'µs',
    target: '30 µs',
  }
  // What is left for whoever has these rows to write, with nothing around it.
  const byHand: Figure = {
    what: 'the rows of a bind with its intro by hand, durable',
    value: median(seen.byHand),
    unit: '/s',
    baseline: median(seen.raw),
    note: 'baseline: raw commits of one row each',
  }
  return [...flat, resolve, elsewhere, ...durable, ...told, byHand, ...crowded]
}
