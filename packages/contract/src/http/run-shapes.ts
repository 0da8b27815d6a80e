// Sub-agents and their runs as JSON.

import { z } from 'zod'
import { limits } from '../limits.ts'
import { judgeText, messageText } from '../message-text.ts'
import {
  completionPlaces,
  completionReasons,
  runCleanups,
  runModes,
  runRuntimes,
  runStates,
  runStatuses,
  runWaits,
  thinkingLevels,
} from '../run-words.ts'
import { boundShape } from './binding-shapes.ts'
import { sessionStates } from './session-words.ts'
import { usageShape } from './session-shapes.ts'
import { time } from './times.ts'

const id = z.string()

const label = z
  .string()
  .trim()
  .superRefine((text, check) => {
    const complaint = judgeText(text, limits.runLabelCharsMax)
    if (complaint !== undefined) check.addIssue(complaint)
    else if (/[\r\n]/.test(text)) check.addIssue('must be one line')
    // Whoever means one of them must not end every one.
    else if (text.toLowerCase() === 'all') check.addIssue('must not be "all", which means every one')
  })

/** What a spawn may say, whoever asks for it: a tool call, a command or a request. */
export const spawnFields = {
  task: messageText,
  label: label.optional(),
  agentId: z.string().min(1).max(limits.handleCharsMax).optional(),
  model: z.string().min(1).max(256).optional(),
  thinking: z.enum(thinkingLevels).optional(),
  runTimeoutSeconds: z.int().min(0).max(limits.runTimeoutSecondsMax).optional(),
  thread: z.boolean().optional(),
  mode: z.enum(runModes).optional(),
  cleanup: z.enum(runCleanups).optional(),
  runtime: z.enum(runRuntimes).optional(),
  tools: z.array(z.string().min(1).max(128)).max(limits.spawnToolsMax).optional(),
} as const

export const spawnInput = z.strictObject(spawnFields)

export const spawnedShape = z.object({
  status: z.literal('accepted'),
  runId: id,
  childSessionKey: z.string(),
  childSessionId: id,
  /** What was not done as asked: a model that is not there. */
  warnings: z.array(z.string()).optional(),
})

export const runShape = z.object({
  id,
  sessionId: id,
  sessionKey: z.string(),
  /** The session that it was spawned from, and the one at the top of its tree. */
  parentId: id,
  rootId: id,
  depth: z.int(),
  agentId: z.string(),
  label: z.string().nullable(),
  /** The beginning of it; one run by itself has the whole. */
  task: z.string(),
  mode: z.enum(runModes),
  cleanup: z.enum(runCleanups),
  model: z.string().nullable(),
  thinking: z.enum(thinkingLevels).nullable(),
  askedBy: z.enum(['agent', 'person']),
  asker: z.string(),
  state: z.enum(runStates),
  waitsFor: z.enum(runWaits).nullable(),
  /** Once it has ended. */
  status: z.enum(runStatuses).nullable(),
  /** Why it failed, as a code. */
  reason: z.string().nullable(),
  /** Of its session: a persistent one lives on after its run, and whoever talks to it lets it work again. */
  sessionState: z.enum(sessionStates),
  isWorking: z.boolean(),
  /** The end of what it last said or did. */
  lastLine: z.string(),
  activeChildren: z.int(),
  usage: usageShape,
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  deadlineAt: time.nullable(),
  archiveAt: time.nullable(),
  /** The rows of the parent's timeline where it branches off and joins back. */
  spawnedEventId: id,
  finishedEventId: id.nullable(),
})

/** Where people speak to it directly, as far as the caller may know: the most recently active first. */
const bindings = z.array(boundShape)

/** As a list names it. What is told live has no bindings: it is the same for all who look on. */
export const listedRunShape = runShape.extend({ bindings })

export const announcementShape = z.object({
  eventId: id,
  status: z.enum(runStatuses),
  result: z.string(),
  resultFrom: z.enum(['text', 'tool', 'none']),
  notes: z.string(),
  skipped: z.boolean(),
  runtimeMs: z.int(),
  usage: usageShape,
  /** All of it as it is told: Status, Result, Notes and the line of figures. */
  text: z.string(),
})

export const destinationShape = z.object({
  kind: z.enum(completionPlaces),
  reason: z.enum(completionReasons),
  /** The session on whose page it stands, or the name of a place elsewhere; null where nothing is shown. */
  place: z.string().nullable(),
})

export const wholeRunShape = listedRunShape.extend({
  timeoutSeconds: z.int(),
  announcement: announcementShape.nullable(),
  destination: destinationShape.nullable(),
})

export const subagentsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(limits.runsListMax).default(limits.runsListDefault),
  cursor: z.string().max(limits.cursorCharsMax).optional(),
  /** `children`: only those that were spawned from this very session. */
  of: z.enum(['children', 'tree']).default('tree'),
})

export type SpawnInput = z.infer<typeof spawnInput>
export type SpawnedJson = z.infer<typeof spawnedShape>
export type RunJson = z.infer<typeof runShape>
export type ListedRunJson = z.infer<typeof listedRunShape>
export type WholeRunJson = z.infer<typeof wholeRunShape>
export type AnnouncementJson = z.infer<typeof announcementShape>
