// The parts of the settings, in order, and who is offered which.

import type { Role } from '@heddle/contract'
import { chooseOffers } from '../../me/choose-offers.ts'
import { strings } from '../../strings.ts'

export type SectionId =
  | 'you'
  | 'appearance'
  | 'notifications'
  | 'keyboard'
  | 'sign-ins'
  | 'tokens'
  | 'models'
  | 'agents'
  | 'tools'
  | 'mcp'
  | 'channels'
  | 'team'
  | 'audit'

export interface Section {
  id: SectionId
  href: string
  title: string
}

export function chooseSections(role: Role, hasInbox: boolean): Section[] {
  const offers = chooseOffers(role)
  const ids: SectionId[] = [
    'you',
    'appearance',
    ...(hasInbox ? (['notifications'] as const) : []),
    'keyboard',
    'sign-ins',
    'tokens',
    'models',
    'agents',
    'tools',
  ]
  if (offers.team) ids.push('mcp', 'channels', 'team')
  if (offers.audit) ids.push('audit')
  return ids.map((id) => ({ id, href: hrefOf(id), title: strings.settings.sections[id] }))
}

function hrefOf(id: SectionId): string {
  return id === 'you' ? '/settings' : `/settings/${id}`
}

/** A part may have addresses below its own; the first part, at the root of all, has none. */
export function sectionAt(sections: readonly Section[], path: string): Section | undefined {
  return sections.find(({ id, href }) => path === href || (id === 'models' && path.startsWith(`${href}/`)))
}
