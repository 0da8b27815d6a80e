// Follows the discussions of the session that is read, carries replies to the server, and draws the panel when one is open.

import type { WholeSessionJson } from '@heddle/contract'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { openStore } from '../../../ahead/open-store.ts'
import { useClient, useConnection } from '../../../api/client-context.tsx'
import { newKey } from '../../../api/new-key.ts'
import type { Board } from '../../../discussions/choose-board.ts'
import { threadMark } from '../../../discussions/discussions.at-build.ts'
import { readNews } from '../../../discussions/read-news.ts'
import { createReplyDesk, type ReplyDesk } from '../../../discussions/reply-desk.ts'
import { createThreadBoard, type ThreadBoard } from '../../../discussions/thread-board.ts'
import { discussionStrings } from '../../../discussion-strings.ts'
import { useLive } from '../../../live/live-context.tsx'
import { after } from '../../../live/real-after.ts'
import type { Followed } from '../../../live/use-session-feed.ts'
import { useMe } from '../../../me/me-context.tsx'
import { useSidePlace } from '../../../shell/side-place.tsx'
import { useAnnounce } from '../../../shell/status-region.tsx'
import type { LinkedThread } from '../session-middle.tsx'
import { DiscussionPanel } from './discussion-panel.tsx'
import type { Target } from './use-discussions.ts'
import { useReaders } from './use-readers.ts'

export interface DiscussionDeskProps {
  session: WholeSessionJson
  followed: Followed
  agentName: string
  mayWrite: boolean
  mayHand: boolean
  target: Target | null
  linked: LinkedThread | undefined
  onBoard(board: Board): void
  onOpen(target: Target): void
  onJump(eventId: string): void
}

export function DiscussionDesk(props: DiscussionDeskProps) {
  const { session, followed, target, linked, onOpen } = props
  const { slot } = useSidePlace()
  const board = useBoard(session.id, followed, props.onBoard)
  const desk = useDesk(session.id, followed)
  const readers = useReaders(session.id, followed)
  useLinkedThread(board, linked, onOpen)
  if (target === null || slot === null) return null
  return createPortal(
    <DiscussionPanel
      key={target.anchorEventId}
      session={session}
      followed={followed}
      agentName={props.agentName}
      mayWrite={props.mayWrite}
      mayHand={props.mayHand}
      board={board}
      desk={desk}
      readers={readers}
      target={target}
      onJump={props.onJump}
    />,
    slot,
  )
}

function useBoard(
  sessionId: string,
  { feed, state }: Followed,
  onBoard: (board: Board) => void,
): ThreadBoard {
  const client = useClient()
  const live = useLive()
  const me = useMe()
  const board = useMemo(
    () => createThreadBoard({ client, sessionId, meId: me.id }),
    [client, sessionId, me.id],
  )
  const known = useSyncExternalStore(board.subscribe, board.read)
  useEffect(() => onBoard(known), [known, onBoard])
  const { past, view } = state
  const from = (past ?? view).rows[0]?.place
  const through = past === null ? Number.POSITIVE_INFINITY : past.rows.at(-1)?.place
  useEffect(() => {
    if (from !== undefined && through !== undefined) board.cover({ from, through })
  }, [board, from, through])
  useEffect(() => {
    const forget = [feed.hearEvents(board.hear), feed.hearSnapshots(board.askAgain)]
    return () => forget.forEach((stop) => stop())
  }, [feed, board])
  useEffect(() => {
    let newest: number | undefined
    return live.follow(`u:${me.id}`, {
      hear(frame) {
        if (frame.type === 'snap' || frame.type === 'ev') newest = frame.seq
        if (frame.type !== 'ev' || frame.kind !== 'read.changed') return
        const { data } = threadMark.safeParse(frame.payload)
        if (data?.sessionId === sessionId) board.mark(data.threadId, data.seq)
      },
      after: () => newest,
      refused: () => {},
    })
  }, [live, me.id, sessionId, board])
  return board
}

function useDesk(sessionId: string, { feed }: Followed): ReplyDesk {
  const client = useClient()
  const connection = useConnection()
  const me = useMe()
  const desk = useMemo(
    () =>
      createReplyDesk({
        client,
        sessionId,
        owner: me.id,
        store: openStore(() => window.sessionStorage),
        newId: newKey,
        after,
      }),
    [client, sessionId, me.id],
  )
  useEffect(
    () =>
      feed.hearEvents((event) => {
        const news = readNews(event)
        if (news?.kind === 'posted' && news.reply.authorId === me.id) desk.seen([news.reply.clientMessageId])
      }),
    [feed, desk, me.id],
  )
  useEffect(
    () =>
      connection.subscribe(() => {
        if (!connection.isLost()) desk.wake()
      }),
    [connection, desk],
  )
  return desk
}

/** Once for each address. */
function useLinkedThread(
  board: ThreadBoard,
  linked: LinkedThread | undefined,
  onOpen: (target: Target) => void,
): void {
  const client = useClient()
  const announce = useAnnounce()
  const shown = useRef<LinkedThread>(undefined)
  useEffect(() => {
    if (linked === undefined || shown.current === linked) return
    shown.current = linked
    client.call('readThread', { path: { id: linked.threadId } }).then(
      (thread) => {
        board.take(thread)
        onOpen({ anchorEventId: thread.anchorEventId, replyId: linked.replyId })
      },
      () => announce(discussionStrings.notThere),
    )
  }, [linked, client, board, onOpen, announce])
}
