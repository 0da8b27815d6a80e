// Where the notices of this browser are kept once somebody needs them, so that the app does not bring them along. The
// gallery puts its own there.

import { createContext } from 'react'
import type { Notices } from './notices.ts'

export interface NoticesPlace {
  notices?: Notices
}

export const NoticesContext = createContext<NoticesPlace | null>(null)
