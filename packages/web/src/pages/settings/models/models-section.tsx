// Settings → Models. Admins keep the providers; everyone else reads which models there are and whom to ask. The form
// has an address of its own, so that going back loses no place and a stray click no text.

import { useState } from 'react'
import { useLocation } from 'wouter'
import { chooseOffers } from '../../../me/choose-offers.ts'
import { useMe } from '../../../me/me-context.tsx'
import { MemberModels } from './member-models.tsx'
import { ProviderEditor } from './provider-editor.tsx'
import { ProvidersPart } from './providers-part.tsx'

export const modelsPath = '/settings/models'
const newPath = `${modelsPath}/new`

export function ModelsSection() {
  const me = useMe()
  const [path, navigate] = useLocation()
  const [saved, setSaved] = useState<string | null>(null)
  if (!chooseOffers(me.role).team) return <MemberModels />
  if (path === modelsPath) {
    return (
      <ProvidersPart
        saved={saved}
        onSettled={() => setSaved(null)}
        onAdd={() => navigate(newPath)}
        onChange={(name) => navigate(`${modelsPath}/change/${name}`)}
      />
    )
  }
  return (
    <ProviderEditor
      key={path}
      name={path === newPath ? undefined : decodeURIComponent(path.split('/').at(-1) ?? '')}
      onSaved={(name) => {
        setSaved(name)
        navigate(modelsPath)
      }}
      onLeave={() => navigate(modelsPath)}
    />
  )
}
