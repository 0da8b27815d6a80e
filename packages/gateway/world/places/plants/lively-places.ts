// Worlds in which mistakes about places show sooner: few people, who write much where sub-agents work.

import type { PlaceHabits } from '../model/place-habits.ts'
import type { PlacesShape } from '../places-shape.ts'
import { placeMixOf } from '../load/place-mix.ts'
import { type PlatformTrouble, soundPlatform } from '../platform/platform-habits.ts'

export const livelyModel: PlaceHabits = {
  weights: { text: 5, tools: 5, fail: 0, cut: 0, hang: 0, garbage: 0 },
  chunksMax: 1,
  chunkMs: 50,
  reasoningChance: 0,
  stubbornChance: 0,
  toolMs: 0,
  askChance: 0,
  spawnChance: 0.95,
  spawnsAtOnceMax: 1,
  waitChance: 0,
  meddleChance: 0,
  timeoutChance: 0,
  persistChance: 0,
  deleteChance: 0,
  narrowChance: 0,
  skipChance: 0,
  lieChance: 0,
  threadChance: 0.95,
  longChance: 0.2,
  messageChance: 0,
}

export const livelyWorld: Partial<PlacesShape> = {
  clients: 2,
  runners: 1,
  thinkMs: 1_500,
  latenessMs: 0,
  syncMs: 2,
  faults: [],
  model: livelyModel,
  mix: placeMixOf({ write: 5, writeInThread: 12, burst: 4, command: 3 }),
  spawnsMax: 12,
  platform: soundPlatform,
  places: { accounts: 1, idleMs: 60_000, maxAgeMs: 0, archiveOnUnbind: true, failClosed: undefined },
}

/** Much is done there of which nobody hears. */
export const unansweredWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  platform: troubled(['error-done', 'reset-done', 'silence-done', 'empty', 'garbage', 'reset']),
}

/** The same, and nobody can look for it either. */
export const unreadWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  platform: { ...troubled(['error-done', 'reset-done', 'reset', 'error', 'empty']), tellsNonsense: true },
}

export const limitedWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  platform: { ...troubled(['limited', 'limited-account']), limitsRates: true },
}

export const twoAccountsWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  mix: placeMixOf({ write: 14, writeInThread: 4 }),
  places: { accounts: 2, idleMs: 60_000, maxAgeMs: 0, archiveOnUnbind: true, failClosed: undefined },
}

/** Things come again. */
export const repeatingWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  platform: { ...soundPlatform, copyRate: 0.4 },
}

/** Things are lost on the way to us. */
export const forgetfulWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  platform: { ...soundPlatform, transitMs: 1_000, lossRate: 0.25 },
}

/** Power goes while the disk is slow. */
export const powerlessWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  syncMs: 300,
  faults: ['power-cut', 'power-cut-at-point'],
  faultsPerStep: 0.04,
}

/** Holders freeze, and others take over. */
export const frozenWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  runners: 2,
  faults: ['freeze'],
  faultsPerStep: 0.05,
  platform: { ...troubled(['delay']), transitMs: 200 },
}

/** Many write at once to what is over, and the program dies or freezes on it. */
export const interruptedWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  model: { ...livelyModel, weights: { ...livelyModel.weights, text: 8 } },
  mix: placeMixOf({ write: 3, writeInThread: 4, burst: 12 }),
  faults: ['freeze', 'kill-at-point', 'kill-at-statement', 'interrupt'],
  faultsPerStep: 0.04,
  platform: { ...soundPlatform, transitMs: 200 },
}

/** One place takes nothing for a long while. */
export const blockedWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  mix: placeMixOf({ write: 12, writeInThread: 4 }),
  platform: { ...soundPlatform, isBlocking: true },
}

/** People bind and unbind. */
export const fickleWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  mix: placeMixOf({ write: 5, writeInThread: 10, command: 8, bind: 6, unbind: 6, kill: 3, press: 2 }),
  places: { accounts: 1, idleMs: 20_000, maxAgeMs: 0, archiveOnUnbind: true, failClosed: undefined },
}

/** Places are locked and deleted under our feet. */
export const crumblingWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  mix: placeMixOf({ write: 5, writeInThread: 10, lockThread: 3, deleteThread: 2 }),
}

/** Whoever is on no list writes most. */
export const intrudedWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  mix: placeMixOf({ write: 5, writeInThread: 6, intrude: 10 }),
}

function troubled(troubles: readonly PlatformTrouble[]): PlacesShape['platform'] {
  return { ...soundPlatform, troubles, troubleRate: 0.3 }
}

/** Agents ask for people's word in their places, and people give it there and elsewhere. */
export const askingWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  mix: placeMixOf({ write: 10, decide: 4, press: 6 }),
  model: { ...livelyModel, askChance: 0.8, spawnChance: 0.4 },
}

/** People open threads from what was answered, and take answers back. */
export const quotingWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  clients: 3,
  thinkMs: 800,
  mix: placeMixOf({ write: 6, startThread: 10, writeInThread: 14, redact: 24, spawn: 0, lookBelow: 0 }),
  model: { ...livelyModel, weights: { ...livelyModel.weights, tools: 0 }, longChance: 0 },
}

/** What agents write comes in pieces, and is shown while it does. */
export const streamingWorld: Partial<PlacesShape> = {
  ...livelyWorld,
  model: { ...livelyModel, chunksMax: 4, chunkMs: 2_000, longChance: 0 },
  places: {
    accounts: 1,
    idleMs: 60_000,
    maxAgeMs: 0,
    archiveOnUnbind: true,
    failClosed: undefined,
    streams: true,
  },
}

/** Answers are shown while they are written, to people who bind and unbind meanwhile. */
export const unsettledWorld: Partial<PlacesShape> = {
  ...streamingWorld,
  model: {
    ...livelyModel,
    chunksMax: 6,
    chunkMs: 1_500,
    longChance: 0,
    weights: { ...livelyModel.weights, tools: 1 },
  },
  mix: placeMixOf({
    write: 2,
    command: 2,
    startThread: 3,
    say: 10,
    open: 4,
    bind: 10,
    unbind: 10,
    deleteThread: 3,
  }),
}

/** What is shown while it is written has to wait, in places that take nothing after a while. */
export const strandedWorld: Partial<PlacesShape> = {
  ...streamingWorld,
  model: { ...livelyModel, chunksMax: 6, chunkMs: 1_500, longChance: 0, spawnChance: 0.5 },
  mix: placeMixOf({ write: 2, writeInThread: 12, startThread: 6, lockThread: 8 }),
  platform: troubled(['limited', 'limited-account', 'unreachable']),
}
