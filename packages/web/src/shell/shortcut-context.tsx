// Hears every key press of the page once, reads it by the table, and calls whoever takes that shortcut just now.

import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createKeyboard, type KeyboardStore } from './keyboard.ts'
import { type Begun, type KeyChoice, type Press, readPress, type ShortcutId } from './shortcuts.ts'

interface Shortcuts {
  keyboard: KeyboardStore
  isMac: boolean
  /** The last one who takes it is called. */
  take(id: ShortcutId, run: () => void): () => void
}

const ShortcutContext = createContext<Shortcuts | null>(null)

export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [keyboard] = useState(() => createKeyboard(browserStore()))
  const takers = useRef<{ id: ShortcutId; run: () => void }[]>([])
  const isMac = /mac|iphone|ipad/i.test(navigator.platform)
  useEffect(() => {
    let begun: Begun | undefined
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return
      const reading = readPress(pressOf(event), begun, keyboard.read(), event.timeStamp, isMac)
      begun = reading.kind === 'begun' ? reading.begun : undefined
      if (reading.kind !== 'shortcut') return
      const taker = takers.current.findLast(({ id }) => id === reading.id)
      if (!taker) return
      event.preventDefault()
      taker.run()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [keyboard, isMac])
  const value = useMemo<Shortcuts>(
    () => ({
      keyboard,
      isMac,
      take(id, run) {
        const taker = { id, run }
        takers.current.push(taker)
        return () => {
          takers.current = takers.current.filter((other) => other !== taker)
        }
      },
    }),
    [keyboard, isMac],
  )
  return <ShortcutContext value={value}>{children}</ShortcutContext>
}

export function useShortcuts(): Shortcuts {
  const shortcuts = use(ShortcutContext)
  if (!shortcuts) throw new Error('a component that knows shortcuts stands outside ShortcutProvider')
  return shortcuts
}

/** While mounted, this is what the shortcut does. Outside the house there are none. */
export function useShortcut(id: ShortcutId, run: () => void, isTaken = true): void {
  const shortcuts = use(ShortcutContext)
  const runNow = useRef(run)
  runNow.current = run
  useEffect(
    () => (isTaken ? shortcuts?.take(id, () => runNow.current()) : undefined),
    [shortcuts, id, isTaken],
  )
}

export function useKeyChoice(): KeyChoice {
  const { keyboard } = useShortcuts()
  return useSyncExternalStore(keyboard.subscribe, keyboard.read)
}

function pressOf(event: KeyboardEvent): Press {
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey,
    // 229 is what some browsers still say for the first key of a word that is composed.
    isComposing: event.isComposing || event.keyCode === 229,
    isTaken: event.target instanceof Element && event.target.closest(ownKeys) !== null,
  }
}

/** Where a letter is typed or chosen by. */
const ownKeys =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

function browserStore(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
