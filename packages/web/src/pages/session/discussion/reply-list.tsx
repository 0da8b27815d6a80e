// The replies in their order. Whoever is at the end stays there when one comes; whoever reads further up is not moved, also
// not by earlier ones that are loaded. One opens it at the first unread, at the reply of the address, or at the end.

import type { WholeSessionJson } from '@heddle/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { chooseFirstUnread } from '../../../discussions/choose-replies.ts'
import type { DiscussionState } from '../../../discussions/discussion.ts'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useMe } from '../../../me/me-context.tsx'
import styles from './discussion.module.css'
import { ReplyRow } from './reply-row.tsx'

type Holder = RefObject<HTMLDivElement | null>

interface ReplyListProps {
  session: WholeSessionJson
  state: DiscussionState
  linkedId: string | undefined
  mayWrite: boolean
  /** How many are on their way below the list. */
  outgoing: number
  scroller: Holder
  /** What grows in it. */
  content: Holder
  onOlder(): void
  onAtEnd(isAtEnd: boolean): void
}

const nearEndPx = 24

export function ReplyList(props: ReplyListProps) {
  const { session, state, linkedId, mayWrite, scroller } = props
  const { replies } = state
  const me = useMe()
  const list = useRef<HTMLOListElement>(null)
  const firstUnread = useFirstUnread(state, me.id)
  useHeldPlace(props, list, firstUnread)
  if (replies.length === 0) return null
  return (
    <>
      {state.hasOlder ? (
        <div className={styles.older}>
          <Button isPending={state.isLoadingOlder} onPress={props.onOlder}>
            {discussionStrings.older}
          </Button>
        </div>
      ) : null}
      <ol ref={list} aria-label={discussionStrings.list} className={styles.replies}>
        {replies.map((reply) => (
          <ReplyRow
            key={reply.id}
            reply={reply}
            session={session}
            mayWrite={mayWrite}
            isLinked={reply.id === linkedId}
            isFirstNew={reply.id === firstUnread}
            onGone={() => scroller.current?.focus()}
          />
        ))}
      </ol>
    </>
  )
}

/** As it was when the discussion was opened: the line does not wander while one reads. */
function useFirstUnread({ replies, unreadAtFirst, isLoading }: DiscussionState, meId: string) {
  const [first, setFirst] = useState<{ id: string | undefined }>()
  useEffect(() => {
    if (first === undefined && !isLoading && replies.length > 0)
      setFirst({ id: chooseFirstUnread(replies, unreadAtFirst, meId) })
  }, [first, isLoading, replies, unreadAtFirst, meId])
  return first?.id
}

function useHeldPlace(
  { state, linkedId, outgoing, scroller, content, onAtEnd }: ReplyListProps,
  list: RefObject<HTMLOListElement | null>,
  firstUnread: string | undefined,
): void {
  const isAtEnd = useRef(true)
  const height = useRef(0)
  const firstId = useRef<string>(undefined)
  const shown = useRef<string>(undefined)
  const tell = useRef(onAtEnd)
  tell.current = onAtEnd

  useEffect(() => {
    const view = scroller.current
    if (!view) return
    const look = () => {
      const isThere = view.scrollHeight - view.scrollTop - view.clientHeight <= nearEndPx
      if (isThere === isAtEnd.current) return
      isAtEnd.current = isThere
      tell.current(isThere)
    }
    view.addEventListener('scroll', look, { passive: true })
    // A picture or a block of code may become higher after it was drawn.
    const sizes = new ResizeObserver(() => {
      if (isAtEnd.current) view.scrollTop = view.scrollHeight
    })
    sizes.observe(view)
    if (content.current) sizes.observe(content.current)
    return () => {
      view.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, content])

  useLayoutEffect(() => {
    const view = scroller.current
    if (!view) return
    const first = state.replies[0]?.id
    const isOlder = firstId.current !== undefined && first !== firstId.current
    // Earlier ones came in above: what is read stays where it is.
    if (isOlder && !isAtEnd.current) view.scrollTop += view.scrollHeight - height.current
    else if (isAtEnd.current) view.scrollTop = view.scrollHeight
    firstId.current = first
    height.current = view.scrollHeight
  }, [scroller, state.replies, state.hasOlder, outgoing])

  // Once, to where one wants to begin.
  const wanted = linkedId ?? firstUnread
  const isHere = state.replies.some(({ id }) => id === wanted)
  useLayoutEffect(() => {
    if (wanted === undefined || !isHere || shown.current === wanted) return
    shown.current = wanted
    const row = list.current?.querySelector<HTMLElement>(`[data-reply-id="${CSS.escape(wanted)}"]`)
    const view = scroller.current
    if (!row || !view) return
    const top = row.getBoundingClientRect().top - view.getBoundingClientRect().top
    view.scrollTop += top - view.clientHeight / 4
  }, [wanted, isHere, list, scroller])
}
