// How many deliveries wait for a word of the reader's, as it is shown; empty when none does. Read when the page rests, and now and then.

import { useDeferredValue } from 'react'
import { useRead } from '../api/use-read.ts'
import { useFormat } from '../format/format-context.tsx'
import { strings } from '../strings.ts'

const shownMax = 20
const againMs = 60_000

export function useStuckDeliveries(): string {
  const format = useFormat()
  // Whoever comes for a session sees it first.
  const isDue = useDeferredValue(true, false)
  const query = { state: 'trouble', limit: shownMax } as const
  const { data } = useRead('listDeliveries', { query }, isDue, () => againMs)
  // What they can do nothing about is no business of theirs.
  const count = data?.items.filter((one) => one.mayResend || one.mayDismiss).length ?? 0
  if (count === 0) return ''
  return data?.next === undefined ? format.count(count) : strings.shell.nav.atLeast(format.count(count))
}
