// Whether a row has to do with another platform. Pure.

import type { EventJson } from '@heddle/contract'

export function isOutside({ kind, payload }: EventJson): boolean {
  if (kind === 'message.user') return typeof payload.channel === 'string' && payload.channel !== 'web'
  if (kind !== 'binding.made') return false
  const { channel } = (payload.conversation ?? {}) as { channel?: unknown }
  return typeof channel === 'string' && channel !== 'web'
}
