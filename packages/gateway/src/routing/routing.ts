// The routing room as others see it: who hears this message, and where is this outcome told?

import type {
  CompletionPlace,
  CompletionReason,
  EventId,
  RunId,
  SessionId,
  SpawnInput,
  TurnId,
} from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { SpawnedRun, WholeSession } from '../sessions/sessions.ts'

export interface Routing {
  /** Opens a web chat: a session and the conversation that is its page. */
  openWebChat(t: Tx, actor: Actor, input: OpenWebChat): Promise<WholeSession>
  /** A web chat of the asker's own that begins with the past of another session, and goes on with what they say. */
  forkChat(t: Tx, actor: Actor, input: ForkChat): Promise<WholeSession>
  /** The asker's own session with the agent, opened on first use (CNV2). */
  openPersonal(t: Tx, actor: Actor, agentId: string): Promise<WholeSession>
  /** A message that names its session outright, as those of the web do. */
  receive(t: Tx, actor: Actor, message: InboundMessage & { sessionId: string }): Promise<Received>
  /** One message from any channel, once: the same event again gives what it came to before. */
  arrive(t: Tx, actor: Actor, message: InboundMessage): Promise<Arrived>
  runCommand(t: Tx, actor: Actor, place: CommandPlace, text: string): Promise<RunAnswer>
  /** Starts a sub-agent by a person's word; it is told once where that was said (CMD7). */
  spawn(t: Tx, actor: Actor, place: CommandPlace, input: SpawnInput): Promise<SpawnedRun>
  /** The reaction to a turn's end: decides where its answer is told and puts that on record. */
  sendTurnReply(t: Tx, turnId: TurnId): Promise<void>
  /** The reaction to a run's end: decides where it is told and puts that on record (RTE2). */
  announceCompletion(t: Tx, runId: RunId): Promise<void>
  /** Where the completion of a run is told, and why there; undefined before it has ended. */
  completionOf(r: Reader, runId: RunId): Promise<Completion | undefined>
  /** The reaction to a redaction: what was said can no longer be told from what it left behind. */
  forgetText(t: Tx, eventId: EventId): Promise<void>
  /** Where the newest answer in the session was told and why; undefined before the first. */
  lastReply(r: Reader, sessionId: SessionId): Promise<Reply | undefined>
}

export interface OpenWebChat {
  agentId: string
  title?: string | undefined
  visibility: 'private' | 'team'
  participants?: readonly string[] | undefined
}

export interface ForkChat {
  /** By id or key. */
  sessionId: string
  /** The last entry that the fork takes along. */
  eventId: string
  /** Said there in place of the message `eventId`, which is then not taken along. */
  text?: string | undefined
  /** Ids of files that go with the text. */
  attachments?: readonly string[] | undefined
}

/** A place where people write. */
export interface ConversationRef {
  channel: string
  accountId: string
  conversationId: string
  /** Of a platform thread. */
  parentConversationId?: string
}

export interface InboundMessage {
  conversation: ConversationRef
  /** By which its platform knows it; on the web the client's own id for it. */
  eventId: string
  text: string
  /** Ids of files that came in before it. */
  attachments?: readonly string[] | undefined
  mode: 'queue' | 'steer' | 'note'
  /** The session that was named outright: on the web each message names one. */
  sessionId?: string
  /** What kind of place it is; the web's when absent. */
  kind?: PlaceKind
  /** Mentions us or replies to us. In shared places nothing else starts a turn. */
  isAddressed?: boolean
}

export type PlaceKind = 'web' | 'dm' | 'group' | 'channel' | 'thread'

export type Arrived =
  | ({ kind: 'received' } & Received)
  | { kind: 'ignored'; reason: string; deduped: boolean }

export interface Received {
  sessionId: SessionId
  eventId: EventId
  seq: number
  turnId: TurnId | null
  deduped: boolean
  /** Present when the text was a command. */
  command?: CommandAnswer
}

export interface CommandPlace {
  conversation: ConversationRef
  sessionId?: string
}

export interface CommandAnswer {
  ok: boolean
  text: string
  data?: Record<string, unknown>
}

export interface RunAnswer extends CommandAnswer {
  /** After a stop, once it is committed: waits a little, and answers with what was confirmed (SUB12). */
  confirm?: () => Promise<CommandAnswer>
}

export interface Completion {
  destination: CompletionPlace
  reason: CompletionReason
  /** The session on whose page it stands; null where nothing is shown. */
  place: string | null
}

export interface Reply {
  destination: 'bound' | 'requester' | 'parent' | 'hold'
  reason: string
}
