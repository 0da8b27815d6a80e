// The one polite status region of the page, seen and heard: "Ann Lee was removed."

import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Announce, createAnnouncer } from './announcer.ts'
import { createSpokenFor, type SpokenFor } from './spoken-for.ts'
import styles from './status-region.module.css'
import { usePlaceAbove } from './use-place-above.ts'

const shownMs = 6_000

const after = (ms: number, run: () => void) => void setTimeout(run, ms)

const AnnounceContext = createContext<Announce>(() => {})
const SpokenForContext = createContext<SpokenFor>({ speakFor: () => {}, sayUnless: () => {} })

export function StatusRegion({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ text: '', isSeen: true, count: 0 })
  const announce = useMemo(
    () =>
      createAnnouncer({
        say: (text, isSeen) => setSaid((last) => ({ text, isSeen, count: last.count + 1 })),
        now: Date.now,
        after,
      }),
    [],
  )
  const spokenFor = useMemo(() => createSpokenFor({ announce, after }), [announce])
  useEffect(() => {
    if (said.text === '') return
    const timer = setTimeout(() => setSaid((last) => ({ ...last, text: '' })), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  const region = useRef<HTMLDivElement>(null)
  const isShown = said.text !== '' && said.isSeen
  usePlaceAbove(isShown)
  useLayoutEffect(() => {
    // The toasts make room for it.
    const height = isShown ? `${(region.current?.offsetHeight ?? 0) + 8}px` : '0px'
    document.documentElement.style.setProperty('--said', height)
  }, [isShown, said])
  return (
    <AnnounceContext value={announce}>
      <SpokenForContext value={spokenFor}>{children}</SpokenForContext>
      <div ref={region} role="status" className={styles.region} data-react-aria-top-layer="true">
        {said.text === '' ? null : (
          <p key={said.count} className={said.isSeen ? styles.line : 'visually-hidden'}>
            {said.text}
          </p>
        )}
      </div>
    </AnnounceContext>
  )
}

/** Says a whole sentence to everyone, without moving the focus. */
export function useAnnounce(): Announce {
  return use(AnnounceContext)
}

/** For what both a page and the inbox tell of. */
export function useSpokenFor(): SpokenFor {
  return use(SpokenForContext)
}
