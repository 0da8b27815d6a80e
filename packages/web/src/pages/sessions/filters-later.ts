// What narrows the list: fetched when the page rests.

import { loadLater } from '../../components/load-later.tsx'

export const filterChips = loadLater(async () => (await import('./filter-chips.tsx')).FilterChips)
export const filterChoices = loadLater(async () => (await import('./filter-choices.tsx')).FilterChoices)
