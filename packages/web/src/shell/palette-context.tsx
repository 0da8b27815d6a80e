// What the palette offers besides pages and sessions: whoever is on the page adds its own actions while it is there.

import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'

export interface PaletteAction {
  id: string
  title: string
  /** Other words by which one may look for it. */
  also?: string
  group: 'session' | 'actions'
  run(): void
}

interface PaletteOffers {
  /** As of the moment of asking. */
  all(): PaletteAction[]
  add(read: () => readonly PaletteAction[]): () => void
  isOpen: boolean
  setOpen(isOpen: boolean): void
}

const PaletteContext = createContext<PaletteOffers>({
  all: () => [],
  add: () => () => {},
  isOpen: false,
  setOpen: () => {},
})

export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const sources = useRef<(() => readonly PaletteAction[])[]>([])
  const [{ all, add }] = useState(() => ({
    all: () => sources.current.flatMap((read) => read()),
    add(read: () => readonly PaletteAction[]) {
      sources.current = [...sources.current, read]
      return () => {
        sources.current = sources.current.filter((other) => other !== read)
      }
    },
  }))
  const value = useMemo(() => ({ all, add, isOpen, setOpen }), [all, add, isOpen])
  return <PaletteContext value={value}>{children}</PaletteContext>
}

export function usePalette(): PaletteOffers {
  return use(PaletteContext)
}

export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const { add } = use(PaletteContext)
  const now = useRef(actions)
  now.current = actions
  useEffect(() => add(() => now.current), [add])
}
