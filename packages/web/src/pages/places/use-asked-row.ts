// The row that somebody came for: looked for on the next pages too, then shown and given the focus, once.

import { type RefObject, useEffect, useRef } from 'react'

/** Whoever follows a link from a row that was just read finds it long before that. */
const pagesMax = 5

interface Pages {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage(): unknown
}

export function useAskedRow(
  list: RefObject<HTMLElement | null>,
  asked: string | undefined,
  isShown: boolean,
  { data, hasNextPage, isFetching, fetchNextPage }: Pages,
): void {
  const found = useRef<string | undefined>(undefined)
  const pages = data?.pages.length ?? 0
  const isFurther = asked !== undefined && !isShown && hasNextPage && pages > 0 && pages < pagesMax
  useEffect(() => {
    if (isFurther && !isFetching) void fetchNextPage()
  }, [isFurther, isFetching, fetchNextPage])
  useEffect(() => {
    if (asked === undefined || !isShown || found.current === asked) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(asked)}"]`)
    if (!row) return
    found.current = asked
    // The page's title takes the focus as one comes; this is what one came for.
    const frame = requestAnimationFrame(() => {
      row.scrollIntoView({ block: 'center' })
      row.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [asked, isShown, list])
}
