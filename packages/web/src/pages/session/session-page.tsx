// One session: who takes part and what it does, the timeline as it happens, what waits, and where to write.

import { useCallback, useEffect, useRef, useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { CallError } from '../../api/call-error.ts'
import { useRead } from '../../api/use-read.ts'
import { DemoBanner } from '../../components/demo-banner.tsx'
import { Loading } from '../../components/loading.tsx'
import { useLive } from '../../live/live-context.tsx'
import { useReadMarks } from '../../live/use-read-marks.ts'
import { useOutgoing, useSessionFeed } from '../../live/use-session-feed.ts'
import type { SessionFeed } from '../../live/session-feed.ts'
import { useMe } from '../../me/me-context.tsx'
import { useAnnounce } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { FirstPrompt } from '../home/first-prompt.tsx'
import { chooseReadOnly } from './choose-read-only.ts'
import { chooseSentence } from './choose-sentence.ts'
import { Composer, type Returned } from './composer.tsx'
import { NotOpened } from './not-opened.tsx'
import { OutgoingRows } from './outgoing-rows.tsx'
import { QueueStack } from './queue-stack.tsx'
import { readAddress } from './read-address.ts'
import { ReadOnlyNote } from './read-only-note.tsx'
import { SessionHeader } from './session-header.tsx'
import styles from './session-page.module.css'
import { ChildHead } from './subagents/child-head.tsx'
import { ChildNote } from './subagents/child-note.tsx'
import { useOwnRun } from './subagents/use-own-run.ts'
import { RunsProvider, useRuns } from './subagents/use-runs.ts'
import { Timeline } from './timeline/timeline.tsx'
import { useAsking } from './use-asking.ts'

export function SessionPage({ id }: { id: string }) {
  return id.startsWith('ses_') ? <KnownSession id={id} /> : <SessionByKey idOrKey={id} />
}

/** An address may name a session by its key; what is shown live goes by the id. */
function SessionByKey({ idOrKey }: { idOrKey: string }) {
  const session = useRead('readSession', { path: { id: readAddress(idOrKey) } })
  if (session.data) return <Redirect to={`/sessions/${session.data.id}`} replace />
  if (session.error instanceof CallError) return <NotOpened error={session.error} />
  return <Opening />
}

function KnownSession({ id }: { id: string }) {
  const me = useMe()
  // Asked for first, so that it is known when the session comes.
  const marks = useReadMarks(me.id, id)
  const { feed, state } = useSessionFeed(id)
  const live = useLive()
  const outgoing = useOutgoing(id, state.view.rows)
  const asking = useAsking(id, feed, state)
  const runs = useRuns(id, feed, (state.past ?? state.view).rows)
  const ownRun = useOwnRun(state.view.session, feed)
  const [returned, setReturned] = useState<Returned | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const leave = useCallback((to: 'before' | 'after') => {
    const target = to === 'after' ? field.current : heading.current
    target?.focus()
  }, [])
  const linkedId = new URLSearchParams(useSearch()).get('at') ?? undefined
  const { session, queue } = state.view
  const agentName = useAgentName(session?.agentId ?? '')
  useSentences(feed, agentName)
  if (state.refusal) return <NotOpened error={state.refusal} onRetry={feed.retry} />
  if (!session) return <Opening />
  const others = state.onlookers.people.filter((person) => person.id !== me.id)
  const typing = state.onlookers.typing.filter((person) => person.id !== me.id).map(({ name }) => name)
  const readOnly = chooseReadOnly(me.role, session)
  const { parentId } = session
  return (
    <div className={styles.page}>
      <SessionHeader
        session={session}
        people={others}
        rows={state.view.rows}
        waiting={queue.length}
        heading={heading}
        onChanged={feed.setSession}
      />
      {parentId === null ? null : <ChildHead session={session} parentId={parentId} run={ownRun} />}
      <RunsProvider value={runs}>
        <Timeline
          state={state}
          feed={feed}
          asking={asking}
          agentName={agentName}
          mayWrite={readOnly === undefined}
          marks={marks}
          linkedId={linkedId}
          onTheWay={outgoing.length}
          empty={
            readOnly === undefined ? (
              <FirstPrompt
                onSend={(text) => {
                  leave('after')
                  return live.say({ sessionId: id, text, mode: 'queue' })
                }}
              />
            ) : (
              <p className={styles.plain}>{strings.session.timeline.empty}</p>
            )
          }
          onLeave={leave}
        >
          <OutgoingRows
            items={outgoing}
            onTakeBack={(item) => {
              live.outbox.drop(item.cid)
              setReturned({ text: item.text, attachments: item.attachments })
            }}
          />
        </Timeline>
      </RunsProvider>
      <div className={styles.foot}>
        <DemoBanner session={session} />
        <QueueStack
          session={session}
          queue={queue}
          mayChange={readOnly === undefined}
          onRead={feed.readQueued}
          onKeep={(text, attachments) => setReturned({ text, attachments })}
          onLeave={() => leave('after')}
        />
        {readOnly === undefined && parentId !== null ? (
          <ChildNote agentName={agentName} parentId={parentId} run={ownRun} />
        ) : null}
        {readOnly === undefined ? (
          <Composer
            session={session}
            field={field}
            returned={returned}
            typing={typing}
            waiting={queue.length}
            onChanged={feed.setSession}
          />
        ) : (
          <ReadOnlyNote reason={readOnly} successorId={session.successorId} />
        )}
      </div>
    </div>
  )
}

function Opening() {
  return (
    <div className={styles.plain}>
      <h1 className="visually-hidden">{strings.session.untitled}</h1>
      <Loading>{strings.session.opening}</Loading>
    </div>
  )
}

/** Says in whole sentences what happened; never the text that streams. */
function useSentences(feed: SessionFeed, agentName: string): void {
  const me = useMe()
  const live = useLive()
  const announce = useAnnounce()
  useEffect(
    () =>
      feed.hearEvents((event) => {
        const sentence = chooseSentence(event, agentName, me.id, live.serverNow())
        if (sentence !== undefined) announce(sentence, false)
      }),
    [feed, agentName, me.id, live, announce],
  )
}

function useAgentName(agentId: string): string {
  const agents = useRead('listAgents', {})
  return agents.data?.items.find((agent) => agent.id === agentId)?.name ?? agentId
}
