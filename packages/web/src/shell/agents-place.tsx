// Whether the panel of sub-agents stands beside the session, and of which tree. It stays while one goes from session to
// session; the session in the middle says to which tree it belongs.

import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react'
import { focusSoon } from './focus-soon.ts'
import { keepReading } from './keep-reading.ts'

interface AgentsPlace {
  isOpen: boolean
  rootId: string | undefined
  setRoot(rootId: string | undefined): void
  open(): void
  /** The focus goes back to where it was opened from. */
  close(): void
  /** The same without a word about the focus: one goes somewhere else. */
  leave(): void
}

const nowhere: AgentsPlace = {
  isOpen: false,
  rootId: undefined,
  setRoot: () => {},
  open: () => {},
  close: () => {},
  leave: () => {},
}

const AgentsPlaceContext = createContext(nowhere)

export function AgentsPlaceProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [rootId, setRoot] = useState<string>()
  const opener = useRef<Element | null>(null)
  const place = useMemo(
    () => ({
      isOpen,
      rootId,
      setRoot,
      open() {
        opener.current = document.activeElement
        keepReading()
        setOpen(true)
      },
      close() {
        keepReading()
        setOpen(false)
        focusSoon(() => findOpener(opener.current))
      },
      leave: () => setOpen(false),
    }),
    [isOpen, rootId],
  )
  return <AgentsPlaceContext value={place}>{children}</AgentsPlaceContext>
}

export function useAgentsPlace(): AgentsPlace {
  return use(AgentsPlaceContext)
}

/** The page may be another one by now; then the button of that, or its heading. */
function findOpener(opener: Element | null): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener
  return document.querySelector<HTMLElement>('[data-agents-button]') ?? document.querySelector('h1[tabindex]')
}
