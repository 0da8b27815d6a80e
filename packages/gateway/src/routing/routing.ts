// The routing room as others see it: who hears this message, and where is this outcome told?

import type {
  ApprovalId,
  BindingId,
  CompletionPlace,
  CompletionReason,
  ConversationRef,
  DeliveryId,
  EventId,
  PlaceKind,
  Refusal,
  RunId,
  SessionId,
  SpawnInput,
  TurnId,
} from '@heddle/contract'
import type { ToolOrigin } from '../agents/tools.ts'
import type { Reader, Store, Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { Job } from '../foundation/work/job.ts'
import type { BoundPlaces, SpawnedRun, WholeSession } from '../sessions/sessions.ts'
import type { ChildFocus } from '../sessions/subagents/child-focus.ts'
import type { PlaceForChild } from '../sessions/subagents/place-for-child.ts'
import type { AgentCalls } from './agent-calls.ts'
import type { BindingVerbs } from './bindings/binding-verbs.ts'
import type { BindingService } from './bindings/bindings.ts'
import type { Offered } from './commands/suggest-argument.ts'
import type { FetchedFiles } from './hear/arrival.ts'
import type { HeardNow } from './hear/hear.ts'
import type {
  Heard,
  InboundEvent,
  InboundPress,
  InboundQuestion,
  PressAnswer,
  Suggestion,
  TypingSigns,
} from './ports.ts'
import type { Outbox, SeenDelivery } from './outcomes/outbox.ts'
import type { TypingShown } from './outcomes/show-typing.ts'
import type { CalledDelivery } from './place-names/call-delivery.ts'
import type { ReplyStreams } from './outcomes/stream-reply.ts'

export interface Routing extends BindingVerbs {
  /** Which session hears what is written where. */
  readonly bindings: BindingService
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
  /** One event of an outside channel, once. A "no" is thrown, and told by `refuse` in a transaction of its own. */
  hear(t: Tx, event: InboundEvent, fetched?: FetchedFiles): Promise<HeardNow>
  /** What came with it, for whoever is heard: before its transaction, because it takes a while. */
  fetchFiles(
    store: Pick<Store, 'read' | 'tx'>,
    event: InboundEvent,
    signal: AbortSignal,
  ): Promise<FetchedFiles>
  /** Says "no" in the place where something came in, and puts on record that it came. */
  refuse(t: Tx, event: InboundEvent, refusal: Refusal): Promise<Heard>
  /** What was confirmed since a stop was answered there (SUB12). */
  tellConfirmed(t: Tx, event: InboundEvent, answer: CommandAnswer): Promise<void>
  /** A button of ours. Words for whoever pressed it, or what they are asked first; a "no" is thrown. */
  press(t: Tx, press: InboundPress): Promise<PressAnswer | undefined>
  /** Puts that "no" on record, and says it. */
  refusePress(t: Tx, press: InboundPress, refusal: Refusal): Promise<string>
  /** What somebody may mean who is typing a command in an outside place. */
  suggest(r: Reader, question: InboundQuestion): Promise<readonly Suggestion[]>
  /** The same on the page of a session, for the text as it stands in the field. */
  suggestOnPage(r: Reader, actor: Actor, place: ConversationRef, text: string): Promise<readonly Offered[]>
  /** The platform says that a conversation is no more, or was put away (BND6). */
  placeGone(t: Tx, place: ConversationRef, how: 'deleted' | 'archived'): Promise<void>
  /** The newest that was heard in each place of an account, newest places first. */
  lastHeard(
    r: Reader,
    channel: string,
    accountId: string,
    limit: number,
  ): Promise<{ conversation: ConversationRef; eventId: string }[]>
  /** Takes what was kept for a place, in its order: the body of durable work under the place's key. */
  takeArrivals(job: Job, place: string): Promise<void>
  runCommand(t: Tx, actor: Actor, place: CommandPlace, text: string): Promise<RunAnswer>
  /** Starts a sub-agent by a person's word; it is told once where that was said (CMD7). */
  spawn(t: Tx, actor: Actor, place: CommandPlace, input: SpawnInput): Promise<SpawnedRun>
  /** For what people discuss, where agents can be called. */
  readonly agentCalls: AgentCalls
  /** For the sessions, which cannot know. */
  readonly boundPlaces: BoundPlaces
  readonly outbox: Outbox
  /** With what its place is called, as far as the actor may know. */
  callDelivery(r: Reader, actor: Actor, delivery: SeenDelivery): Promise<CalledDelivery>
  /** The reaction to a turn's end: decides where its answer is told and puts that on record. */
  sendTurnReply(t: Tx, turnId: TurnId): Promise<void>
  /** The reaction to a run's end: decides where it is told and puts that on record (RTE2). */
  announceCompletion(t: Tx, runId: RunId): Promise<void>
  /** From now on, in this process: what agents write is shown in places that want it while it is written (DLV5). */
  streamReplies(onTrouble: (error: unknown) => void): ReplyStreams
  /** Shows in outside places that somebody is about to write, as long as a turn runs. */
  showTyping(signs: TypingSigns): TypingShown
  /** The reaction to what was settled in the outbox. */
  followDelivery(t: Tx, id: DeliveryId): Promise<void>
  /** Somebody has lost an account or their access: what waits for where they would read it is not sent (PPL4). */
  withdrawClosed(job: Job): Promise<void>
  /** Where the completion of a run is told, and why there; undefined before it has ended. */
  completionOf(r: Reader, runId: RunId): Promise<Completion | undefined>
  /** The reaction to a redaction: what was said can no longer be told from what it left behind. */
  forgetText(t: Tx, eventId: EventId): Promise<void>
  /** The reaction to a redaction in the outbox: what people quoted of it follows. */
  changeQuotes(t: Tx, deliveryId: DeliveryId): Promise<void>
  /** The reactions to an approval that is asked for and settled: its copies in outside places (AGT6). */
  postApproval(t: Tx, id: ApprovalId): Promise<void>
  settleApprovalCopies(t: Tx, id: ApprovalId): Promise<void>
  /** The reaction to a binding: what waits in its session is shown there too. */
  postPendingApprovals(t: Tx, bindingId: BindingId): Promise<void>
  /** What agents can do with their conversations. */
  readonly messageTools: ToolOrigin
  /** Conversations of their own for sub-agents (BND10). */
  readonly placeForChild: PlaceForChild
  /** That people speak to a sub-agent directly, by the word of the agent that has it. */
  readonly childFocus: ChildFocus
  /** What a sub-agent was promised did not come in time: the body of a timer. */
  giveUpPlace(job: Job, runId: RunId): Promise<void>
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
  /** For the session of the page, or for what its author has focused there (CNV7); absent: for the session. */
  to?: 'session' | 'focus' | undefined
  /** The binding that its author saw: another one by now, or none, and it is refused. */
  focusId?: string | undefined
  /** What kind of place it is; the web's when absent. */
  kind?: PlaceKind
  /** Mentions us or replies to us. In shared places nothing else starts a turn. */
  isAddressed?: boolean
}

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
  /** As of a message. */
  to?: 'session' | 'focus' | undefined
}

export interface CommandAnswer {
  ok: boolean
  text: string
  data?: Record<string, unknown>
}

export interface RunAnswer extends CommandAnswer {
  /** After a stop, once it is committed: waits a little, and answers with what was confirmed (SUB12). */
  confirm?: () => Promise<CommandAnswer>
  /** Where the command said something to people, if it did. */
  saidIn?: SessionId
}

export interface Completion {
  destination: CompletionPlace
  reason: CompletionReason
  /** The session on whose page it stands, or the name of the place elsewhere; null where nothing is shown. */
  place: string | null
}

export interface Reply {
  destination: 'bound' | 'requester' | 'parent' | 'hold'
  reason: string
}
