// The person who is signed in, for everything inside the gate.

import type { PersonJson } from '@heddle/contract'
import { createContext, type ReactNode, use } from 'react'

const MeContext = createContext<PersonJson | null>(null)

export function MeProvider({ me, children }: { me: PersonJson; children: ReactNode }) {
  return <MeContext value={me}>{children}</MeContext>
}

export function useMe(): PersonJson {
  const me = use(MeContext)
  if (!me) throw new Error('a component that needs to know who is signed in stands outside the gate')
  return me
}
