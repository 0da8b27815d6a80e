// Worlds in which mistakes about trees show sooner: agents that give away most of what they are asked, and few people.

import type { TreeHabits } from '../model/tree-habits.ts'
import type { TreeLimits, TreesShape } from '../trees-shape.ts'

export const eagerModel: TreeHabits = {
  weights: { text: 3, tools: 8, fail: 0, cut: 0, hang: 0, garbage: 0 },
  chunksMax: 1,
  chunkMs: 50,
  reasoningChance: 0,
  stubbornChance: 0,
  toolMs: 800,
  askChance: 0,
  spawnChance: 0.9,
  spawnsAtOnceMax: 4,
  waitChance: 0.2,
  meddleChance: 0,
  timeoutChance: 0,
  persistChance: 0,
  deleteChance: 0.2,
  narrowChance: 0,
  skipChance: 0,
  lieChance: 0,
}

export const roomyLimits: TreeLimits = {
  maxSpawnDepth: 3,
  maxChildrenPerAgent: 5,
  maxConcurrent: 8,
  runTimeoutSeconds: 0,
  archiveAfterMinutes: 1,
  isPostDenied: false,
}

export const eagerWorld: Partial<TreesShape> = {
  clients: 2,
  thinkMs: 1_500,
  latenessMs: 0,
  syncMs: 2,
  faults: [],
  limits: roomyLimits,
  model: eagerModel,
  spawnsMax: 25,
}
