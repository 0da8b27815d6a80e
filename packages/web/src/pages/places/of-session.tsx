// The address may lead to what belongs to one session; this says so, and leads to the session and to all.

import { Link, useSearch } from 'wouter'
import { useRead } from '../../api/use-read.ts'
import { placeStrings } from '../../place-strings.ts'
import { strings } from '../../strings.ts'
import styles from './places.module.css'

/** By `?session=`; undefined for all. */
export function useAskedSession(): string | undefined {
  return new URLSearchParams(useSearch()).get('session') ?? undefined
}

/** By `&delivery=`: the one that somebody came for. */
export function useAskedDelivery(): string | undefined {
  return new URLSearchParams(useSearch()).get('delivery') ?? undefined
}

export function OfSession({ id, all }: { id: string; all: string }) {
  const session = useRead('readSession', { path: { id } })
  const title = session.data?.title || strings.session.untitled
  return (
    <p className={styles.only}>
      <bdi>{placeStrings.ofSession(title)}</bdi>
      <Link href={`/sessions/${id}`}>{placeStrings.toSession}</Link>
      <Link href={all}>{placeStrings.ofAll}</Link>
    </p>
  )
}
