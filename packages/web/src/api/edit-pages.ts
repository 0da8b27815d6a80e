// Keeps loaded rows true after a change without reading the whole list again, which may be hundreds of pages long.

import type { PageJson } from '@heddle/contract'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ItemOf, ListRoute } from './call-types.ts'

type Pages<T> = InfiniteData<PageJson<T>>

export function editPages<N extends ListRoute>(
  queries: QueryClient,
  name: N,
  change: (items: ItemOf<N>[]) => ItemOf<N>[],
): void {
  queries.setQueriesData<Pages<ItemOf<N>>>(
    { queryKey: [name, 'pages'] },
    (data) => data && mapPages(data, change),
  )
}

export function mapPages<T>(data: Pages<T>, change: (items: T[]) => T[]): Pages<T> {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) }
}
