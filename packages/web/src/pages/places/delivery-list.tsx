// Deliveries, newest first, page by page. What is on its way is looked at again until it has arrived.

import type { DeliveryJson } from '@heddle/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError } from '../../api/call-error.ts'
import type { QueryOf } from '../../api/call-types.ts'
import { useList } from '../../api/use-read.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loading } from '../../components/loading.tsx'
import { useRowDialog } from '../../components/row-dialog.ts'
import rows from '../../components/rows.module.css'
import { useFormat } from '../../format/format-context.tsx'
import { placeStrings } from '../../place-strings.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import styles from './places.module.css'

const words = placeStrings.deliveries
const pageSize = 50
const movingAgainMs = 3_000
/** Something may have got stuck meanwhile. A long list is not read again for that. */
const restingAgainMs = 30_000

interface DeliveryListProps {
  label: string
  query: QueryOf<'listDeliveries'>
  /** Those stand in a list of their own. */
  isWithoutTrouble?: boolean
  about?: string
  none: string
}

export function DeliveryList({ label, query, isWithoutTrouble = false, about, none }: DeliveryListProps) {
  const format = useFormat()
  const found = useList('listDeliveries', { ...query, limit: pageSize })
  const dialog = useRowDialog<DeliveryJson>(({ id }) => id)
  const items = isWithoutTrouble ? found.items.filter((delivery) => !isInTrouble(delivery)) : found.items
  const isShort = (found.data?.pages.length ?? 0) <= 1
  useAgain(items.some(isMoving) ? movingAgainMs : isShort ? restingAgainMs : undefined)
  if (found.error instanceof CallError && items.length === 0)
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading>{words.loading}</Loading>
  return (
    <>
      {about === undefined || items.length === 0 ? null : <p className={styles.about}>{about}</p>}
      <div ref={dialog.list} tabIndex={-1} role="group" aria-label={label}>
        {items.length === 0 ? (
          <EmptyState>{none}</EmptyState>
        ) : (
          <ul className={rows.rows}>
            {items.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} onDismiss={() => dialog.ask(delivery)} />
            ))}
          </ul>
        )}
      </div>
      {items.length === 0 && !found.hasNextPage ? null : (
        <LoadMore
          shown={words.shown(items.length, format.count(items.length), found.hasNextPage)}
          hasMore={found.hasNextPage}
          isLoading={found.isFetchingNextPage}
          onMore={() => void found.fetchNextPage()}
        />
      )}
      {dialog.asked ? <DismissDialog delivery={dialog.asked} onClose={dialog.close} /> : null}
    </>
  )
}

/** As the server judges it: whoever may do something about it is asked to. */
function isInTrouble({ state, reason }: DeliveryJson): boolean {
  if (state === 'waiting') return reason === 'held'
  return state === 'unknown' || state === 'rejected' || state === 'gave_up'
}

function isMoving({ state, reason }: DeliveryJson): boolean {
  return state === 'queued' || state === 'sending' || (state === 'waiting' && reason !== 'held')
}

function useAgain(afterMs: number | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (afterMs === undefined) return
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['listDeliveries'] }), afterMs)
    return () => clearInterval(timer)
  }, [afterMs, queries])
}
