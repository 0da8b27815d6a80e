// Whether long lines of code wrap: one choice for all blocks, kept in this browser.

import { useSyncExternalStore } from 'react'

const name = 'heddle.wrapCode'
const changed = 'heddle:wrap-code'

export function useWrap(): [isWrapped: boolean, choose: (isWrapped: boolean) => void] {
  return [useSyncExternalStore(subscribe, read), choose]
}

// It stands on the page as well, for browsers that refuse storage.
function read(): boolean {
  const { wrapCode } = document.documentElement.dataset
  return (wrapCode ?? stored()) === 'yes'
}

function choose(isWrapped: boolean): void {
  const value = isWrapped ? 'yes' : 'no'
  document.documentElement.dataset.wrapCode = value
  try {
    localStorage.setItem(name, value)
  } catch {
    // Kept until the page is left.
  }
  window.dispatchEvent(new Event(changed))
}

function stored(): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function subscribe(onChange: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== name) return
    document.documentElement.dataset.wrapCode = newValue ?? 'no'
    onChange()
  }
  window.addEventListener(changed, onChange)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener(changed, onChange)
    window.removeEventListener('storage', onStorage)
  }
}
