// Slows down whoever guesses passwords, tokens and codes. Three counts: of a handle from one network, which locks; of
// a handle from anywhere; of anything from one network. Asked before any work is done for the guess.

import { createHash } from 'node:crypto'
import { limits, refused } from '@heddle/contract'
import type { Clock } from '../foundation/clock.ts'
import {
  chooseWait,
  type GuessBound,
  type GuessHistory,
  isOver,
  noGuesses,
  withWrong,
} from './guess-history.ts'
import { networkOf } from './network-of-address.ts'

export interface GuessLimiter {
  /** Throws `too_many_guesses`; otherwise the caller settles the attempt, once. */
  begin(handle: string, address: string): GuessAttempt
  /** A bearer token, cookie or code that nobody is behind. Throws `too_many_guesses`. */
  countWrongSecret(address: string, secret: string): void
}

export interface GuessAttempt {
  right(): void
  wrong(): void
  /** It was never judged, so it teaches nothing. Does nothing after one of the others. */
  withdraw(): void
}

const pairBound: GuessBound = {
  wrongMax: limits.wrongGuessesPerMinuteMax,
  windowMs: 60_000,
  lockMs: limits.wrongGuessesLockMs,
}
const handleBound: GuessBound = {
  wrongMax: limits.wrongGuessesPerHandleMax,
  windowMs: limits.wrongGuessesWindowMs,
  lockMs: 0,
}
const networkBound: GuessBound = {
  wrongMax: limits.wrongGuessesPerAddressMax,
  windowMs: limits.wrongGuessesWindowMs,
  lockMs: 0,
}

export function createGuessLimiter(deps: { clock: Clock; entriesMax?: number }): GuessLimiter {
  // A wall clock that is set forward would end every lock.
  const now = () => deps.clock.mono()
  const entriesMax = deps.entriesMax ?? limits.limiterEntriesMax
  const pairs = createHistories(pairBound, entriesMax)
  const handles = createHistories(handleBound, entriesMax)
  const networks = createHistories(networkBound, entriesMax)

  function refuseIfWaiting(waits: number[]): void {
    const retryAfterMs = Math.ceil(Math.max(...waits))
    if (retryAfterMs > 0) throw refused('too_many_guesses', { retryAfterMs })
  }

  return {
    begin(handle, address) {
      const network = networkOf(address)
      const counts = [
        { histories: pairs, key: `${handle} ${network}` },
        { histories: handles, key: handle },
        { histories: networks, key: network },
      ]
      refuseIfWaiting(counts.map(({ histories, key }) => histories.wait(key, now())))
      for (const { histories, key } of counts) histories.open(key, now())

      let settled = false
      function settle(finish: () => void): void {
        if (settled) return
        settled = true
        for (const { histories, key } of counts) histories.close(key, now())
        finish()
      }
      return {
        // Only the pair is forgiven: with an account of one's own one could clear the wider counts at will.
        right: () => settle(() => pairs.forget(`${handle} ${network}`)),
        wrong: () =>
          settle(() => {
            for (const { histories, key } of counts) histories.wrong(key, { atMs: now() })
          }),
        withdraw: () => settle(() => undefined),
      }
    },

    countWrongSecret(address, secret) {
      const network = networkOf(address)
      refuseIfWaiting([networks.wait(network, now())])
      networks.wrong(network, { atMs: now(), mark: markOf(secret) })
    },
  }
}

/** Histories by key, at most so many. The one touched longest ago goes first, a locked one only if all are. */
function createHistories(bound: GuessBound, entriesMax: number) {
  const histories = new Map<string, Readonly<GuessHistory>>()
  const evictionLooksMax = 64

  const of = (key: string) => histories.get(key) ?? noGuesses

  function put(key: string, history: Readonly<GuessHistory>, nowMs: number): void {
    histories.delete(key)
    if (isOver(history, bound, nowMs)) return
    if (histories.size >= entriesMax) makeRoom(nowMs)
    histories.set(key, history)
  }

  function makeRoom(nowMs: number): void {
    let looks = 0
    let victim: string | undefined
    for (const [key, history] of histories) {
      victim ??= key
      if (history.lockedUntilMs <= nowMs) {
        victim = key
        break
      }
      if (++looks >= evictionLooksMax) break
    }
    if (victim !== undefined) histories.delete(victim)
  }

  return {
    wait: (key: string, nowMs: number) => chooseWait(of(key), bound, nowMs),
    open: (key: string, nowMs: number) => put(key, { ...of(key), open: of(key).open + 1 }, nowMs),
    close: (key: string, nowMs: number) =>
      put(key, { ...of(key), open: Math.max(0, of(key).open - 1) }, nowMs),
    wrong: (key: string, guess: { atMs: number; mark?: string }) =>
      put(key, withWrong(of(key), bound, guess), guess.atMs),
    forget: (key: string) => void histories.delete(key),
  }
}

/** Enough to tell two wrong secrets apart, and useless to whoever reads our memory. */
function markOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url').slice(0, 16)
}
