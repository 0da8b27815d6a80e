// A platform thread of people that is bound to a sub-agent which has done its task: the next message there goes on with it.

import assert from 'node:assert/strict'
import type { ConversationRef, SessionId } from '@heddle/contract'
import type { PlatformUser } from '@heddle/emulators/loopback/platform-words'
import type { PersonActor } from '../src/people/people.ts'
import type { Binding, NewBinding } from '../src/routing/bindings/bindings.ts'
import type { HearingHouse } from './hearing-house.ts'

export interface EndedChild {
  actor: PersonActor
  user: PlatformUser
  thread: string
  conversation: ConversationRef
  childId: SessionId
  bindingId: Binding['id']
  /** As it is by now. */
  binding(): Promise<Binding>
}

export async function endedChild(
  h: HearingHouse,
  more: Partial<Pick<NewBinding, 'idleMs' | 'isOpened'>> = {},
): Promise<EndedChild> {
  const { actor, user } = await h.member('kim')
  const thread = h.platform.startThread(h.platform.say(user.id, h.general, 'look').id, 'work')
  const web = await h.chat(actor, { visibility: 'team' })
  const page = { channel: 'web', accountId: actor.personId, conversationId: web }
  const { sessionId: childId } = await h.store.tx((t) =>
    h.routing.spawn(t, actor, { conversation: page, sessionId: web }, { task: 'Look into it.' }),
  )
  const conversation = {
    channel: 'loopback',
    accountId: 'main',
    conversationId: thread,
    parentConversationId: h.general,
  }
  const { id: bindingId } = await h.store.tx((t) =>
    h.routing.bindings.bind(t, {
      conversation,
      placeKind: 'thread',
      sessionId: childId,
      boundBy: { id: actor.personId, name: actor.name },
      label: null,
      isOpened: false,
      ...more,
    }),
  )
  await h.settle()
  const binding = async () => {
    const found = await h.store.read((r) => h.routing.bindings.read(r, bindingId))
    assert.ok(found)
    return found
  }
  return { actor, user, thread, conversation, childId, bindingId, binding }
}
