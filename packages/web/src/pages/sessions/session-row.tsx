// One session in the list: what it is about, what it does, who works in it, and when something last happened.

import type { SessionJson } from '@heddle/contract'
import { memo } from 'react'
import { Link } from 'wouter'
import { chooseThread } from '../../components/choose-thread.ts'
import { Chip } from '../../components/chip.tsx'
import { Moment } from '../../components/moment.tsx'
import rows from '../../components/rows.module.css'
import type { GlyphState } from '../../components/state-glyph.tsx'
import { useFormat } from '../../format/format-context.tsx'
import { strings } from '../../strings.ts'
import styles from './sessions-page.module.css'

export const sessionGlyphs: Record<SessionJson['state'], GlyphState> = {
  idle: 'done',
  running: 'running',
  over: 'done',
  archived: 'queued',
}

export const SessionRow = memo(function SessionRow(props: { session: SessionJson; agent: string }) {
  const { session, agent } = props
  const format = useFormat()
  const words = strings.sessions
  return (
    <li className={`${rows.row} ${styles.row}`} data-row={session.id}>
      <span className={styles.dot} data-thread={chooseThread(session.agentId)} aria-hidden="true" />
      <div className={rows.main}>
        <div className={rows.name}>
          <Link href={`/sessions/${session.id}`} className={styles.link}>
            <span className={`${styles.title} ${session.title === '' ? styles.untitled : ''}`} dir="auto">
              {session.title === '' ? words.untitled : session.title}
            </span>
          </Link>
        </div>
        <div className={rows.below}>
          <span>{agent}</span>
          <span>{words.visibilities[session.visibility].title}</span>
          {session.queued > 0 ? <span>{words.waits(format.count(session.queued))}</span> : null}
          <span>
            {words.lastActive} <Moment at={session.activeAt} />
          </span>
        </div>
      </div>
      <span className={styles.state}>
        <Chip glyph={sessionGlyphs[session.state]}>{words.states[session.state]}</Chip>
      </span>
    </li>
  )
})
