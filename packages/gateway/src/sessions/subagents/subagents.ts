// The verbs about sub-agents, as others see them.

import type {
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
} from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Job } from '../../foundation/work/job.ts'
import type { Actor, Page, PageInput } from '../../people/people.ts'
import type { SessionState, Stopped, UsageTotals } from '../session-values.ts'
import type { SpawnedRun } from './spawn-run.ts'
import type { Announcement } from './write-announcement.ts'

export type { SpawnedRun } from './spawn-run.ts'
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
}

export interface SubagentVerbs {
  /** By a person: told once in the conversation where it was asked. `idOrKey` is the parent's. */
  spawn(t: Tx, actor: Actor, idOrKey: string, input: SpawnInput, conversation: string): Promise<SpawnedRun>
  /** Everything below a session, or only its own: active first, then the ended ones until they are archived. */
  listRuns(
    r: Reader,
    actor: Actor,
    idOrKey: string,
    of: 'children' | 'tree',
    page: PageInput,
  ): Promise<Page<Run>>
  readRun(r: Reader, actor: Actor, id: string): Promise<WholeRun>
  /** These as they are now. Whoever asks has asked for the rights to their root. */
  readRuns(r: Reader, ids: readonly RunId[]): Promise<Run[]>
  /** One of a session's own runs, by its id, `#n`, label, session id or key; says the nearest where there is none. */
  findRun(r: Reader, actor: Actor, idOrKey: string, name: string): Promise<WholeRun>
  /** Ends a run with everything below it; a persistent session is over then. */
  kill(t: Tx, actor: Actor, runId: string): Promise<Stopped>
  /** Waits a little after a stop, and says of each below whether it has ended. */
  confirmStopped(stopped: Stopped): Promise<Stopped>
  readOutcome(r: Reader, id: RunId): Promise<RunOutcome | undefined>
  /** The announcements that a turn took and could not do anything with. */
  readFailedHearing(r: Reader, turnId: string): Promise<RunId[]>
  /** Tells at the root what a sub-agent's failed turn was to tell. False if it stands there already. */
  tellAtRoot(t: Tx, id: RunId, why: 'parent_gone' | 'parent_failed'): Promise<boolean>
  /** Of a run that is over: what its agent had asked for and did not hear any more. */
  readUnheardBelow(r: Reader, id: RunId): Promise<RunId[]>
  /** Carries out that the time of a run is over: the body of a timer. */
  endLateRun(job: Job, id: RunId): Promise<void>
  /** Puts its session away: the body of a timer. */
  archiveOldRun(job: Job, id: RunId): Promise<void>
  /** Ends a turn that was asked to stop and that nobody holds: the body of durable work. */
  endStopped(job: Job, sessionId: SessionId): Promise<void>
}
