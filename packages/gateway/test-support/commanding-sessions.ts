// Commands in a session whose agent has sub-agents.

import assert from 'node:assert/strict'
import type { PersonActor } from '../src/people/people.ts'
import type { CommandAnswer, RunAnswer } from '../src/routing/routing.ts'
import type { TestSessionsOptions } from './open-test-sessions.ts'
import { spawning } from './spawning-sessions.ts'

export async function commanding(options: TestSessionsOptions = {}) {
  const scene = await spawning(options)
  const { world, ann, id } = scene
  const run = (text: string, actor: PersonActor = ann, sessionId: string = id): Promise<RunAnswer> => {
    const conversation = { channel: 'web', accountId: actor.personId, conversationId: sessionId }
    return world.store.tx((t) => world.routing.runCommand(t, actor, { conversation, sessionId }, text))
  }
  /** As a door does it: what was stopped is waited for once it is committed. */
  const confirmed = async (text: string, actor?: PersonActor): Promise<CommandAnswer> => {
    const asked = await run(text, actor)
    assert(asked.confirm)
    const told = asked.confirm()
    await scene.pass()
    return told
  }
  return { scene, world, ann, id, run, confirmed }
}
