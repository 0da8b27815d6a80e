// The binding that a command is about: of the conversation in which it was written.

import { refused } from '@heddle/contract'
import type { Binding } from '../bindings/bindings.ts'
import type { CommandCall } from './command-call.ts'

export async function loadBound({ deps, t, conversation }: CommandCall): Promise<Binding> {
  const binding = await deps.bindings.resolveByConversation(t, conversation)
  if (binding) return binding
  throw refused('not_bound', { message: 'Nothing is bound here. /focus <label|key|id|#> binds this place.' })
}
