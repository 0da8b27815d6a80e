// All that people do in the world of places.

import type { SessionId, SpawnInput } from '@heddle/contract'
import { redactAnswer } from '../../sessions/load/change-messages.ts'
import { decide } from '../../sessions/load/decide.ts'
import { look, open } from '../../sessions/load/keep-sessions.ts'
import { say } from '../../sessions/load/say.ts'
import { type Act, type ActScene, makeText, pickSession } from '../../sessions/load/scene.ts'
import type { SeededRandom } from '../../time/seeded-random.ts'
import { killRun, stopTree } from '../../trees/load/end-trees.ts'
import { lookBelow } from '../../trees/load/look-below.ts'
import type { PlacesShape } from '../places-shape.ts'
import type { PlacesTruth } from '../places-truth.ts'
import { bind, sayToFocus, unbind } from './bind-by-hand.ts'
import {
  archiveThread,
  deleteThread,
  lockThread,
  loseEvents,
  press,
  reload,
  revoke,
  startThread,
} from './keep-threads.ts'
import { pickPlaceAct, type PlaceActKind } from './place-mix.ts'
import { settleDelivery } from './settle-delivery.ts'
import { burst, command, intrude, robot, write, writeDirectly, writeInThread } from './write-there.ts'

type PlaceAct = (scene: ActScene, truth: PlacesTruth) => Promise<void>

export function choosePlaceAct(
  { mix, platform }: Pick<PlacesShape, 'mix' | 'platform'>,
  random: SeededRandom,
  truth: PlacesTruth,
): Act {
  const kind = truth.sessions.length === 0 ? 'open' : pickPlaceAct(mix, random)
  const act = random.chance(platform.lossRate) ? loseEvents : acts[kind]
  return (scene) => act(scene, truth)
}

const acts: Readonly<Record<PlaceActKind, PlaceAct>> = {
  write,
  writeInThread,
  writeDirectly,
  burst,
  command,
  startThread,
  archiveThread,
  lockThread,
  deleteThread,
  press,
  intrude,
  robot,
  loseEvents,
  revoke,
  reload,
  open,
  say,
  sayToFocus,
  talk: async (scene, truth) => {
    const sessions = truth.children.slice(-recentMax)
    if (sessions.length > 0) await say({ ...scene, truth: { ...truth, sessions } })
  },
  look,
  lookBelow: async (scene, truth) => {
    const sessionId = await pickAnywhere(scene, truth)
    if (sessionId !== undefined) await lookBelow(scene, truth, sessionId)
  },
  spawn: spawnWithPlace,
  bind,
  unbind,
  stop: async (scene, truth) => {
    const sessionId = await pickAnywhere(scene, truth)
    if (sessionId !== undefined) await stopTree(scene, truth, sessionId)
  },
  kill: async (scene, truth) => {
    const recent = truth.runs.slice(-recentMax)
    if (recent.length > 0) await killRun(scene, truth, scene.random.pick(recent))
  },
  decide,
  redact: redactAnywhere,
  settle: settleDelivery,
}

const recentMax = 10

async function redactAnywhere(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const sessionId = await pickAnywhere(scene, truth)
  if (sessionId !== undefined) await redactAnswer(scene, sessionId)
}

/** Sessions that stand for places outside are seen in the list of sessions, as by anybody. */
async function pickAnywhere(scene: ActScene, { children }: PlacesTruth): Promise<SessionId | undefined> {
  const { random, actor } = scene
  const fate = random.fraction()
  if (fate < 0.4) return pickSession(scene)
  if (fate < 0.6 && children.length > 0) return random.pick(children.slice(-recentMax))
  const listed = await scene.ask({
    what: 'looks at sessions',
    serve: (node) => node.store.read((r) => node.sessions.list(r, actor, {}, { limit: 20 })),
  })
  if (listed.kind !== 'done' || listed.value.items.length === 0) return undefined
  return random.pick(listed.value.items).id
}

/** In whatever session they are looking at, with a conversation of its own or without. */
async function spawnWithPlace(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { actor, random } = scene
  const sessionId = await pickAnywhere(scene, truth)
  if (sessionId === undefined) return
  const input: SpawnInput = {
    task: makeText(scene, 'errand'),
    ...(random.chance(0.6) && { label: `job ${random.between(1, 3)}` }),
    ...(random.chance(0.3) && { agentId: random.pick(['main', 'helper']) }),
    ...(random.chance(0.5) && { thread: true }),
    ...(random.chance(0.7) && { mode: random.pick(['run', 'run', 'session'] as const) }),
    ...(random.chance(0.15) && { cleanup: 'delete' as const }),
  }
  const conversation = { channel: 'web', accountId: actor.personId, conversationId: sessionId }
  await scene.ask({
    what: `spawns from ${sessionId}`,
    serve: (node) => node.store.tx((t) => node.routing.spawn(t, actor, { conversation, sessionId }, input)),
    acknowledge(spawned) {
      truth.acknowledged.add(`spawn ${spawned.runId}`)
      truth.runs.push(spawned.runId)
      truth.children.push(spawned.sessionId)
    },
  })
}
