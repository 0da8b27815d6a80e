// The way out, from the menu and from the palette.

import { useLocation } from 'wouter'
import { useSubmit } from '../api/use-submit.ts'
import { useSetWhoIsThere } from '../me/use-who-is-there.ts'
import { strings } from '../strings.ts'
import { useAnnounce } from './status-region.tsx'

export function useSignOut(): () => void {
  const [, navigate] = useLocation()
  const { left } = useSetWhoIsThere()
  const announce = useAnnounce()
  const signOut = useSubmit('signOut', {
    done: () => {
      navigate('/sign-in')
      left()
    },
    failed: () => announce(strings.person.signOutFailed),
  })
  return () => signOut.submit({})
}
