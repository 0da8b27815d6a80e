// The end of a list that goes on: how much is shown, and the next page.

import { strings } from '../strings.ts'
import { Button } from './button.tsx'
import styles from './load-more.module.css'

interface LoadMoreProps {
  shown: string
  hasMore: boolean
  isLoading: boolean
  onMore(): void
}

export function LoadMore({ shown, hasMore, isLoading, onMore }: LoadMoreProps) {
  return (
    <div className={styles.end}>
      <p className={styles.shown}>{shown}</p>
      {hasMore ? (
        <Button isPending={isLoading} onPress={onMore}>
          {strings.list.loadMore}
        </Button>
      ) : null}
    </div>
  )
}
