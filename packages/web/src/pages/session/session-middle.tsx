// What is read in the middle of a session's page: the timeline of that session, or of the one that is focused there, with
// what is on its way to it.

import { useCallback, useEffect, useState } from 'react'
import { useMe } from '../../me/me-context.tsx'
import { useLive } from '../../live/live-context.tsx'
import type { Outgoing } from '../../live/outbox.ts'
import { type ReadMarks, useReadMarks } from '../../live/use-read-marks.ts'
import { type Followed, useOutgoing } from '../../live/use-session-feed.ts'
import { Loading } from '../../components/loading.tsx'
import { findNamed } from '../../mentions/mentions-later.ts'
import { type Marks, MarksProvider } from '../../mentions/named-here.ts'
import { useIsOn } from '../../me/use-collaboration.ts'
import { strings } from '../../strings.ts'
import { FirstPrompt } from '../home/first-prompt.tsx'
import { useRested } from '../../shell/use-rested.ts'
import { chooseReadOnly } from './choose-read-only.ts'
import { discussionDesk } from './discussion/discussion-later.ts'
import { DiscussionsProvider, useDiscussionsHere } from './discussion/use-discussions.ts'
import type { TalkHere } from './focus/use-talk-here.ts'
import { NotOpened } from './not-opened.tsx'
import { OutgoingRows } from './outgoing-rows.tsx'
import styles from './session-page.module.css'
import { SentProvider, useSent } from './sent/use-sent.ts'
import { RunsProvider, useRuns } from './subagents/use-runs.ts'
import { Timeline } from './timeline/timeline.tsx'
import { useAgentName } from './use-agent-name.ts'
import { useAsking } from './use-asking.ts'

interface SessionMiddleProps {
  /** Of whose page it is. */
  pageId: string
  /** Which is read. */
  sessionId: string
  followed: Followed
  /** By which it is focused there; undefined where it is the page's own. */
  bindingId: string | undefined
  marks: ReadMarks
  linkedId: string | undefined
  /** The discussion that the address leads to. */
  linkedThread?: LinkedThread | undefined
  /** May write on the page. */
  mayTalk: boolean
  talk: TalkHere
  /** The session that is focused on the page. */
  talksTo: string | undefined
  onTakeBack(item: Outgoing): void
  onLeave(to: 'before' | 'after'): void
}

export interface LinkedThread {
  threadId: string
  replyId: string | undefined
}

/** With its own mark of how far one has read. */
export function FocusedMiddle(props: Omit<SessionMiddleProps, 'marks'>) {
  return <SessionMiddle {...props} marks={useReadMarks(useMe().id, props.sessionId)} />
}

export function SessionMiddle(props: SessionMiddleProps) {
  const { pageId, sessionId: id, followed, bindingId, marks, linkedId, talk, talksTo } = props
  const { feed, state } = followed
  const { session } = state.view
  const me = useMe()
  const live = useLive()
  const asking = useAsking(id, feed, state)
  const runs = useRuns(id, feed, (state.past ?? state.view).rows)
  const sent = useSent(id, feed, (state.past ?? state.view).rows)
  const agentName = useAgentName(session?.agentId ?? '')
  const mayWrite = session !== null && chooseReadOnly(me.role, session) === undefined
  const discussions = useDiscussionsHere(mayWrite)
  const isRested = useRested()
  const [named, setNamed] = useState<Partial<Marks>>({})
  const hasMentions = useIsOn('mentions')
  const led = useLed(linkedId)
  // What was said to what is no longer focused is not lost: it stands on the page, to be taken back.
  const outgoing = useOutgoing(pageId, state.view.rows).filter(({ focus }) =>
    bindingId === undefined
      ? focus === undefined || focus.sessionId !== talksTo
      : focus?.bindingId === bindingId,
  )
  if (state.refusal) return <NotOpened error={state.refusal} onRetry={feed.retry} />
  if (!session) {
    return (
      <div className={styles.plain}>
        <Loading>{strings.session.opening}</Loading>
      </div>
    )
  }
  return (
    <RunsProvider value={runs}>
      <SentProvider value={sent}>
        <DiscussionsProvider value={discussions.value}>
          <MarksProvider value={named}>
            <Timeline
              pageId={pageId}
              state={state}
              feed={feed}
              asking={asking}
              agentName={agentName}
              mayWrite={mayWrite}
              mayTalk={props.mayTalk}
              talk={talk}
              talksTo={talksTo}
              marks={marks}
              linkedId={led.eventId}
              jump={led.jump}
              isLinkQuiet={led.jump === 0 && props.linkedThread !== undefined && discussions.value !== null}
              onTheWay={outgoing.length}
              empty={
                mayWrite && bindingId === undefined ? (
                  <FirstPrompt
                    onSend={(text) => {
                      props.onLeave('after')
                      return live.say({ sessionId: id, text, mode: 'queue' })
                    }}
                  />
                ) : (
                  <p className={styles.plain}>{strings.session.timeline.empty}</p>
                )
              }
              onLeave={props.onLeave}
            >
              <OutgoingRows items={outgoing} onTakeBack={props.onTakeBack} />
            </Timeline>
          </MarksProvider>
          {isRested && hasMentions ? (
            <findNamed.Part session={session} rows={(state.past ?? state.view).rows} onFound={setNamed} />
          ) : null}
          {discussions.value !== null && (isRested || discussions.target !== null || props.linkedThread) ? (
            <discussionDesk.Part
              session={session}
              followed={followed}
              agentName={agentName}
              mayWrite={discussions.value.mayDiscuss}
              mayHand={mayWrite}
              target={discussions.target}
              linked={props.linkedThread}
              onBoard={discussions.setBoard}
              onOpen={discussions.open}
              onJump={led.lead}
            />
          ) : null}
        </DiscussionsProvider>
      </SentProvider>
    </RunsProvider>
  )
}

/** Where the page leads within the timeline: by its address, or since then from a discussion. */
function useLed(linkedId: string | undefined): {
  eventId: string | undefined
  jump: number
  lead(eventId: string): void
} {
  const [led, setLed] = useState({ eventId: linkedId, jump: 0 })
  useEffect(
    () => setLed((last) => (last.eventId === linkedId ? last : { ...last, eventId: linkedId })),
    [linkedId],
  )
  const lead = useCallback((eventId: string) => setLed(({ jump }) => ({ eventId, jump: jump + 1 })), [])
  return { ...led, lead }
}
