// What one has put away and does not want to see again: for good in this browser, or for as long as the tab lives. Where
// the browser keeps nothing, it stays away until the page is loaded again.

export interface Dismissals {
  has(name: string): boolean
  add(name: string): void
}

type DismissalStore = Pick<Storage, 'getItem' | 'setItem'>

export function createDismissals(store: DismissalStore | undefined): Dismissals {
  const key = (name: string) => `heddle.dismissed.${name}`
  return {
    has(name) {
      try {
        return store?.getItem(key(name)) === '1'
      } catch {
        return false
      }
    },
    add(name) {
      try {
        store?.setItem(key(name), '1')
      } catch {
        // Full or forbidden: whoever asked still takes it away for now.
      }
    },
  }
}

export function dismissalsOf(lifetime: 'tab' | 'browser'): Dismissals {
  try {
    return createDismissals(lifetime === 'tab' ? window.sessionStorage : window.localStorage)
  } catch {
    return createDismissals(undefined)
  }
}
