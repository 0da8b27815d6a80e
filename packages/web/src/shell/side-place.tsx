// What stands beside the session: one thing at a time. The sub-agents stay while one goes from session to session, and the
// session in the middle says to which tree it belongs; a discussion belongs to the page that opened it, which draws it into
// the slot of the house.

import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react'
import { focusSoon } from './focus-soon.ts'
import { keepReading } from './keep-reading.ts'

export type SideKind = 'agents' | 'discussion'

interface SidePlace {
  shown: SideKind | null
  /** `findBack`: where the focus goes when what it was opened from is gone by then. */
  open(what: SideKind, findBack?: () => HTMLElement | null): void
  /** The focus goes back to where it was opened from. */
  close(): void
  /** The same without a word about the focus: one goes somewhere else. */
  leave(): void
  rootId: string | undefined
  setRoot(rootId: string | undefined): void
  /** Where a page draws what belongs to it. */
  slot: HTMLElement | null
  setSlot(slot: HTMLElement | null): void
}

const nowhere: SidePlace = {
  shown: null,
  open: () => {},
  close: () => {},
  leave: () => {},
  rootId: undefined,
  setRoot: () => {},
  slot: null,
  setSlot: () => {},
}

const SidePlaceContext = createContext(nowhere)

export function SidePlaceProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<SideKind | null>(null)
  const [rootId, setRoot] = useState<string>()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const acts = useActs(setShown)
  const place = useMemo(
    () => ({ shown, rootId, setRoot, slot, setSlot, ...acts }),
    [shown, rootId, slot, acts],
  )
  return <SidePlaceContext value={place}>{children}</SidePlaceContext>
}

function useActs(setShown: (what: SideKind | null) => void): Pick<SidePlace, 'open' | 'close' | 'leave'> {
  const opener = useRef<Element | null>(null)
  const back = useRef<(() => HTMLElement | null) | undefined>(undefined)
  return useMemo(
    () => ({
      open(what, findBack) {
        opener.current = document.activeElement
        back.current = findBack
        keepReading()
        setShown(what)
      },
      close() {
        keepReading()
        setShown(null)
        focusSoon(() => findOpener(opener.current) ?? back.current?.() ?? elsewhere())
      },
      leave: () => setShown(null),
    }),
    [setShown],
  )
}

export function useSidePlace(): SidePlace {
  return use(SidePlaceContext)
}

function findOpener(opener: Element | null): HTMLElement | null {
  return opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : null
}

/** The page may be another one by now; then the button of that, or its heading. */
function elsewhere(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-agents-button]') ?? document.querySelector('h1[tabindex]')
}
