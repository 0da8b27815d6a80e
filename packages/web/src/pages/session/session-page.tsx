// One session: who takes part and what it does, the timeline as it happens, what waits, and where to write.

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Redirect, useSearch } from 'wouter'
import { CallError } from '../../api/call-error.ts'
import { useRead } from '../../api/use-read.ts'
import { DemoBanner } from '../../components/demo-banner.tsx'
import { Loading } from '../../components/loading.tsx'
import { useLive } from '../../live/live-context.tsx'
import type { Outgoing } from '../../live/outbox.ts'
import { useReadMarks } from '../../live/use-read-marks.ts'
import { useSessionFeed } from '../../live/use-session-feed.ts'
import type { SessionFeed } from '../../live/session-feed.ts'
import { useMe } from '../../me/me-context.tsx'
import { useIsOn } from '../../me/use-collaboration.ts'
import { useRested } from '../../shell/use-rested.ts'
import { useAnnounce, useSpokenFor } from '../../shell/status-region.tsx'
import { strings } from '../../strings.ts'
import { chooseReadOnly } from './choose-read-only.ts'
import { chooseSentence, mayName } from './choose-sentence.ts'
import { Composer, type Returned } from './composer.tsx'
import { useFocus, useHeard } from './focus/use-focus.ts'
import { useHearer, useUnfocusAction } from './focus/use-hearer.ts'
import { useShown } from './focus/use-shown.ts'
import { useTalkHere } from './focus/use-talk-here.ts'
import { NotOpened } from './not-opened.tsx'
import { readAddress } from './read-address.ts'
import { ReadOnlyNote } from './read-only-note.tsx'
import { SessionHeader } from './session-header.tsx'
import { FocusedMiddle, type LinkedThread, SessionMiddle } from './session-middle.tsx'
import { focusHead, linkedLines, outsideNote, queueStack } from './dialogs-later.ts'
import styles from './session-page.module.css'
import { ChildHead } from './subagents/child-head.tsx'
import { ChildNote } from './subagents/child-note.tsx'
import { useOwnRun } from './subagents/use-own-run.ts'
import { useAgentName } from './use-agent-name.ts'

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
  const focus = useFocus(id, feed)
  const child = useSessionFeed(focus.now && focus.now.sessionId !== id ? focus.now.sessionId : undefined)
  useHeard(child?.feed, focus.hear)
  const talk = useTalkHere(id, focus.expect)
  const search = useSearch()
  const linkedId = new URLSearchParams(search).get('at') ?? undefined
  const linkedThread = useMemo(() => readLinkedThread(search), [search])
  const [isChildShown, showChild] = useShown(focus.now?.bindingId, linkedId)
  const ownRun = useOwnRun(state.view.session, feed)
  const isRested = useRested()
  focusHead.useSoon()
  const [returned, setReturned] = useState<Returned | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const leave = useCallback((to: 'before' | 'after') => {
    const target = to === 'after' ? field.current : heading.current
    target?.focus()
  }, [])
  const { session } = state.view
  const hearer = useHearer(id, focus.now, child?.state.view ?? state.view)
  const agentName = useAgentName(session?.agentId ?? '')
  useSentences(feed, agentName, session?.title)
  useUnfocusAction(hearer, talk.unfocus)
  if (state.refusal) return <NotOpened error={state.refusal} onRetry={feed.retry} />
  if (!session) return <Opening />
  const others = state.onlookers.people.filter((person) => person.id !== me.id)
  const heard = child ?? { feed, state }
  const typing = heard.state.onlookers.typing.filter((person) => person.id !== me.id).map(({ name }) => name)
  const readOnly = chooseReadOnly(me.role, session, hearer !== undefined)
  const { parentId } = session
  const childSession = child?.state.view.session ?? null
  const isAnotherRead = child !== undefined && hearer !== undefined && isChildShown
  const isAfter =
    childSession !== null && (childSession.continuesId === id || session.successorId === childSession.id)
  const middle = {
    pageId: id,
    mayTalk: readOnly === undefined,
    talk,
    talksTo: focus.now?.sessionId,
    onTakeBack: (item: Outgoing) => {
      live.outbox.drop(item.cid)
      setReturned({ text: item.text, attachments: item.attachments })
    },
    onLeave: leave,
  }
  return (
    <div className={styles.page}>
      <SessionHeader
        session={session}
        people={others}
        rows={state.view.rows}
        waiting={state.view.queue.length}
        heading={heading}
        isAnotherRead={isAnotherRead}
        onChanged={feed.setSession}
      />
      {session.continuesId === null ? null : (
        <linkedLines.Part session={{ ...session, successorId: null }} pageId={id} />
      )}
      {parentId === null ? null : <ChildHead session={session} parentId={parentId} run={ownRun} />}
      {child && hearer ? (
        <focusHead.Part
          hearer={hearer}
          isChildShown={isChildShown}
          session={childSession}
          rows={child.state.view.rows}
          isAfter={isAfter}
          onShow={showChild}
        />
      ) : null}
      {isAnotherRead && childSession ? <linkedLines.Part session={childSession} pageId={id} /> : null}
      {child && focus.now && isChildShown ? (
        <FocusedMiddle
          key={focus.now.sessionId}
          {...middle}
          sessionId={focus.now.sessionId}
          bindingId={focus.now.bindingId}
          followed={child}
          linkedId={undefined}
        />
      ) : (
        <SessionMiddle
          {...middle}
          sessionId={id}
          bindingId={undefined}
          followed={{ feed, state }}
          marks={marks}
          linkedId={linkedId}
          linkedThread={linkedThread}
        />
      )}
      <div className={styles.foot}>
        <DemoBanner session={session} />
        {heard.state.view.session ? (
          <queueStack.Part
            key={heard.state.view.session.id}
            session={heard.state.view.session}
            queue={heard.state.view.queue}
            mayChange={readOnly === undefined}
            onRead={heard.feed.readQueued}
            onKeep={(text, attachments) => setReturned({ text, attachments })}
            onLeave={() => leave('after')}
          />
        ) : null}
        {readOnly === undefined && parentId !== null && hearer === undefined ? (
          <ChildNote agentName={agentName} parentId={parentId} run={ownRun} />
        ) : null}
        {readOnly === undefined && hearer === undefined && isRested ? (
          <outsideNote.Part sessionId={id} feed={feed} />
        ) : null}
        {readOnly === undefined ? (
          <Composer
            session={session}
            field={field}
            returned={returned}
            typing={typing}
            waiting={state.view.queue.length}
            focus={focus}
            hearer={hearer}
            agentName={agentName}
            onUnfocus={talk.unfocus}
            onTalk={talk.talkTo}
            onChanged={feed.setSession}
          />
        ) : (
          <ReadOnlyNote reason={readOnly} successorId={session.successorId} />
        )}
      </div>
    </div>
  )
}

function readLinkedThread(search: string): LinkedThread | undefined {
  const address = new URLSearchParams(search)
  const threadId = address.get('thread')
  return threadId === null ? undefined : { threadId, replyId: address.get('reply') ?? undefined }
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
function useSentences(feed: SessionFeed, agentName: string, title: string | undefined): void {
  const me = useMe()
  const live = useLive()
  const announce = useAnnounce()
  const { sayUnless } = useSpokenFor()
  const hasMentions = useIsOn('mentions')
  const hasInbox = useIsOn('notifications')
  const mayBeNamed = hasMentions && hasInbox
  useEffect(
    () =>
      feed.hearEvents((event) => {
        const sentence = chooseSentence(event, agentName, me.id, live.serverNow(), title || undefined)
        if (sentence === undefined) return
        if (mayBeNamed && mayName(event, me.handle)) sayUnless(event.eventId, sentence)
        else announce(sentence, false)
      }),
    [feed, agentName, title, me, live, announce, sayUnless, mayBeNamed],
  )
}
