// Where one can go, in the order of the rail. A phone's bar has room for the first few; its menu holds the rest.

import {
  Bot,
  ChartNoAxesColumn,
  Inbox,
  type LucideIcon,
  MapPin,
  MessagesSquare,
  Search,
  Settings,
  ShieldQuestionMark,
  Users,
} from 'lucide-react'
import { strings } from '../strings.ts'

export interface Destination {
  href: string
  title: string
  icon: LucideIcon
  /** Has a place in the bar of a phone. */
  isInBar: boolean
  /** Other pages under the same head. */
  also?: string
}

export const inboxPath = '/inbox'
export const searchPath = '/search'
export const settingsPath = '/settings'
export const sessionsPath = '/sessions'
export const approvalsPath = '/approvals'
export const placesPath = '/bindings'
export const deliveriesPath = '/deliveries'

const all: readonly Destination[] = [
  { href: inboxPath, title: strings.inbox.title, icon: Inbox, isInBar: true },
  { href: sessionsPath, title: strings.nav.sessions, icon: MessagesSquare, isInBar: true },
  { href: approvalsPath, title: strings.approvals.title, icon: ShieldQuestionMark, isInBar: true },
  { href: '/agents', title: strings.shell.nav.agents, icon: Bot, isInBar: true },
  { href: searchPath, title: strings.shell.nav.search, icon: Search, isInBar: true },
  {
    href: placesPath,
    also: deliveriesPath,
    title: strings.shell.nav.places,
    icon: MapPin,
    isInBar: false,
  },
  { href: '/usage', title: strings.shell.nav.usage, icon: ChartNoAxesColumn, isInBar: false },
  { href: '/members', title: strings.nav.members, icon: Users, isInBar: false },
  { href: settingsPath, title: strings.nav.settings, icon: Settings, isInBar: false },
]

/** Without the inbox where that is turned off. */
export function chooseDestinations(hasInbox: boolean): readonly Destination[] {
  return hasInbox ? all : all.filter(({ href }) => href !== inboxPath)
}

export function isAt(path: string, href: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`)
}
