// Whoever looks after the place: its admins and owners, and who runs the program.

import { atLeast } from '@heddle/contract'
import type { Actor } from '../people/people.ts'

export function isOverseer(actor: Actor): boolean {
  if (actor.kind === 'operator') return true
  return actor.kind === 'person' && atLeast(actor.role, 'admin')
}
