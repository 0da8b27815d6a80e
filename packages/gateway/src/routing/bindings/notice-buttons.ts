// The buttons under an intro: they do what the commands of the same name do, with the rights of whoever presses them.

import type { BindingId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { endBindingBy } from './end-binding.ts'
import { assertBindingsOn } from './make-binding.ts'

const deeds = ['stop', 'unfocus'] as const
export type NoticeDeed = (typeof deeds)[number]

export function writeNoticeToken(deed: NoticeDeed, id: BindingId): string {
  return `${deed}:${id}`
}

/** Undefined for a button of something else. */
export function readNoticeToken(token: string): { deed: NoticeDeed; bindingId: BindingId } | undefined {
  const deed = deeds.find((one) => token.startsWith(`${one}:`))
  // Written above; whether there is such a binding is asked of the table.
  return deed && { deed, bindingId: token.slice(deed.length + 1) as BindingId }
}

/** Words for whoever pressed. A "no" is thrown, as of the command. Undefined for a button of something else. */
export async function pressNoticeButton(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  token: string,
): Promise<string | undefined> {
  const pressed = readNoticeToken(token)
  if (!pressed) return undefined
  const binding = await deps.bindings.read(t, pressed.bindingId)
  if (!binding || binding.status === 'ended') return 'Nothing is bound here any more.'
  // An intro may stand there from before they were switched off.
  assertBindingsOn(deps, binding.conversation)
  if (pressed.deed === 'unfocus') {
    await endBindingBy(deps, t, actor, binding)
    return 'What is written here goes its usual way again.'
  }
  const { turnId, descendants } = await deps.sessions.stop(t, actor, binding.sessionId)
  return turnId === null && descendants.length === 0 ? 'Nothing was running.' : 'Stopping what runs.'
}
