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
import { useAskedRow } from './use-asked-row.ts'

const words = placeStrings.deliveries
const pageSize = 50
const movingAgainMs = 3_000
/** Something may have got stuck meanwhile. A long list is not read again for that. */
const restingAgainMs = 30_000

interface DeliveryListProps {
  label: string
  /** Takes the focus when no row can. */
  headingId: string
  query: QueryOf<'listDeliveries'>
  /** The id of the one that somebody came for. */
  asked: string | undefined
  /** What waits for somebody stands in a list of its own. */
  isOfTrouble?: boolean
  none: string
}

export function DeliveryList({
  label,
  headingId,
  query,
  asked,
  isOfTrouble = false,
  none,
}: DeliveryListProps) {
  const format = useFormat()
  const found = useList('listDeliveries', { ...query, limit: pageSize })
  const dialog = useRowDialog<DeliveryJson>(
    ({ id }) => id,
    () => document.getElementById(headingId),
  )
  const items = isOfTrouble ? found.items : found.items.filter((delivery) => !isInTrouble(delivery))
  const isShort = (found.data?.pages.length ?? 0) <= 1
  useAgain(items.some(isMoving) ? movingAgainMs : isShort ? restingAgainMs : undefined)
  useAskedRow(
    dialog.list,
    asked,
    items.some(({ id }) => id === asked),
    found,
  )
  if (found.error instanceof CallError && items.length === 0)
    return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading>{words.loading}</Loading>
  return (
    <>
      {isOfTrouble && items.length > 0 ? <p className={styles.about}>{aboutOf(items)}</p> : null}
      <div ref={dialog.list} tabIndex={-1} role="group" aria-label={label}>
        {items.length === 0 ? (
          <EmptyState>{none}</EmptyState>
        ) : (
          <ul className={rows.rows}>
            {items.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                isAsked={delivery.id === asked}
                onDismiss={() => dialog.ask(delivery)}
              />
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
          list={dialog.list}
        />
      )}
      {dialog.asked ? <DismissDialog delivery={dialog.asked} onClose={dialog.close} /> : null}
    </>
  )
}

/** Nobody is asked for what they may not do. */
function aboutOf(items: readonly DeliveryJson[]): string {
  const mayAct = items.some(({ mayResend, mayDismiss }) => mayResend || mayDismiss)
  return mayAct ? words.troubleAbout : words.troubleOfOthers
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
