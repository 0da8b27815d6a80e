// A binding as the API tells of it, beside the session that hears.

import type { BoundJson } from '@heddle/contract'
import type { CalledBinding } from '../../routing/bindings/binding-verbs.ts'
import { iso } from './to-json.ts'

export function boundJson(binding: CalledBinding): BoundJson {
  const { boundBy, expiresAt, maxAgeAt } = binding
  const { channel, accountId, conversationId, parentConversationId } = binding.conversation
  return {
    bindingId: binding.id,
    conversation: {
      channel,
      accountId,
      conversationId,
      ...(parentConversationId !== undefined && { parentConversationId }),
    },
    placeKind: binding.placeKind,
    place: binding.place,
    status: binding.status,
    boundBy: boundBy === null ? 'system' : { id: boundBy.id, name: boundBy.name },
    boundAt: iso(binding.boundAt),
    ...(expiresAt !== null && { expiresAt: iso(expiresAt) }),
    ...(maxAgeAt !== null && { maxAgeAt: iso(maxAgeAt) }),
    lastActivityAt: iso(binding.lastActivityAt),
  }
}
