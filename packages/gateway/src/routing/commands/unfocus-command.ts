// `/unfocus`: what is written in this conversation goes its usual way again (CMD3).

import { endBindingBy } from '../bindings/end-binding.ts'
import { assertBindingsOn } from '../bindings/make-binding.ts'
import { loadBound } from './bound-here.ts'
import type { Command } from './command-call.ts'

export const unfocus: Command = async (call) => {
  const { deps, t, actor, conversation } = call
  assertBindingsOn(deps, conversation)
  const binding = await loadBound(call)
  await endBindingBy(deps, t, actor, binding)
  const { id: bindingId, sessionId } = binding
  const text = 'What is written here goes its usual way again.'
  return { answer: { ok: true, text, data: { bindingId, sessionId } } }
}
