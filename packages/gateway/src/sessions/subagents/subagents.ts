// The verbs about sub-agents, as others see them.

import type {
  BindingId,
  CompletionReason,
  EventId,
  RunCleanup,
  RunEnd,
  RunId,
  RunMode,
  RunState,
  RunStatus,
  RunWait,
  SessionId,
  SpawnInput,
  Thinking,
  TurnId,
} from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { Actor, Page, PageInput } from '../../people/people.ts'
import type { SessionState, Stopped, UsageTotals } from '../session-values.ts'
import type { ChildToPlace } from './place-for-child.ts'
import type { SpawnedFrom, SpawnedRun } from './spawn-run.ts'
import type { Announcement } from './write-announcement.ts'

export type { SpawnedFrom, SpawnedRun } from './spawn-run.ts'
export type { Announcement } from './write-announcement.ts'

export interface Run {
  id: RunId
  sessionId: SessionId
  sessionKey: string
  parentId: SessionId
  rootId: SessionId
  depth: number
  agentId: string
  label: string | null
  task: string
  mode: RunMode
  cleanup: RunCleanup
  model: string | null
  thinking: Thinking | null
  askedBy: 'agent' | 'person'
  asker: string
  state: RunState
  waitsFor: RunWait | null
  status: RunStatus | null
  reason: string | null
  sessionState: SessionState
  /** A turn of it runs or waits right now, whether its run has ended or not. */
  isWorking: boolean
  lastLine: string
  activeChildren: number
  usage: UsageTotals
  timeoutMs: number
  createdAt: number
  startedAt: number | null
  endedAt: number | null
  deadlineAt: number | null
  archiveAt: number | null
  spawnedEventId: EventId
  finishedEventId: EventId | null
}

export interface WholeRun extends Run {
  /** Null until it has ended, or once what it came to was redacted. */
  announcement: (Announcement & { eventId: EventId; text: string }) | null
}

/** What routing needs to say where a completion is told. */
export interface RunOutcome {
  id: RunId
  parentId: SessionId
  rootId: SessionId
  askedBy: 'agent' | 'person'
  state: RunEnd
  isSkipped: boolean
  /** It ended together with what is above it. */
  isQuiet: boolean
  isEndedByParent: boolean
  /** Its parent could not hear it, so that it stands at the root. */
  isParentGone: boolean
  /** Names the place where all of it was asked for. */
  origin: string
  /** Who asked; null for what no member did. */
  requesterId: string | null
  sessionId: SessionId
  mode: RunMode
  /** In whose place it is told; null: it has none of its own. */
  boundId: BindingId | null
  lastTurnId: TurnId | null
  /** Where what it came to was said first: what is redacted there is redacted in what was told of it. */
  sourceId: EventId | null
  /** Null once it was redacted. */
  told: (Announcement & { eventId: EventId }) | null
}

export interface Spawn {
  runId: RunId
  origin: string
  boundId: BindingId | null
  /** It was given a conversation of its own when it was spawned, and by an agent's word (BND10). */
  isPlacedByAgent: boolean
}

/** Why a completion is told at the root. */
export type RootTellingReason = Extract<CompletionReason, 'parent_gone' | 'parent_failed' | 'binding_lost'>

export interface SubagentVerbs {
  /** By a person: told once in the conversation where it was asked. `idOrKey` is the parent's. */
  spawn(
    t: Tx,
    actor: Actor,
    idOrKey: string,
    input: SpawnInput,
    conversation: string,
    from?: SpawnedFrom,
  ): Promise<SpawnedRun>
  /** Everything below a session, or only its own: active first, then the ended ones until they are archived. */
  listRuns(
    r: Reader,
    actor: Actor,
    idOrKey: string,
    of: 'children' | 'tree',
    page: PageInput,
  ): Promise<Page<Run>>
  /** Below these at the top, what goes on or can be spoken to. Whoever asks has asked for the rights to them. */
  listAlive(r: Reader, rootIds: readonly SessionId[], limit: number): Promise<Run[]>
  readRun(r: Reader, actor: Actor, id: string): Promise<WholeRun>
  /** These as they are now. Whoever asks has asked for the rights to their root. */
  readRuns(r: Reader, ids: readonly RunId[]): Promise<Run[]>
  /** For which a session was spawned; whoever asks has asked for the rights to it. Undefined of a session of people. */
  runOfSession(r: Reader, sessionId: SessionId): Promise<Run | undefined>
  /** One of a session's own runs, by its id, `#n`, label, session id or key; says the nearest where there is none. */
  findRun(r: Reader, actor: Actor, idOrKey: string, name: string): Promise<WholeRun>
  /** Ends a run with everything below it; a persistent session is over then. */
  kill(t: Tx, actor: Actor, runId: string): Promise<Stopped>
  /** Waits a little after a stop, and says of each below whether it has ended. */
  confirmStopped(stopped: Stopped): Promise<Stopped>
  readOutcome(r: Reader, id: RunId): Promise<RunOutcome | undefined>
  /** Of the session of a sub-agent: where all of it was asked for, and, once it has ended, in whose place it is told. */
  readSpawn(r: Reader, sessionId: SessionId): Promise<Spawn | undefined>
  /** The announcements that a turn took and could not do anything with. */
  readFailedHearing(r: Reader, turnId: string): Promise<RunId[]>
  /** Tells at the root what nobody else can tell. False if it stands there already. */
  tellAtRoot(t: Tx, id: RunId, why: RootTellingReason): Promise<boolean>
  /** Of a run that is over: what its agent had asked for and did not hear any more. */
  readUnheardBelow(r: Reader, id: RunId): Promise<RunId[]>
  /** The conversation that it waited for is there and bound: it begins. False if it no longer waits for one. */
  giveChildPlace(t: Tx, id: RunId): Promise<boolean>
  /** Undefined if it waits for no place, or no longer. */
  readChildToPlace(r: Reader, id: RunId): Promise<ChildToPlace | undefined>
  /** There will be none: it ends as failed, with the reason. */
  failChildPlace(t: Tx, id: RunId, detail: string): Promise<boolean>
  /** Carries out that the time of a run is over: the body of a timer. */
  endLateRun(job: Job, id: RunId): Promise<void>
  /** Puts its session away: the body of a timer. */
  archiveOldRun(job: Job, id: RunId): Promise<void>
  /** Ends a turn that was asked to stop and that nobody holds: the body of durable work. */
  endStopped(job: Job, sessionId: SessionId): Promise<void>
}
