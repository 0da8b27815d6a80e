// The parts of the settings, in order, and who is offered which.

import type { Role } from '@heddle/contract'
import { chooseOffers } from '../../me/choose-offers.ts'
import { strings } from '../../strings.ts'

export type SectionId = 'you' | 'appearance' | 'sign-ins' | 'tokens' | 'team' | 'audit'

export interface Section {
  id: SectionId
  href: string
  title: string
}

export function chooseSections(role: Role): Section[] {
  const offers = chooseOffers(role)
  const ids: SectionId[] = ['you', 'appearance', 'sign-ins', 'tokens']
  if (offers.team) ids.push('team')
  if (offers.audit) ids.push('audit')
  return ids.map((id) => ({ id, href: hrefOf(id), title: strings.settings.sections[id] }))
}

function hrefOf(id: SectionId): string {
  return id === 'you' ? '/settings' : `/settings/${id}`
}
