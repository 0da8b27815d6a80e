// What the palette shows for what was typed, by group. Pure. Without a word: what one can do here, recent sessions, pages.
// With one: the group with the best match first, and last the way to search for it in what was said.

import type { PaletteAction } from './palette-context.tsx'
import { rankEntries } from './rank-entries.ts'

export interface PaletteEntry {
  id: string
  title: string
  also?: string
  aside?: string
  run(): void
}

export type PaletteGroupId = 'session' | 'actions' | 'sessions' | 'pages' | 'search'

export interface PaletteGroup {
  id: PaletteGroupId
  entries: PaletteEntry[]
}

const perGroupMax = 8

export function choosePalette(offered: {
  typed: string
  actions: readonly PaletteAction[]
  /** Found by the server, whose order counts. */
  sessions: readonly PaletteEntry[]
  pages: readonly PaletteEntry[]
  /** Leads on with what was typed, to what was said; always the last. */
  search: PaletteEntry
}): PaletteGroup[] {
  const { typed, actions, sessions, pages, search } = offered
  const here = rankEntries(
    actions.filter(({ group }) => group === 'session'),
    typed,
  )
  const house = rankEntries(
    actions.filter(({ group }) => group === 'actions'),
    typed,
  )
  const places = rankEntries(pages, typed)
  const all: PaletteGroup[] =
    typed.trim() === ''
      ? [group('session', here), group('sessions', sessions), group('actions', house), group('pages', places)]
      : [
          group('session', here),
          group('actions', house),
          group('pages', places),
          group('sessions', sessions),
          group('search', [search]),
        ]
  return all.filter(({ entries }) => entries.length > 0)
}

function group(id: PaletteGroupId, entries: readonly PaletteEntry[]): PaletteGroup {
  return { id, entries: entries.slice(0, id === 'pages' || id === 'actions' ? entries.length : perGroupMax) }
}
