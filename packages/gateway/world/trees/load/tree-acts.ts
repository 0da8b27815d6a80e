// All that people do in the world of trees.

import type { SessionId } from '@heddle/contract'
import { redact } from '../../sessions/load/change-messages.ts'
import { look, markRead, open } from '../../sessions/load/keep-sessions.ts'
import { note, say, steer } from '../../sessions/load/say.ts'
import { type Act, type ActScene, pickSession } from '../../sessions/load/scene.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import type { TreesTruth } from '../trees-truth.ts'
import { archiveTree, killRun, stopTree } from './end-trees.ts'
import { lookBelow } from './look-below.ts'
import { spawnByHand } from './spawn-by-hand.ts'
import { pickTreeAct, type TreeActKind, type TreeMix } from './tree-mix.ts'

export function chooseTreeAct(mix: TreeMix, random: SeededRandom, truth: TreesTruth): Act {
  const kind = truth.sessions.length === 0 ? 'open' : pickTreeAct(mix, random)
  return actsIn(truth)[kind]
}

type TreeAct = (scene: ActScene, truth: TreesTruth, sessionId: SessionId) => Promise<void>

function actsIn(truth: TreesTruth): Readonly<Record<TreeActKind, Act>> {
  const at = (act: TreeAct, place: (scene: ActScene) => ActScene): Act => {
    return async (scene) => {
      const sessionId = pickSession(place(scene))
      if (sessionId !== undefined) await act(scene, truth, sessionId)
    }
  }
  const below = (scene: ActScene): ActScene => ({ ...scene, truth: { ...truth, sessions: recentOf(truth) } })
  const anywhere = (scene: ActScene) => (scene.random.chance(0.6) ? scene : below(scene))
  const above = (scene: ActScene) => scene
  const talkWith =
    (act: Act): Act =>
    async (scene) => {
      if (truth.children.length > 0) await act(below(scene))
    }
  return {
    say,
    steer,
    note,
    open,
    look: (scene) => look(anywhere(scene)),
    markRead,
    talk: talkWith(say),
    steerBelow: talkWith(steer),
    lookBelow: at(lookBelow, anywhere),
    spawn: at(spawnByHand, anywhere),
    stop: at(stopTree, above),
    stopBelow: at(stopTree, below),
    archive: at(archiveTree, above),
    archiveBelow: at(archiveTree, below),
    redact: (scene) => redact(anywhere(scene)),
    kill: async (scene) => {
      const recent = truth.runs.slice(-recentMax)
      if (recent.length > 0) await killRun(scene, truth, scene.random.pick(recent))
    },
  }
}

const recentMax = 10

const recentOf = ({ children }: TreesTruth) => children.slice(-recentMax)
