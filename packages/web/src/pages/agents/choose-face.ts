// What stands inside an agent's ring: its emoji, or the initials of its name. A picture from elsewhere is not loaded,
// because the page loads nothing from foreign addresses.

import type { AgentJson } from '@heddle/contract'
import { initialsOf } from '../../components/initials.ts'

export function chooseFace({ avatar, name }: Pick<AgentJson, 'avatar' | 'name'>): string {
  return avatar === null || /^https?:/i.test(avatar) ? initialsOf(name) : avatar
}
