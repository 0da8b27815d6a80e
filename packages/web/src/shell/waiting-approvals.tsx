// The calls that wait for somebody's word, for the whole house: how many stand on the rail, which of them are the reader's
// to decide, and a sentence aloud when one comes up, once for each. Read when the page rests, and again when a session
// tells another number than is known.

import type { ApprovalJson, PageJson } from '@heddle/contract'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { useList, useRead } from '../api/use-read.ts'
import { watchAnswers } from '../api/watch-answers.ts'
import { useFormat } from '../format/format-context.tsx'
import { type ApprovalHints, createApprovalHints } from '../pages/approvals/approval-hints.ts'
import { useDecided } from '../pages/approvals/use-decided.ts'
import { useFreshSessions } from '../pages/sessions/use-fresh-sessions.ts'
import { strings } from '../strings.ts'
import { usePaletteActions } from './palette-context.tsx'
import { useShortcut } from './shortcut-context.tsx'
import { useAnnounce } from './status-region.tsx'

export interface Waiting {
  /** Those that the reader may decide, the one that waits longest first. */
  mine: readonly ApprovalJson[]
  /** How many, as it is shown; empty when there is none. */
  written: string
}

const WaitingContext = createContext<Waiting>({ mine: [], written: '' })

export function WaitingApprovals({ children }: { children: ReactNode }) {
  const format = useFormat()
  const readAgain = useDecided()
  // Whoever comes for a session sees it first.
  const isDue = useDeferredValue(true, false)
  const { data, hasNextPage } = useList('listApprovals', pendingQuery, isDue)
  useFreshSessions({ changed: useApprovalHints(readAgain).hear, cameBack: readAgain })
  const waiting = useMemo<Waiting>(() => {
    const mine = (data?.pages.flatMap((page) => page.items) ?? [])
      .filter(({ mayDecide }) => mayDecide)
      .toReversed()
    const written = mine.length === 0 ? '' : format.count(mine.length)
    return { mine, written: hasNextPage && mine.length > 0 ? strings.shell.nav.atLeast(written) : written }
  }, [data, hasNextPage, format])
  useGoThere(waiting.mine)
  return (
    <WaitingContext value={waiting}>
      {children}
      <Said mine={waiting.mine} />
    </WaitingContext>
  )
}

/** Of the page of approvals, too: one entry of the cache. */
export const pendingQuery = { state: 'pending', limit: 50 } as const
/** As useList makes it. */
const pendingKey = ['listApprovals', 'pages', pendingQuery] as const

export function useWaitingApprovals(): Waiting {
  return use(WaitingContext)
}

function useApprovalHints(readAgain: () => void): ApprovalHints {
  const queries = useQueryClient()
  const hints = useMemo(
    () =>
      createApprovalHints({
        // From the cache itself: what came is held from then on, drawn or not.
        held() {
          const pages = queries.getQueryData<InfiniteData<PageJson<ApprovalJson>>>(pendingKey)?.pages
          if (pages === undefined) return undefined
          return { items: pages.flatMap(({ items }) => items), isPart: pages.at(-1)?.next !== undefined }
        },
        readAgain,
        now: Date.now,
      }),
    [queries, readAgain],
  )
  useEffect(
    () => watchAnswers(queries, pendingKey, Date.now, (_, since) => hints.answered(since)),
    [queries, hints],
  )
  return hints
}

function useGoThere(mine: readonly ApprovalJson[]): void {
  const [, navigate] = useLocation()
  const announce = useAnnounce()
  const words = strings.approvals.go
  const [first] = mine
  const go = () =>
    first ? navigate(`/sessions/${first.sessionId}?at=${first.eventId}`) : announce(words.none)
  useShortcut('approval', go)
  usePaletteActions(
    first ? [{ id: 'approval', title: words.action, also: words.actionAlso, group: 'actions', run: go }] : [],
  )
}

/** The only thing besides errors that interrupts whoever listens. */
function Said({ mine }: { mine: readonly ApprovalJson[] }) {
  const agents = useRead('listAgents', {}, mine.length > 0)
  const told = useRef(new Set<string>())
  const [said, setSaid] = useState({ text: '', count: 0 })
  useEffect(() => {
    const fresh = mine.filter(({ id }) => !told.current.has(id))
    const [one] = fresh
    if (one === undefined) {
      if (mine.length === 0) setSaid((last) => ({ ...last, text: '' }))
      return
    }
    if (agents.isPending) return
    for (const { id } of fresh) told.current.add(id)
    const agent = agents.data?.items.find(({ id }) => id === one.agentId)?.name ?? one.agentId
    const words = strings.approvals.said
    const title = one.sessionTitle === '' ? strings.session.untitled : one.sessionTitle
    const text = fresh.length === 1 ? words.one(agent, one.tool, title) : words.many(fresh.length)
    setSaid((last) => ({ text, count: last.count + 1 }))
  }, [mine, agents.isPending, agents.data])
  if (said.text === '') return null
  // Each of its own, so that one that says the same as the last is heard too.
  return (
    <div key={said.count} role="alert" className="visually-hidden">
      <p>{said.text}</p>
    </div>
  )
}
