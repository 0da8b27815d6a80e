// Freezes a part of a process, as SIGSTOP or a long pause would: its timers do not come and its promises do not
// continue until it thaws, while the rest of the world goes on.

import type { Clock } from '../../src/foundation/clock.ts'
import type { Store } from '../../src/foundation/database/store.ts'

export interface Freezer {
  readonly frozen: boolean
  freeze(): void
  /** Freezes in the middle of a step: right after the store did something, before anyone knows. */
  freezeAfter(passages: number, onFrozen: () => void): void
  thaw(): void
  clock(clock: Clock): Clock
  store(store: Store): Store
}

export function createFreezer(): Freezer {
  const held: (() => void)[] = []
  let frozen = false
  let armed: { passages: number; onFrozen: () => void } | undefined

  function whenThawed(fn: () => void): void {
    if (frozen) held.push(fn)
    else fn()
  }

  const thawed = () => new Promise<void>((resolve) => held.push(resolve))

  /** Held up before it begins, and again before anyone learns how it ended. */
  function through<T>(fn: () => Promise<T>): Promise<T> {
    return (frozen ? thawed().then(fn) : fn()).then(
      (value) => {
        countPassage()
        return frozen ? thawed().then(() => value) : value
      },
      (error: unknown) => {
        countPassage()
        if (!frozen) throw error
        return thawed().then(() => Promise.reject(error))
      },
    )
  }

  function countPassage(): void {
    if (!armed || --armed.passages > 0) return
    const { onFrozen } = armed
    armed = undefined
    frozen = true
    onFrozen()
  }

  return {
    get frozen() {
      return frozen
    },
    freeze() {
      frozen = true
    },
    freezeAfter: (passages, onFrozen) => void (armed = { passages, onFrozen }),
    thaw() {
      frozen = false
      armed = undefined
      for (const fn of held.splice(0)) fn()
    },
    clock: (clock) => ({
      wall: () => clock.wall(),
      mono: () => clock.mono(),
      soon: (fn) => clock.soon(() => whenThawed(fn)),
      timer(ms, fn) {
        let cancelled = false
        const cancel = clock.timer(ms, () => whenThawed(() => (cancelled ? undefined : fn())))
        return () => {
          cancelled = true
          cancel()
        }
      },
    }),
    store: (store) => ({
      ...store,
      tx: (fn) => through(() => store.tx(fn)),
      read: (fn) => through(() => store.read(fn)),
      durable: () => through(() => store.durable()),
    }),
  }
}
