// The end of a list that goes on: how much is shown, and the next page. Whoever asked for it goes on with its first row; the
// button may be gone by then.

import { type RefObject, useLayoutEffect, useRef } from 'react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import styles from './load-more.module.css'
import { take } from './row-focus.ts'

interface LoadMoreProps {
  shown: string
  hasMore: boolean
  isLoading: boolean
  onMore(): void
  /** Around the rows, each with its data-row. */
  list?: RefObject<HTMLElement | null>
}

export function LoadMore({ shown, hasMore, isLoading, onMore, list }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLParagraphElement>(null)
  /** How many rows there were when more were asked for. */
  const before = useRef<number | null>(null)
  const rows = () => list?.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []

  useLayoutEffect(() => {
    if (before.current === null || isLoading) return
    const next = rows()[before.current]
    const isOver = !hasMore
    if (!next && !isOver) return
    before.current = null
    // Whoever went elsewhere meanwhile stays there.
    const now = document.activeElement
    if (now !== document.body && !end.current?.contains(now)) return
    take(next ?? words.current)
  })

  return (
    <div ref={end} className={styles.end}>
      <p ref={words} className={styles.shown}>
        {shown}
      </p>
      {hasMore ? (
        <Button
          isPending={isLoading}
          onPress={() => {
            before.current = rows().length
            onMore()
          }}
        >
          {strings.list.loadMore}
        </Button>
      ) : null}
    </div>
  )
}
