// The house around every page of a signed-in person: the way around, the banner, the list of sessions where there is
// one, the page; and what is there on every page: the palette, the shortcuts, the toasts.

import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { usePreferences } from '../appearance/appearance-context.tsx'
import { Loading } from '../components/loading.tsx'
import { InboxProvider } from '../inbox/inbox-context.tsx'
import { TreesProvider } from '../live/trees-context.tsx'
import { strings } from '../strings.ts'
import { chooseListPlace, type ListPlace } from './choose-layout.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { focusSoon } from './focus-soon.ts'
import { HouseKeys } from './house-keys.tsx'
import { ListPlaceContext } from './list-place.tsx'
import { PaletteProvider } from './palette-context.tsx'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'
import { ShortcutProvider } from './shortcut-context.tsx'
import { SidePlaceProvider, useSidePlace } from './side-place.tsx'
import { ToastProvider } from './toasts.tsx'
import { UnreadProvider } from './unread.tsx'
import { useBreadth } from './use-is-phone.ts'
import { useScreenKeyboard } from './use-screen-keyboard.ts'
import { WaitingApprovals } from './waiting-approvals.tsx'

interface ShellProps {
  /** The page takes the whole height and scrolls inside itself. */
  isFull?: boolean
  /** The list of sessions, on the pages that have one beside them. */
  list?: ReactNode
  isSessionOpen?: boolean
  /** What may stand at the other side of a session. */
  side?: ReactNode
  children: ReactNode
}

export function Shell(props: ShellProps) {
  usePreferences()
  useScreenKeyboard()
  return (
    <ShortcutProvider>
      <ToastProvider>
        <PaletteProvider>
          <UnreadProvider>
            <InboxProvider>
              <WaitingApprovals>
                <TreesProvider>
                  <SidePlaceProvider>
                    <House {...props} />
                  </SidePlaceProvider>
                </TreesProvider>
              </WaitingApprovals>
            </InboxProvider>
          </UnreadProvider>
        </PaletteProvider>
      </ToastProvider>
    </ShortcutProvider>
  )
}

function House({ isFull = false, list, isSessionOpen = false, side, children }: ShellProps) {
  const breadth = useBreadth()
  const place = list === undefined ? undefined : chooseListPlace(breadth, isSessionOpen)
  const over = useOver(place === 'over')
  const { setSlot } = useSidePlace()
  // On a phone a session has the screen for itself; its own arrow leads back.
  const isAlone = breadth === 'phone' && isSessionOpen
  const hasButton = place === 'over' && breadth === 'tablet'
  const placing = useMemo(
    () => ({ place: place ?? 'page', show: over.show, isOver: over.isOpen, leave: over.leave }),
    [place, over.show, over.isOpen, over.leave],
  )
  return (
    <ListPlaceContext value={placing}>
      <a href="#content" className={styles.skip}>
        {strings.nav.skip}
      </a>
      {isAlone ? null : (
        <Rail list={hasButton ? { isOpen: over.isOpen, toggle: over.toggle, ref: over.button } : undefined} />
      )}
      <div
        className={`${styles.content} ${isFull ? styles.full : ''}`}
        data-full={isFull ? '' : undefined}
        data-alone={isAlone ? '' : undefined}
      >
        <ConnectionBanner />
        <div className={styles.beside}>
          {place === undefined ? null : (
            <ListFrame place={place} isShown={place !== 'over' || over.isOpen} onEscape={over.hide}>
              {list}
            </ListFrame>
          )}
          {over.isOpen ? <div className={styles.scrim} onClick={over.hide} /> : null}
          {place === 'page' ? null : (
            <main id="content" tabIndex={-1} className={styles.main} inert={over.isOpen}>
              <Suspense fallback={<Loading>{strings.app.opening}</Loading>}>{children}</Suspense>
            </main>
          )}
          {side}
          <div ref={setSlot} className={styles.slot} />
        </div>
      </div>
      <HouseKeys />
    </ListPlaceContext>
  )
}

interface ListFrameProps {
  place: ListPlace
  isShown: boolean
  onEscape(): void
  children: ReactNode
}

/** The same element wherever it stands, so that the list keeps its scroll position and what was searched for. */
function ListFrame({ place, isShown, onEscape, children }: ListFrameProps) {
  const isPage = place === 'page'
  return (
    <div
      id={isPage ? 'content' : undefined}
      role={isPage ? 'main' : 'navigation'}
      aria-label={isPage ? undefined : strings.shell.list.region}
      tabIndex={-1}
      className={styles.list}
      data-place={place}
      data-shown={isShown ? '' : undefined}
      data-region="list"
      inert={!isShown}
      onKeyDown={(event) => {
        if (place === 'over' && event.key === 'Escape') onEscape()
      }}
    >
      <Suspense fallback={<Loading>{strings.app.opening}</Loading>}>{children}</Suspense>
    </div>
  )
}

/** The list over the session: opened from the rail, closed by Escape, by a press beside it and by going somewhere. */
function useOver(isPossible: boolean) {
  const [isWanted, setWanted] = useState(false)
  const [path] = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = isPossible && isWanted
  useEffect(() => setWanted(false), [path])
  const show = useCallback(() => setWanted(true), [])
  const leave = useCallback(() => setWanted(false), [])
  const hide = useCallback(() => {
    setWanted(false)
    button.current?.focus()
  }, [])
  const toggle = useCallback(() => setWanted((was) => !was), [])
  useEffect(() => {
    if (!isOpen) return
    const region = document.querySelector('[data-region="list"]')
    if (region?.contains(document.activeElement)) return
    focusSoon(() => region?.querySelector<HTMLElement>('[data-row][tabindex="0"]'))
  }, [isOpen])
  return { isOpen, show, leave, hide, toggle, button }
}
