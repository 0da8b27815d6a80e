// Theme and density: put on the page at once and kept in this browser, so that public/theme.js finds them before the
// first paint of the next visit.

import type { PreferencesJson } from '@heddle/contract'

/** Of the preferences, what a page looks like. */
export type Looks = Pick<PreferencesJson, 'theme' | 'density'>

export interface AppearanceDeps {
  root: { dataset: Record<string, string | undefined> }
  store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
}

export interface Appearance {
  apply(looks: Looks): void
  remembered(): Looks
}

export function createAppearance({ root, store }: AppearanceDeps): Appearance {
  return {
    apply({ theme, density }) {
      set(root.dataset, 'theme', theme === 'system' ? undefined : theme)
      set(root.dataset, 'density', density === 'comfortable' ? undefined : density)
      keep(store, 'heddle.theme', theme === 'system' ? undefined : theme)
      keep(store, 'heddle.density', density === 'comfortable' ? undefined : density)
    },
    remembered() {
      const theme = read(store, 'heddle.theme')
      const density = read(store, 'heddle.density')
      return {
        theme: theme === 'light' || theme === 'dark' ? theme : 'system',
        density: density === 'compact' ? density : 'comfortable',
      }
    },
  }
}

function set(dataset: Record<string, string | undefined>, name: string, value: string | undefined): void {
  if (value === undefined) delete dataset[name]
  else dataset[name] = value
}

// A browser may refuse storage (private windows, blocked cookies); the page then only forgets until the next answer
// of the server.
function keep(store: AppearanceDeps['store'], name: string, value: string | undefined): void {
  try {
    if (value === undefined) store?.removeItem(name)
    else store?.setItem(name, value)
  } catch {
    return
  }
}

function read(store: AppearanceDeps['store'], name: string): string | null {
  try {
    return store?.getItem(name) ?? null
  } catch {
    return null
  }
}
