// What the reader has focused on the page of a session: who hears what they write there. Read with the page, again when
// something was bound or let go, and when its time should be over.

import type { EventJson, FocusJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRead } from '../../../api/use-read.ts'
import { useLive } from '../../../live/live-context.tsx'
import type { SessionFeed } from '../../../live/session-feed.ts'
import { chooseLost, type Lost, whyIn } from './choose-lost.ts'

export interface Focus {
  /** Null: nothing. Undefined while that is being read. */
  now: FocusJson | null | undefined
  /** What was focused and is no longer, by nobody's doing here; until the reader lets it go or talks to somebody again. */
  lost: Lost | undefined
  /** The reader was asked whether what was written for that one may go to whoever hears it now. */
  isAsked: boolean
  ask(): void
  seeLost(): void
  /** Whether the reader is changing it here, so that the next change is no loss. */
  expect(isOwn: boolean): void
  readAgain(): void
  /** An entry of the log of what is focused. */
  hear(event: EventJson): void
}

/** A timer of the browser does not reach much further. */
const lookAgainMsMax = 3_600_000

export function useFocus(id: string, feed: SessionFeed): Focus {
  const queries = useQueryClient()
  const { data, isError } = useRead('readSession', { path: { id } })
  const now = data === undefined ? (isError ? null : undefined) : (data.focus ?? null)
  const isOwn = useRef(false)
  const whys = useRef(new Map<string, string>())
  const [before, setBefore] = useState(now)
  const [lost, setLost] = useState<Lost>()
  const [isAsked, setAsked] = useState(false)
  if (before?.bindingId !== now?.bindingId || (before === undefined) !== (now === undefined)) {
    setBefore(now)
    const own = isOwn.current
    isOwn.current = false
    setLost(own ? undefined : chooseLost(before, now, whys.current))
    setAsked(false)
  }
  const readAgain = useCallback(
    () => void queries.invalidateQueries({ queryKey: ['readSession', { path: { id } }] }),
    [queries, id],
  )
  const hear = useCallback(
    (event: EventJson) => {
      const { kind } = event
      const ended = whyIn(event)
      if (ended) whys.current.set(ended.bindingId, ended.why)
      if (kind.startsWith('binding.') || kind === 'turn.finished' || kind === 'session.changed') readAgain()
    },
    [readAgain],
  )
  useHeard(feed, hear)
  useEffect(() => {
    if (now?.expiresAt === undefined) return
    const leftMs = Math.max(1_000, Date.parse(now.expiresAt) - Date.now() + 1_000)
    const timer = setTimeout(readAgain, Math.min(leftMs, lookAgainMsMax))
    return () => clearTimeout(timer)
  }, [now?.expiresAt, readAgain])
  useArrived(id, now != null, readAgain)
  const seeLost = useCallback(() => setLost(undefined), [])
  const ask = useCallback(() => setAsked(true), [])
  const expect = useCallback((own: boolean) => {
    isOwn.current = own
  }, [])
  return { now, lost, isAsked, ask, seeLost, expect, readAgain, hear }
}

/** What was heard may have brought somebody else to life, who hears the next one. */
function useArrived(id: string, isFocused: boolean, arrived: () => void): void {
  const { outbox } = useLive()
  useEffect(() => {
    if (!isFocused) return
    const countSending = () =>
      outbox.all().filter(({ sessionId, focus, state }) => sessionId === id && focus && state === 'sending')
        .length
    let before = countSending()
    return outbox.subscribe(() => {
      const now = countSending()
      if (now < before) arrived()
      before = now
    })
  }, [outbox, id, isFocused, arrived])
}

/** While there is something to hear of. */
export function useHeard(feed: SessionFeed | undefined, hear: (event: EventJson) => void): void {
  useEffect(() => feed?.hearEvents(hear), [feed, hear])
}
