// A sub-agent at work in the list, below the session at its top; and the line that counts those that are not shown.

import { memo } from 'react'
import { Link } from 'wouter'
import { chooseThread } from '../../components/choose-thread.ts'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { useSidePlace } from '../../shell/side-place.tsx'
import { strings } from '../../strings.ts'
import { ofRun } from '../session/subagents/choose-run-state.ts'
import { nameRun } from '../session/subagents/read-run.ts'
import type { BelowRow as Placed } from './choose-below.ts'
import styles from './session-row.module.css'

interface BelowRowProps extends Placed {
  /** Of the session at the top. */
  title: string
  isCurrent: boolean
  isActive: boolean
}

const words = strings.tree.inList

export const BelowRow = memo(function BelowRow({ run, depth, title, isCurrent, isActive }: BelowRowProps) {
  const name = nameRun(run.label, run.task) || strings.subagents.unnamed
  const { glyph, word } = ofRun(run)
  return (
    <Link
      href={`/sessions/${run.sessionId}`}
      className={`${styles.row} ${styles.small}`}
      data-row={run.sessionId}
      data-depth={depth}
      data-thread={chooseThread(run.agentId)}
      aria-current={isCurrent ? 'page' : undefined}
      tabIndex={isActive ? 0 : -1}
    >
      <span className={styles.one} dir="auto">
        {name}
      </span>
      <span className={styles.below}>
        <StateGlyph state={glyph} />
        <span className={styles.reason}>{word}</span>
        <span className="visually-hidden">{words.of(title)}</span>
      </span>
    </Link>
  )
})

export function MoreBelow(props: { rootId: string; more: number; title: string; isActive: boolean }) {
  const { rootId, more, title, isActive } = props
  const { open } = useSidePlace()
  return (
    <Link
      href={`/sessions/${rootId}`}
      className={`${styles.row} ${styles.small} ${styles.more}`}
      data-row={`more ${rootId}`}
      data-depth={1}
      aria-label={words.moreOf(more, title)}
      tabIndex={isActive ? 0 : -1}
      onClick={() => open('agents')}
    >
      {words.more(more)}
    </Link>
  )
}
