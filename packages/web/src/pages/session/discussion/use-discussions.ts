// The discussions of the session that is read, for its rows: which there are, and how one is opened. What follows them and
// the panel come when the page rests, or when one is opened.

import { atLeast } from '@heddle/contract'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useClient } from '../../../api/client-context.tsx'
import type { Board } from '../../../discussions/choose-board.ts'
import { useMe } from '../../../me/me-context.tsx'
import { useIsOn } from '../../../me/use-collaboration.ts'
import { useShortcut } from '../../../shell/shortcut-context.tsx'
import { useSidePlace } from '../../../shell/side-place.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { strings } from '../../../strings.ts'

/** What stands in the panel; each time a new one. */
export interface Target {
  anchorEventId: string
  /** Which reply the address leads to. */
  replyId?: string | undefined
  /** Opened to hand it to the agent. */
  isHanding?: boolean | undefined
}

export interface Discussions {
  board: Board
  /** May open one and reply. */
  mayDiscuss: boolean
  /** May give one to the session's agent. */
  mayHand: boolean
  open(target: Target): void
  openThread(threadId: string): void
}

const emptyBoard: Board = new Map()

const DiscussionsContext = createContext<Discussions | null>(null)

export const DiscussionsProvider = DiscussionsContext

/** Null where there are none, by the configuration or outside of a session. */
export function useDiscussions(): Discussions | null {
  return use(DiscussionsContext)
}

export interface DiscussionsHere {
  /** For the rows; null where discussions are turned off. */
  value: Discussions | null
  target: Target | null
  setBoard(board: Board): void
  open(target: Target): void
}

export function useDiscussionsHere(mayHand: boolean): DiscussionsHere {
  const mayDiscuss = atLeast(useMe().role, 'member')
  const isOn = useIsOn('threads')
  const place = useSidePlace()
  const [board, setBoard] = useState<Board>(emptyBoard)
  const [wanted, setWanted] = useState<Target | null>(null)
  const { open: openPlace, leave, shown } = place
  const open = useCallback(
    (target: Target) => {
      setWanted(target)
      openPlace('discussion', () => findRow(target.anchorEventId))
    },
    [openPlace],
  )
  const isShown = shown === 'discussion'
  useLeaving(isShown && wanted !== null, leave)
  useShortcut('discuss', discussFocused, isOn)
  const openThread = useOpenThread(board, open)
  const value = useMemo(
    () => (isOn ? { board, mayDiscuss, mayHand, open, openThread } : null),
    [isOn, board, mayDiscuss, mayHand, open, openThread],
  )
  return { value, target: isShown && isOn ? wanted : null, setBoard, open }
}

/** What it is about may stand on a page that is not loaded. */
function useOpenThread(board: Board, open: (target: Target) => void): (threadId: string) => void {
  const client = useClient()
  const announce = useAnnounce()
  return useCallback(
    (threadId) => {
      const known = [...board.values()].find(({ id }) => id === threadId)
      if (known) return open({ anchorEventId: known.anchorEventId })
      client.call('readThread', { path: { id: threadId } }).then(
        ({ anchorEventId }) => open({ anchorEventId }),
        () => announce(strings.session.timeline.notThere),
      )
    },
    [board, open, client, announce],
  )
}

/** It belongs to this page: with the page it goes. */
function useLeaving(isOpen: boolean, leave: () => void): void {
  const [ref] = useState({ isOpen, leave })
  ref.isOpen = isOpen
  ref.leave = leave
  useEffect(
    () => () => {
      if (ref.isOpen) ref.leave()
    },
    [ref],
  )
}

/** The row that has the focus, else the one that the Tab key stops at: as its own button would. */
function discussFocused(): void {
  const focused = document.activeElement?.closest('[data-has-bar]')
  const row = focused ?? document.querySelector('[role="feed"] article[tabindex="0"]')
  const button = row?.querySelector<HTMLElement>(':scope > [role="group"] [data-discuss]')
  button?.click()
}

/** Where the focus goes when the button that opened it is gone. */
export function findRow(eventId: string): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(eventId)}"]`)
  return row?.closest('article') ?? document.querySelector('[role="feed"] article[tabindex="0"]')
}
