// What a session that goes on at somebody's word may use at most by their own rights (REV1). Most tools are the agent's
// alone; those that reach beyond the conversation do what people do by hand, and the gate is asked for the same action:
// who may not spawn, stop or read along in sessions of the team brings none to life that could. Pure.

import type { Action, SessionId } from '@heddle/contract'
import type { ToolRights } from '../../agents/tools.ts'
import type { Actor, Resource, Verdict } from '../../people/people.ts'

/** A session that the whole team may see, and that does not hear the speaker: what they may do with that, they may do. */
const anyOfTheTeam: Resource = {
  kind: 'session',
  id: '' as SessionId,
  visibility: 'team',
  isListed: false,
  isMaker: false,
}
const house: Resource = { kind: 'place' }

const byHand: Readonly<Record<string, readonly [Action, Resource]>> = {
  sessions_spawn: ['subagent.spawn', anyOfTheTeam],
  subagents: ['subagent.kill', anyOfTheTeam],
  sessions_list: ['session.list', house],
  sessions_history: ['session.read', anyOfTheTeam],
  sessions_send: ['session.write', anyOfTheTeam],
  agents_list: ['agent.read', house],
}

export function chooseSpeakerRights(
  speaker: Actor,
  authorize: (actor: Actor, action: Action, resource: Resource) => Verdict,
): ToolRights {
  const deny = Object.entries(byHand)
    .filter(([, [action, resource]]) => !authorize(speaker, action, resource).ok)
    .map(([tool]) => tool)
  return deny.length === 0 ? [] : [{ list: { deny } }]
}
