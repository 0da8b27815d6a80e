// What a run came to: its result as text, and below it the announcement word for word as it was told. While it works, the
// end of what it last said.

import type { AnnouncementJson, WholeRunJson } from '@heddle/contract'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { CodeBlock } from '../../markdown/code-block.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import { runStrings } from '../../run-strings.ts'
import { strings } from '../../strings.ts'
import { nameRun } from '../session/subagents/read-run.ts'
import styles from './run-page.module.css'

const words = runStrings
const told = strings.subagents.told

export function RunOutcome({ run }: { run: WholeRunJson }) {
  return (
    <section className={styles.part} aria-labelledby="run-result">
      <h2 id="run-result">{words.result}</h2>
      {run.endedAt === null ? (
        <SoFar lastLine={run.lastLine} />
      ) : run.announcement === null ? (
        <p className={styles.soft}>{words.redacted}</p>
      ) : (
        <Outcome announcement={run.announcement} name={nameRun(run.label, run.task)} />
      )}
    </section>
  )
}

function SoFar({ lastLine }: { lastLine: string }) {
  if (lastLine === '') return <p className={styles.soft}>{words.nothingYet}</p>
  return (
    <>
      <p className={styles.soft}>{words.noResultYet}</p>
      <p className={styles.last} dir="auto">
        {lastLine}
      </p>
    </>
  )
}

function Outcome({ announcement, name }: { announcement: AnnouncementJson; name: string }) {
  const { result, resultFrom, notes, skipped, text } = announcement
  return (
    <>
      {skipped ? (
        <p className={styles.soft}>{told.skipped(name)}</p>
      ) : resultFrom === 'none' ? (
        <p className={styles.soft}>{told.noResult}</p>
      ) : (
        <div className={styles.text}>
          <Markdown text={result} />
        </div>
      )}
      {notes === '' ? null : (
        <p className={styles.soft} dir="auto">
          {told.notes}: {notes}
        </p>
      )}
      {skipped ? null : <AsTold text={text} />}
    </>
  )
}

function AsTold({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.fold} open={isOpen} onToggle={(change) => setOpen(change.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        {words.announcement}
      </summary>
      {isOpen ? <CodeBlock text={text} /> : null}
    </details>
  )
}
