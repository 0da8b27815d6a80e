// The address may lead to what belongs to one session; this says so, and leads to all.

import { Link, useSearch } from 'wouter'
import { useRead } from '../../api/use-read.ts'
import { placeStrings } from '../../place-strings.ts'
import { strings } from '../../strings.ts'
import styles from './places.module.css'

/** By `?session=`; undefined for all. */
export function useAskedSession(): string | undefined {
  return new URLSearchParams(useSearch()).get('session') ?? undefined
}

export function OfSession({ id, all }: { id: string; all: string }) {
  const session = useRead('readSession', { path: { id } })
  const title = session.data?.title || strings.session.untitled
  return (
    <p className={styles.only}>
      <Link href={`/sessions/${id}`}>
        <bdi>{placeStrings.ofSession(title)}</bdi>
      </Link>
      <Link href={all}>{placeStrings.ofAll}</Link>
    </p>
  )
}
