// Lets something happen in a test right after a certain commit, before whoever made it goes on: so every moment between
// two steps can be tried, one after the other.

import type { Store } from '../src/foundation/database/store.ts'

export interface Moment {
  /** Whether there were as many commits as that. */
  readonly hasCome: boolean
}

/** After so many commits from now on. */
export function afterCommits(store: Store, commits: number, act: () => Promise<void>): Moment {
  const { tx } = store
  let left = commits
  store.tx = async (work) => {
    const result = await tx(work)
    left--
    if (left === 0) await act()
    return result
  }
  return {
    get hasCome() {
      return left <= 0
    },
  }
}

export interface Death extends Moment {
  /** Lets the next process write. */
  revive(): void
}

/** The process dies then: nothing that it does reaches the disk any more, and nothing that it waits for comes back. */
export function dieAfterCommits(store: Store, commits: number): Death {
  const { tx } = store
  let left = commits
  store.tx = async (work) => {
    if (left <= 0) return new Promise(() => undefined)
    const result = await tx(work)
    left--
    return left > 0 ? result : new Promise(() => undefined)
  }
  return {
    get hasCome() {
      return left <= 0
    },
    revive() {
      store.tx = tx
    },
  }
}
