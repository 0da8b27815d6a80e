// Below the head of a sub-agent's page: where it belongs, how it stands with its task, and the task itself.

import type { WholeRunJson, WholeSessionJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { chooseThread } from '../../../components/choose-thread.ts'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { strings } from '../../../strings.ts'
import styles from './child.module.css'
import { ofRun } from './choose-run-state.ts'
import { SessionPath } from './session-path.tsx'

interface ChildHeadProps {
  session: WholeSessionJson
  parentId: string
  run: WholeRunJson | undefined
}

const words = strings.subagents

export function ChildHead({ session, parentId, run }: ChildHeadProps) {
  const title = session.title === '' ? strings.session.untitled : session.title
  return (
    <div className={styles.head} data-thread={chooseThread(session.agentId)}>
      <SessionPath parentId={parentId} name={title} />
      {run === undefined ? <div className={styles.summary} /> : <Task run={run} />}
    </div>
  )
}

function Task({ run }: { run: WholeRunJson }) {
  const [isOpen, setOpen] = useState(false)
  const { glyph, word } = ofRun(run)
  return (
    <details className={styles.fold} open={isOpen} onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className={styles.state}>
          <StateGlyph state={glyph} />
          {word}
        </span>
        <span className={styles.word}>{words.child.task}</span>
        <span className={styles.line} dir="auto">
          {run.task}
        </span>
      </summary>
      {isOpen ? (
        <div className={styles.inside} tabIndex={0} role="group" aria-label={words.child.task}>
          <p className={styles.task} dir="auto">
            {run.task}
          </p>
          <p>
            <Link href={`/runs/${run.id}`}>{words.run}</Link>
          </p>
        </div>
      ) : null}
    </details>
  )
}
