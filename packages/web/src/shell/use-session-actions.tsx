// What the palette offers on the page of a session.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useRead } from '../api/use-read.ts'
import { chooseOffers } from '../me/choose-offers.ts'
import { useMe } from '../me/me-context.tsx'
import { renameDialog } from '../pages/session/dialogs-later.ts'
import { readAddress } from '../pages/session/read-address.ts'
import { useCopy } from '../pages/session/use-copy.ts'
import { useStop } from '../pages/session/use-stop.ts'
import { strings } from '../strings.ts'
import { searchPath } from './destinations.ts'
import { type PaletteAction, usePaletteActions } from './palette-context.tsx'

export function useSessionActions(): React.ReactNode {
  const [isOpen, params] = useRoute('/sessions/:id')
  const id = isOpen ? params.id : undefined
  const mayChange = chooseOffers(useMe().role).sessions
  const [renamed, setRenamed] = useState<string>()
  const [, navigate] = useLocation()
  const { stop } = useStop()
  const copy = useCopy()
  const words = strings.shell.palette.actions
  const actions: PaletteAction[] = []
  if (id !== undefined) {
    actions.push({
      id: 'search',
      title: words.searchHere,
      also: words.searchHereAlso,
      group: 'session',
      run: () => navigate(searchIn(id)),
    })
    actions.push({
      id: 'copy',
      title: words.copyLink,
      also: words.copyLinkAlso,
      group: 'session',
      run: () => copy.link(id),
    })
    if (mayChange) {
      const rename = () => setRenamed(id)
      actions.push(
        { id: 'rename', title: words.rename, also: words.renameAlso, group: 'session', run: rename },
        // Last: what is pressed without a look must not stop anything.
        { id: 'stop', title: words.stop, also: words.stopAlso, group: 'session', run: () => stop(id) },
      )
    }
  }
  usePaletteActions(actions)
  if (renamed === undefined) return null
  return <Rename id={renamed} onClose={() => setRenamed(undefined)} />
}

function searchIn(id: string): string {
  return `${searchPath}?${new URLSearchParams({ session: readAddress(id) }).toString()}`
}

function Rename({ id, onClose }: { id: string; onClose(): void }) {
  const queries = useQueryClient()
  const session = useRead('readSession', { path: { id } })
  if (!session.data) return null
  return (
    <renameDialog.Part
      session={session.data}
      onChanged={(changed) => queries.setQueryData(['readSession', { path: { id } }], changed)}
      onClose={onClose}
    />
  )
}
