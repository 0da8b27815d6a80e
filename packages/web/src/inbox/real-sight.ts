// Whether any tab of this browser is before somebody's eyes: each holds a lock while it is, which the others can see.

import { isPageSeen, watchPageSeen } from '../shell/page-visibility.ts'

const name = 'heddle.in-sight'

/** Gives back how to end it. */
export function holdSight(): () => void {
  let release: (() => void) | undefined
  const look = () => {
    if (!isPageSeen()) {
      release?.()
      release = undefined
    } else if (release === undefined) release = hold()
  }
  look()
  const unwatch = watchPageSeen(look)
  return () => {
    unwatch()
    release?.()
  }
}

function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // A browser without locks, or an address without https, knows only of this tab.
  void navigator.locks?.request(name, { mode: 'shared' }, () => promise).catch(() => {})
  return resolve
}

export async function isSeenAnywhere(): Promise<boolean> {
  const locks = await navigator.locks?.query()
  return locks?.held?.some((lock) => lock.name === name) ?? false
}
