// Looking at what is below a session: what is shown there can be talked to, stopped and killed from then on.

import type { SessionId } from '@heddle/contract'
import type { ActScene } from '../../sessions/load/scene.ts'
import type { TreesTruth } from '../trees-truth.ts'

const shownMax = 30

export async function lookBelow(scene: ActScene, truth: TreesTruth, sessionId: SessionId): Promise<void> {
  const { actor, random } = scene
  await scene.ask({
    what: `looks below ${sessionId}`,
    serve: (node) =>
      node.store.read((r) => {
        const of = random.chance(0.7) ? 'tree' : 'children'
        return node.sessions.listRuns(r, actor, sessionId, of, { limit: shownMax })
      }),
    acknowledge({ items }) {
      for (const { id, sessionId: child } of items) {
        if (truth.runs.includes(id)) continue
        truth.runs.push(id)
        truth.children.push(child)
      }
    },
  })
}
