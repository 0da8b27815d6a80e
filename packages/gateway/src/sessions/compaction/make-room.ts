// Before a step of a turn: is there room in the model's window for it, or did somebody ask for the past in fewer words?

import { limits } from '@heddle/contract'
import type { ModelError } from '../../agents/agents.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { chooseModelRetry } from '../turns/choose-model-retry.ts'
import { findFallback } from '../turns/hand-over.ts'
import type { TurnScene } from '../turns/run-turns.ts'
import type { ContextLook, TurnContext } from '../turns/turn-context.ts'
import { type CompactionOrder, compactPast } from './compact-past.ts'
import { type AskedCompaction, selectAsked, setAsked } from './compaction-store.ts'

type Scene = TurnScene & { context: TurnContext }

/** What is left of a window that is nearly full gets by without a summary that would hardly be shorter. */
const sharePercentMin = 10

/** Comes back with what the model ran into, if it may be able to later. */
export async function makeRoom(deps: RoomDeps, scene: Scene): Promise<ModelError | undefined> {
  const { job, session, context } = scene
  const [look, asked] = await deps.store.read(async (r) => [
    await context.look(r),
    await r.one(selectAsked({ id: session.id })),
  ])
  const isAsked = asked?.is_compaction_asked === 1
  if (!isAsked && !look.mustCompact) return undefined
  const order = isAsked ? askedOrder(asked) : keepingOrder(look, sharePercentMin)
  const compacted = await compactPast(deps, scene, {
    ...order,
    mayWait: (error) => mayWait(deps, scene, error),
  })
  if (compacted.kind === 'wait') return compacted.error
  if (isAsked && compacted.kind === 'nothing') {
    await job.step((t) => t.run(setAsked({ id: session.id, isAsked: 0, wish: null, asker: null })))
  }
  return undefined
}

/** The model said that the request is too long: true if it is shorter now. */
export async function makeRoomAtOnce(deps: RoomDeps, scene: Scene): Promise<boolean> {
  scene.context.overran()
  const look = await deps.store.read((r) => scene.context.look(r))
  const order = keepingOrder(look, 0)
  const compacted = await compactPast(deps, scene, { ...order, mayWait: () => false })
  return compacted.kind === 'done'
}

type Order = Omit<CompactionOrder, 'mayWait'>

export function askedOrder({ compaction_wish: wish, compaction_asker: asker }: AskedCompaction): Order {
  return { by: 'command', wanted: { kind: 'all' }, wish: wish ?? '', asker, sharePercentMin: 0 }
}

function keepingOrder({ windowWeight, fixedWeight }: ContextLook, percentMin: number): Order {
  // Where instructions and tools take most of the window, what is left is shared with what comes next.
  const left = (windowWeight * limits.compactAtPercent) / 100 - fixedWeight
  const weight = Math.min((windowWeight * limits.contextKeepPercent) / 100, Math.max(0, left / 2))
  return {
    by: 'window',
    wanted: { kind: 'keep', weight },
    wish: '',
    asker: null,
    sharePercentMin: percentMin,
  }
}

/** What would end or delay the step itself, or hand it over, does so here, rather than cost what was said. */
function mayWait(deps: RoomDeps, scene: Scene, error: ModelError): boolean {
  if (error.kind === 'key_missing' || findFallback(deps, scene, error) !== undefined) return true
  return chooseModelRetry(error, scene.turn.failures + 1, deps.random.fraction()).kind === 'retry'
}
