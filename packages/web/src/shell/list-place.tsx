// Tells the list where it stands, and lets whoever needs it bring it into sight.

import { createContext, use } from 'react'
import type { ListPlace } from './choose-layout.ts'

interface ListPlacing {
  place: ListPlace
  /** Brings it over the session, if that is where it stands. */
  show(): void
  /** It stands over the session just now, which is out of reach behind it. */
  isOver: boolean
  /** Takes it away from over the session; where the focus goes is the caller's. */
  leave(): void
}

export const ListPlaceContext = createContext<ListPlacing>({
  place: 'page',
  show: () => {},
  isOver: false,
  leave: () => {},
})

export function useListPlace(): ListPlacing {
  return use(ListPlaceContext)
}
