// Which parts of a filter narrow the list. Pure.

import { type ListFilter, noFilter } from './list-queries.ts'

export type FilterPart = 'isMine' | 'state' | 'agent'

export function chosenOf(filter: ListFilter): FilterPart[] {
  return (['isMine', 'state', 'agent'] as const).filter((part) => filter[part] !== noFilter[part])
}
