// What the keys and the palette do on every page: go places, begin a session, change the look, sign out.

import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../components/failure.tsx'
import { Dialog, useFocusReturn } from '../components/dialog.tsx'
import { loadLater } from '../components/load-later.tsx'
import { useInbox } from '../inbox/inbox-context.tsx'
import { chooseOffers } from '../me/choose-offers.ts'
import { useMe } from '../me/me-context.tsx'
import { useNewSession } from '../pages/sessions/new-session.tsx'
import { strings } from '../strings.ts'
import { inboxPath, searchPath } from './destinations.ts'
import { type PaletteAction, usePalette, usePaletteActions } from './palette-context.tsx'
import { useShortcut } from './shortcut-context.tsx'
import { useChangeLook } from './use-change-look.ts'
import { useRegions } from './use-regions.ts'
import { useSessionActions } from './use-session-actions.tsx'
import { useSignOut } from './use-sign-out.ts'

const palettePart = loadLater(async () => (await import('./palette.tsx')).Palette)
const helpSheet = loadLater(async () => (await import('./help-sheet.tsx')).HelpSheet)

export function HouseKeys() {
  palettePart.useSoon()
  helpSheet.useSoon()
  const palette = usePalette()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const opener = useRef<HTMLElement | null>(null)
  const open = (show: (isOpen: boolean) => void) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    show(true)
  }
  useFocusReturn(isHelpOpen, () => opener.current)
  useShortcut('palette', () => (palette.isOpen ? palette.setOpen(false) : open(palette.setOpen)))
  useShortcut('help', () => open(setHelpOpen))
  useRegions()
  useGoing()
  const begin = useBeginning()
  usePaletteActions([...useHouseActions(() => setHelpOpen(true))])
  const session = useSessionActions()
  return (
    <>
      {palette.isOpen ? <palettePart.Part onClose={() => palette.setOpen(false)} /> : null}
      {isHelpOpen ? <helpSheet.Part onClose={() => setHelpOpen(false)} /> : null}
      {begin}
      {session}
    </>
  )
}

function useGoing(): void {
  const [, navigate] = useLocation()
  useShortcut('go-home', () => navigate('/'))
  useShortcut('go-inbox', () => navigate(inboxPath), useInbox().isOn !== false)
  useShortcut('go-search', () => navigate(searchPath))
  useShortcut('go-sessions', () => navigate('/sessions'))
  useShortcut('go-agents', () => navigate('/agents'))
  useShortcut('go-approvals', () => navigate('/approvals'))
  useShortcut('go-places', () => navigate('/bindings'))
  useShortcut('go-usage', () => navigate('/usage'))
  useShortcut('go-members', () => navigate('/members'))
  useShortcut('go-settings', () => navigate('/settings'))
}

/** A session from anywhere; what is to be asked or goes wrong is shown as a dialog. */
function useBeginning(): React.ReactNode {
  const mayBegin = chooseOffers(useMe().role).sessions
  const { begin, error, isChoosing, dialog } = useNewSession()
  const [seen, setSeen] = useState<unknown>(null)
  const words = strings.shell.palette.actions
  useShortcut('new-session', begin, mayBegin)
  usePaletteActions(
    mayBegin
      ? [{ id: 'new', title: words.newSession, also: words.newSessionAlso, group: 'actions', run: begin }]
      : [],
  )
  if (error && !isChoosing && error !== seen) {
    return (
      <Dialog title={strings.sessions.create.title} onClose={() => setSeen(error)}>
        <Failure error={error} />
      </Dialog>
    )
  }
  return dialog
}

function useHouseActions(showHelp: () => void): PaletteAction[] {
  const change = useChangeLook()
  const signOut = useSignOut()
  const words = strings.shell.palette.actions
  const action = (id: string, title: string, also: string, run: () => void): PaletteAction => ({
    id,
    title,
    also,
    group: 'actions',
    run,
  })
  return [
    ...(['light', 'dark', 'system'] as const)
      .filter((theme) => theme !== change.look.theme)
      .map((theme) => action(theme, words.theme[theme], words.themeAlso, () => change.to({ theme }))),
    ...(['comfortable', 'compact'] as const)
      .filter((density) => density !== change.look.density)
      .map((density) =>
        action(density, words.density[density], words.densityAlso, () => change.to({ density })),
      ),
    action('shortcuts', words.shortcuts, words.shortcutsAlso, showHelp),
    action('sign-out', words.signOut, words.signOutAlso, signOut),
  ]
}
