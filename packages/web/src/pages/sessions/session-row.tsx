// One session in the list: what it is about, why it stands there, who works in it, and when something last happened.

import type { ListedSessionJson } from '@heddle/contract'
import { GitFork } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { chooseThread } from '../../components/choose-thread.ts'
import { Moment } from '../../components/moment.tsx'
import { type GlyphState, StateGlyph } from '../../components/state-glyph.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { strings } from '../../strings.ts'
import type { Reason } from './choose-reason.ts'
import styles from './session-row.module.css'

const reasonGlyphs: Record<Reason, GlyphState> = {
  asks: 'waiting',
  'asks below': 'waiting',
  'runs below': 'running',
  failed: 'failed',
  finished: 'done',
  stopped: 'stopped',
  running: 'running',
  'new messages': 'done',
  forked: 'none',
  empty: 'none',
  'no turn': 'none',
  over: 'none',
  archived: 'none',
}

export interface SessionRowProps {
  session: ListedSessionJson
  agent: string
  reason: Reason
  isUnread: boolean
  hasDraft: boolean
  isCurrent: boolean
  /** The one row that Tab leads to. */
  isActive: boolean
  depth: number
  /** Counts on, so that "3 minutes ago" grows old. */
  minute: number
}

export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { session, agent, reason, isUnread, hasDraft, isCurrent, isActive, depth } = props
  const words = strings.shell.list
  return (
    <Link
      href={`/sessions/${session.id}`}
      className={`${styles.row} ${isUnread ? styles.unread : ''}`}
      data-row={session.id}
      data-depth={depth === 0 ? undefined : depth}
      data-thread={chooseThread(session.agentId)}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isActive ? 0 : -1}
    >
      <span className={styles.title} dir="auto">
        {isUnread ? <span className="visually-hidden">{words.unread}: </span> : null}
        {session.forkedFrom === null ? null : <ForkMark />}
        {session.title === '' ? strings.sessions.untitled : session.title}
      </span>
      <span className={styles.below} data-reason={reason}>
        <StateGlyph state={reasonGlyphs[reason]} />
        <span className={styles.reason}>{words.reasons[reason]}</span>
        {session.queued > 0 ? <Waiting queued={session.queued} /> : null}
        {hasDraft ? <span className={styles.fact}>{words.draft}</span> : null}
        <span className={styles.agent}>{agent}</span>
        <Moment at={session.activeAt} />
      </span>
      {isUnread ? <span className={styles.dot} aria-hidden="true" /> : null}
    </Link>
  )
})

function Waiting({ queued }: { queued: number }) {
  const format = useFormat()
  return <span className={styles.fact}>{strings.shell.list.waits(format.count(queued))}</span>
}

/** Its title is that of its source: without a mark the two would look the same. */
function ForkMark() {
  return (
    <>
      <GitFork className={styles.fork} size={12} strokeWidth={2} aria-hidden="true" />
      <span className="visually-hidden">{strings.shell.list.fork}: </span>
    </>
  )
}
