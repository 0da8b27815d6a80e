// Binding and unbinding by the web: whoever may not is refused, whatever else happens.

import type { BindInput, SessionId } from '@heddle/contract'
import type { ActScene } from '../../sessions/load/scene.ts'
import type { PlacesTruth } from '../places-truth.ts'
import { pickThread } from './write-there.ts'

const bindingsMax = 30

export async function bind(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { actor, random } = scene
  const target = pickTarget(scene, truth)
  if (target === undefined) return
  const input: BindInput = {
    conversation: pickPlace(scene, truth, target),
    targetSessionId: target,
    ...(random.chance(0.2) && { ttlMs: 15_000 }),
  }
  const outcome = await scene.ask({
    what: `binds ${target}`,
    serve: (node) => node.store.tx((t) => node.routing.makeBinding(t, actor, input)),
    acknowledge: ({ id }) => void truth.acknowledged.add(`bound ${id}`),
  })
  if (outcome.kind === 'refused') scene.sometimes.saw('somebody was refused a binding')
}

export async function unbind(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { actor, random, sometimes, breaches } = scene
  const listed = await scene.ask({
    what: 'looks at bindings',
    serve: (node) =>
      node.store.read((r) =>
        node.routing.listBindings(r, actor, { status: 'in_force' }, { limit: bindingsMax }),
      ),
  })
  if (listed.kind !== 'done' || listed.value.items.length === 0) return
  const binding = random.pick(listed.value.items)
  const outcome = await scene.ask({
    what: `unbinds ${binding.id}`,
    serve: (node) => node.store.tx((t) => node.routing.endBinding(t, actor, binding.id)),
    acknowledge: () => void truth.acknowledged.add(`unbound ${binding.id}`),
  })
  const isTheirs = binding.boundBy === null || binding.boundBy.id === actor.personId
  const isAdmin = actor.role === 'owner' || actor.role === 'admin'
  if (outcome.kind === 'refused' && outcome.code === 'not_yours') {
    sometimes.saw('somebody could not end what another had bound')
  }
  if (outcome.kind === 'done' && !isTheirs && !isAdmin) {
    breaches.report('CMD3', `${actor.handle} ended ${binding.id}, which ${binding.boundBy?.name} had bound`)
  }
}

/** To what one has focused on a page, or to the page itself where nothing is. */
export async function sayToFocus(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { actor, random } = scene
  if (truth.sessions.length === 0) return
  const sessionId = random.pick(truth.sessions)
  const conversation = { channel: 'web', accountId: actor.personId, conversationId: sessionId }
  const eventId = `${scene.name}-${truth.next()}`
  const text = `direct${truth.next()}q please`
  await scene.ask({
    what: `${eventId} ${text}`,
    serve: (node) =>
      node.store.tx((t) =>
        node.routing.receive(t, actor, {
          conversation,
          sessionId,
          to: 'focus',
          eventId,
          text,
          mode: 'queue',
        }),
      ),
    acknowledge: ({ deduped }) => void (deduped || truth.acknowledged.add(`said ${eventId}`)),
  })
}

function pickTarget({ random }: ActScene, { children, sessions }: PlacesTruth): SessionId | undefined {
  const below = children.slice(-8)
  if (below.length > 0 && random.chance(0.8)) return random.pick(below)
  return sessions.length === 0 ? undefined : random.pick(sessions)
}

function pickPlace(scene: ActScene, truth: PlacesTruth, target: SessionId): BindInput['conversation'] {
  const { random, actor } = scene
  const { channels, accounts } = truth.town
  const thread = pickThread(scene, truth)
  if (thread !== undefined && random.chance(0.6)) {
    const parent = truth.town.platform.state.conversations.get(thread)?.parentId
    return {
      channel: 'loopback',
      accountId: random.pick(accounts).accountId,
      conversationId: thread,
      ...(parent !== undefined && { parentConversationId: parent }),
    }
  }
  if (random.chance(0.15)) {
    return {
      channel: 'loopback',
      accountId: random.pick(accounts).accountId,
      conversationId: channels.general,
    }
  }
  const page = truth.sessions.length === 0 ? target : random.pick(truth.sessions)
  return { channel: 'web', accountId: actor.personId, conversationId: page }
}
