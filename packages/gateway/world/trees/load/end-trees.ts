// How people end what agents began: stop, kill, archive.

import type { RunId, SessionId } from '@heddle/contract'
import type { Tx } from '../../../src/foundation/database/store.ts'
import type { ActScene } from '../../sessions/load/scene.ts'
import type { SessionsNode } from '../../sessions/sessions-node.ts'
import type { TreesTruth } from '../trees-truth.ts'
import { noteCut, readSubtree, readUnarchived } from './subtree.ts'

export async function stopTree(scene: ActScene, truth: TreesTruth, sessionId: SessionId): Promise<void> {
  await endWith(scene, truth, sessionId, {
    what: `stops ${sessionId} and what is below`,
    async carryOut(node, t) {
      const { cancelled, descendants } = await node.sessions.stop(t, scene.actor, sessionId)
      return () => {
        for (const { messageId } of cancelled) truth.cancelled.add(messageId)
        if (descendants.length > 0) scene.sometimes.saw('a stop reached what was below')
        if (descendants.length > 1) scene.sometimes.saw('a stop reached several below')
      }
    },
  })
}

export async function archiveTree(scene: ActScene, truth: TreesTruth, sessionId: SessionId): Promise<void> {
  truth.endAsked.add(sessionId)
  await endWith(scene, truth, sessionId, {
    what: `archives ${sessionId} with what is below`,
    reach: readUnarchived,
    async carryOut(node, t) {
      await node.sessions.archive(t, scene.actor, sessionId)
      return () => void truth.archived.add(sessionId)
    },
  })
}

export async function killRun(scene: ActScene, truth: TreesTruth, runId: RunId): Promise<void> {
  const { actor, sometimes } = scene
  const found = await scene.ask({
    what: `looks at ${runId}`,
    serve: (node) => node.store.read((r) => node.sessions.readRun(r, actor, runId)),
  })
  if (found.kind !== 'done') return
  const { sessionId, mode, endedAt } = found.value
  truth.endAsked.add(sessionId)
  await endWith(scene, truth, sessionId, {
    what: `kills ${runId}`,
    async carryOut(node, t) {
      await node.sessions.kill(t, actor, runId)
      return () => {
        if (mode === 'session' && endedAt !== null) sometimes.saw('a persistent sub-agent was ended')
      }
    },
  })
}

interface Ending {
  what: string
  /** What it must end; with no word about it, all of the tree. */
  reach?: typeof readSubtree
  /** What is known once it was acknowledged. */
  carryOut(node: SessionsNode, t: Tx): Promise<() => void>
}

async function endWith(
  scene: ActScene,
  truth: TreesTruth,
  sessionId: SessionId,
  { what, reach = readSubtree, carryOut }: Ending,
): Promise<void> {
  await scene.ask({
    what,
    serve: (node) =>
      node.store.tx(async (t) => {
        const subtree = await reach(t, sessionId)
        return { subtree, acknowledge: await carryOut(node, t) }
      }),
    acknowledge({ subtree, acknowledge }) {
      noteCut(truth, subtree)
      acknowledge()
      truth.acknowledged.add(`${what} ${scene.name} ${scene.step()}`)
    },
  })
}
