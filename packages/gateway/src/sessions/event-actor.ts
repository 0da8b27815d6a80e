// Who did it, as an event keeps it: with the name of the day, because people change theirs.

import type { EventActor } from '@heddle/contract'
import type { Agent } from '../agents/agents.ts'
import { unreachable } from '../foundation/states.ts'
import type { Actor } from '../people/people.ts'
import { systemActor } from './log.ts'

export function eventActor(actor: Actor): EventActor {
  switch (actor.kind) {
    case 'person':
      return { kind: 'person', id: actor.personId, name: actor.name }
    case 'guest':
      return { kind: 'guest', id: actor.guestId, name: actor.name }
    case 'operator':
      return { kind: 'system', id: null, name: actor.name }
    case 'system':
      return systemActor
    case 'anonymous':
      throw new Error('nobody writes into a session without being known')
    default:
      return unreachable(actor)
  }
}

export function agentActor(agent: Pick<Agent, 'id' | 'name'>): EventActor {
  return { kind: 'agent', id: agent.id, name: agent.name }
}

/** How an actor is named in a sentence. */
export function nameOf(actor: Actor): string {
  return actor.kind === 'anonymous' ? 'someone' : eventActor(actor).name
}
