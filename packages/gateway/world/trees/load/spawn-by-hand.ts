// A person gives a task to a sub-agent, in whatever session they are looking at.

import type { SessionId, SpawnInput } from '@heddle/contract'
import { makeText, type ActScene } from '../../sessions/load/scene.ts'
import type { TreesTruth } from '../trees-truth.ts'

export async function spawnByHand(scene: ActScene, truth: TreesTruth, sessionId: SessionId): Promise<void> {
  const { actor, random, sometimes } = scene
  const input: SpawnInput = {
    task: makeText(scene, 'errand'),
    ...(random.chance(0.4) && { label: `job ${random.between(1, 4)}` }),
    ...(random.chance(0.3) && { agentId: random.pick(['main', 'helper']) }),
    ...(random.chance(0.3) && { runTimeoutSeconds: random.pick([1, 5, 30]) }),
    ...(random.chance(0.2) && { mode: 'session' as const }),
    ...(random.chance(0.3) && { cleanup: 'delete' as const }),
  }
  const conversation = { channel: 'web', accountId: actor.personId, conversationId: sessionId }
  const outcome = await scene.ask({
    what: `spawns from ${sessionId}`,
    serve: (node) => node.store.tx((t) => node.routing.spawn(t, actor, { conversation, sessionId }, input)),
    acknowledge(spawned) {
      truth.acknowledged.add(`spawn ${spawned.runId}`)
      truth.runs.push(spawned.runId)
      truth.children.push(spawned.sessionId)
    },
  })
  if (outcome.kind !== 'refused') return
  if (outcome.code === 'too_deep') sometimes.saw('somebody was refused a sub-agent too deep')
  if (outcome.code === 'too_many_children') sometimes.saw('somebody was refused one sub-agent too many')
}
