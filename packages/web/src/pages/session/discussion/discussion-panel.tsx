// One discussion: what it is about on top, then what was said, then where one replies. It lives with the log; whoever is at
// its end stays there, and what came while they looked is read.

import type { PostedReplyJson, WholeSessionJson } from '@heddle/contract'
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useClient } from '../../../api/client-context.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Loading } from '../../../components/loading.tsx'
import { SidePanel } from '../../../components/side-panel.tsx'
import { createDiscussion, type Discussion } from '../../../discussions/discussion.ts'
import type { ReplyDesk } from '../../../discussions/reply-desk.ts'
import type { ThreadBoard } from '../../../discussions/thread-board.ts'
import type { ThreadReaders } from '../../../discussions/thread-readers.ts'
import { discussionStrings } from '../../../discussion-strings.ts'
import type { Followed } from '../../../live/use-session-feed.ts'
import { useMe } from '../../../me/me-context.tsx'
import { focusSoon } from '../../../shell/focus-soon.ts'
import { useAnnounce } from '../../../shell/status-region.tsx'
import { Faces } from '../faces.tsx'
import { AnchorCard } from './anchor-card.tsx'
import styles from './discussion.module.css'
import { HandOver } from './hand-over.tsx'
import { OutgoingReplies } from './outgoing-replies.tsx'
import { ReplyField } from './reply-field.tsx'
import { ReplyList } from './reply-list.tsx'
import { ResolveButton, ResolvedLine } from './resolve-button.tsx'
import type { Target } from './use-discussions.ts'
import { useMarkReplies } from './use-mark-replies.ts'
import { useReading } from './use-readers.ts'

export interface DiscussionPanelProps {
  session: WholeSessionJson
  followed: Followed
  agentName: string
  mayWrite: boolean
  mayHand: boolean
  board: ThreadBoard
  desk: ReplyDesk
  readers: ThreadReaders
  target: Target
  onJump(eventId: string): void
}

const words = discussionStrings

export function DiscussionPanel(props: DiscussionPanelProps) {
  const { session, followed, agentName, mayWrite, board, desk, target, onJump } = props
  const { anchorEventId } = target
  const me = useMe()
  const discussion = useDiscussion(session.id, anchorEventId, followed)
  const state = useSyncExternalStore(discussion.subscribe, discussion.state)
  const { thread, replies } = state
  const all = useSyncExternalStore(desk.subscribe, desk.all)
  const outgoing = useMemo(
    () => all.filter((item) => item.anchorEventId === anchorEventId && !isThere(item.cid, replies, me.id)),
    [all, anchorEventId, replies, me.id],
  )
  const foot = useRef<HTMLDivElement>(null)
  const [isHanding, setHanding] = useState(target.isHanding === true)
  useEffect(() => {
    if (target.isHanding) setHanding(true)
  }, [target])
  useFieldAfterHanding(foot, isHanding)
  const [posted, setPosted] = useState<PostedReplyJson | null>(null)
  useSettled(discussion, desk, anchorEventId, setPosted)
  const [isAtEnd, setAtEnd] = useState(true)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useMarkReplies(board, thread, isAtEnd && !state.isLoading ? replies : undefined)
  useLinkedReply(discussion, target, state.isLoading)
  // What was pressed is gone; one goes on by writing, or with what came.
  const toField = () => focusSoon(() => foot.current?.querySelector<HTMLElement>('[data-reply]'))
  const loadOlder = async () => {
    await discussion.loadOlder()
    if (discussion.state().hasOlder) return
    focusSoon(() => scroller.current?.querySelector<HTMLElement>('[data-reply-id]'))
  }
  const people = useReading(session.id, thread?.id, props.readers)
  return (
    <SidePanel
      region={words.region}
      title={words.title}
      closeLabel={words.close}
      head={
        <>
          <Faces people={people} />
          {thread && mayWrite ? (
            <ResolveButton
              thread={thread}
              onChanged={(changed) => {
                discussion.take(changed)
                board.take(changed)
              }}
            />
          ) : null}
        </>
      }
    >
      {(leave) => (
        <>
          <AnchorCard
            anchorEventId={anchorEventId}
            rows={(followed.state.past ?? followed.state.view).rows}
            thread={thread}
            agentName={agentName}
            onJump={() => void leave().then(() => onJump(anchorEventId))}
          />
          {thread?.resolvedAt === undefined ? null : <ResolvedLine thread={thread} />}
          <div ref={scroller} className={styles.scroller}>
            <div ref={content}>
              {state.problem ? (
                <Failure error={state.problem} onRetry={() => void discussion.load()} />
              ) : null}
              {state.isLoading && replies.length === 0 ? <Loading>{words.loading}</Loading> : null}
              {!state.isLoading && replies.length === 0 && outgoing.length === 0 && !state.problem ? (
                <div className={styles.empty}>
                  <p>{words.empty}</p>
                  {mayWrite ? <p>{words.emptyHint}</p> : null}
                </div>
              ) : null}
              <ReplyList
                session={session}
                state={state}
                linkedId={target.replyId}
                mayWrite={mayWrite}
                outgoing={outgoing.length}
                scroller={scroller}
                content={content}
                onOlder={() => void loadOlder()}
                onAtEnd={setAtEnd}
              />
              <OutgoingReplies items={outgoing} desk={desk} onSettled={toField} />
            </div>
          </div>
          {mayWrite ? (
            <div ref={foot} className={styles.foot}>
              {isHanding ? (
                <HandOver
                  session={session}
                  anchorEventId={anchorEventId}
                  agentName={agentName}
                  replies={thread?.replyCount ?? replies.length}
                  onClose={() => setHanding(false)}
                  onShow={(eventId) => void leave().then(() => onJump(eventId))}
                />
              ) : (
                <ReplyField
                  session={session}
                  anchorEventId={anchorEventId}
                  posted={posted}
                  onSeen={() => setPosted(null)}
                  onSend={(body) => desk.send(anchorEventId, body)}
                  agentName={agentName}
                  onHand={props.mayHand ? () => setHanding(true) : undefined}
                />
              )}
            </div>
          ) : state.isLoading ? null : (
            <p className={styles.readOnly}>{words.readOnly}</p>
          )}
        </>
      )}
    </SidePanel>
  )
}

function isThere(cid: string, replies: readonly { clientMessageId: string; authorId: string }[], me: string) {
  return replies.some((reply) => reply.clientMessageId === cid && reply.authorId === me)
}

function useDiscussion(sessionId: string, anchorEventId: string, { feed }: Followed): Discussion {
  const client = useClient()
  const discussion = useMemo(
    () => createDiscussion({ client, sessionId, anchorEventId }),
    [client, sessionId, anchorEventId],
  )
  useEffect(() => {
    void discussion.load()
    const forget = [
      feed.hearEvents((event) => discussion.hear(event)),
      feed.hearSnapshots(() => void discussion.load()),
    ]
    return () => forget.forEach((stop) => stop())
  }, [feed, discussion])
  return discussion
}

/** The form had the focus. Whoever closed it goes on by writing, at once: until then no key would lead anywhere. */
function useFieldAfterHanding(foot: RefObject<HTMLElement | null>, isHanding: boolean): void {
  const wasHanding = useRef(isHanding)
  useLayoutEffect(() => {
    if (wasHanding.current && !isHanding) {
      foot.current?.querySelector<HTMLElement>('[data-reply]')?.focus({ preventScroll: true })
    }
    wasHanding.current = isHanding
  }, [foot, isHanding])
}

/** What the server said to a reply; and the reply itself, should the log not have told of it. */
function useSettled(
  discussion: Discussion,
  desk: ReplyDesk,
  anchorEventId: string,
  onPosted: (answer: PostedReplyJson) => void,
): void {
  const latest = useRef(onPosted)
  latest.current = onPosted
  useEffect(
    () =>
      desk.hearAnswers((item, answer) => {
        if (item.anchorEventId !== anchorEventId) return
        latest.current(answer)
        if (!discussion.state().replies.some(({ id }) => id === answer.replyId)) void discussion.load()
      }),
    [desk, discussion, anchorEventId],
  )
}

/** Brings the reply that the address leads to, once. */
function useLinkedReply(discussion: Discussion, { replyId }: Target, isLoading: boolean): void {
  const announce = useAnnounce()
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (replyId === undefined || isLoading || done.current === replyId) return
    done.current = replyId
    void discussion.loadUntil(replyId).then((isFound) => {
      if (!isFound) announce(words.replyNotThere)
    })
  }, [discussion, replyId, isLoading, announce])
}
