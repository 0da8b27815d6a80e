// A finished turn folded to a line: how long it took, with what, and what it used. It opens to every step.

import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { StateGlyph } from '../../../components/state-glyph.tsx'
import { useFormat } from '../../../format/format-context.tsx'
import { strings } from '../../../strings.ts'
import { threadOf } from '../discussion/choose-discussed.ts'
import { DiscussChip } from '../discussion/discuss-chip.tsx'
import { useDiscussions } from '../discussion/use-discussions.ts'
import { ArticleBody } from './article-body.tsx'
import type { Article } from './choose-articles.ts'
import type { Work } from './choose-items.ts'
import { RowBar } from './row-bar.tsx'
import styles from './timeline.module.css'
import { Figures, tookWords, used } from './turn-line.tsx'

const words = strings.session.timeline.turn

/** More than this is not drawn at once inside one fold. */
const stepsShown = 100

interface WorkLineProps {
  work: Work
  /** What a link led to, if it is one of the steps or the turn itself. */
  linkedId: string | undefined
}

export function WorkLine({ work, linkedId }: WorkLineProps) {
  const format = useFormat()
  const isLinkedInside = work.inner.some(({ event }) => event.eventId === linkedId)
  const [isOpen, setOpen] = useState(isLinkedInside)
  const [isAll, setAll] = useState(isLinkedInside)
  const parts = [
    tookWords(work.ended, work.begun, format),
    ...(work.toolCount === 0 ? [] : [words.tools(work.toolCount)]),
    ...(work.subagentCount === 0 ? [] : [strings.subagents.turn.count(work.subagentCount)]),
    ...used(work.ended, format),
  ]
  const glyph = work.ended.kind === 'turn.failed' ? 'failed' : 'done'
  if (work.inner.length === 0) {
    return (
      <p className={styles.quiet}>
        <StateGlyph state={glyph} />
        <Figures parts={parts} />
      </p>
    )
  }
  const left = isAll ? 0 : Math.max(0, work.inner.length - stepsShown)
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <StateGlyph state={glyph} />
        <ChevronRight className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden="true" />
        <Figures parts={parts} />
      </summary>
      {isOpen ? (
        <ol className={styles.steps}>
          {left === 0 ? null : (
            <li>
              <Button look="quiet" onPress={() => setAll(true)}>
                {words.more(left)}
              </Button>
            </li>
          )}
          {work.inner.slice(left).map((article) => (
            <Step key={article.event.place} article={article} isLinked={article.event.eventId === linkedId} />
          ))}
        </ol>
      ) : null}
    </details>
  )
}

/** One step of a turn, with a bar of its own. The bar's buttons are stops of the Tab key only from within the step. */
function Step({ article, isLinked }: { article: Article; isLinked: boolean }) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  const [isInside, setInside] = useState(false)
  const { kind, event } = article
  const board = useDiscussions()?.board
  const thread = board && threadOf(board, article)
  return (
    <li
      ref={row}
      className={styles.step}
      data-linked={isLinked ? '' : undefined}
      data-row={event.eventId}
      data-has-bar=""
      data-discussed={thread === undefined ? undefined : ''}
      onFocus={() => setInside(true)}
      onBlur={(blur) => setInside(blur.currentTarget.contains(blur.relatedTarget))}
    >
      <ArticleBody article={article} live={undefined} isWaiting={false} />
      {thread === undefined ? null : <DiscussChip threads={[thread]} above={0} isReachable isBelow={false} />}
      <RowBar
        kind={kind}
        event={event}
        isWaiting={false}
        name={kind}
        isReachable={isInside}
        thread={thread}
        isDiscussed={thread !== undefined}
      />
    </li>
  )
}
