// Where one can go, in the order of the rail.

import { House, type LucideIcon, MessagesSquare, Settings, Users } from 'lucide-react'
import { strings } from '../strings.ts'

export interface Destination {
  href: string
  title: string
  icon: LucideIcon
}

export const destinations: readonly Destination[] = [
  { href: '/', title: strings.nav.home, icon: House },
  { href: '/sessions', title: strings.nav.sessions, icon: MessagesSquare },
  { href: '/members', title: strings.nav.members, icon: Users },
  { href: '/settings', title: strings.nav.settings, icon: Settings },
]

export function isAt(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
