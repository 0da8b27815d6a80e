// The sessions room as others see it: what is this agent's conversation, and what runs in it?
//
// A verb that writes takes the caller's transaction first and awaits nothing but the database; a verb that reads takes
// a reader. Each asks the gate itself, with the session it has just read. Every "no" is a thrown Refusal; a session that
// the actor may not see does not exist for them.

import type {
  Action,
  DeliveryId,
  EventId,
  EventPayloads,
  GuestId,
  PersonId,
  ReplyId,
  RunId,
  SessionId,
  TalkKind,
  ThreadId,
  TurnId,
  WrittenPlace,
} from '@heddle/contract'
import type { ToolOrigin, ToolRights } from '../agents/tools.ts'
import type { Reader, Tx } from '../foundation/database/store.ts'
import type { Job } from '../foundation/work/job.ts'
import type { Actor, Page, PageInput } from '../people/people.ts'
import type { ApprovalVerbs } from './approvals/approvals.ts'
import type { BudgetVerbs } from './budgets/budgets.ts'
import type { Feed, PersonEvent } from './feed.ts'
import type { FilesVerbs } from './files/files.ts'
import type {
  ListedSession,
  LogEvent,
  Participant,
  QueuedMessage,
  SeeingPair,
  Session,
  SessionState,
  Stopped,
  StreamingText,
  Visibility,
} from './session-values.ts'
import type { SearchVerbs } from './search/search.ts'
import type { SubagentVerbs } from './subagents/subagents.ts'
import type { Turn, TurnOutcome } from './turns/read-turn.ts'
import type { TurnEnding } from './turns/read-turn-end.ts'
import type { TurnFigures } from './turns/turn-figures.ts'
import type { UsageInput, UsageReport } from './usage/read-usage.ts'

export type * from './approvals/approvals.ts'
export type * from './bound-places.ts'
export type * from './budgets/budgets.ts'
export type * from './feed.ts'
export type * from './files/files.ts'
export type * from './search/search.ts'
export type * from './session-values.ts'
export type * from './subagents/subagents.ts'
export type { Turn, TurnOutcome } from './turns/read-turn.ts'
export type { TurnEnding } from './turns/read-turn-end.ts'
export type { TurnFigures } from './turns/turn-figures.ts'
export type { UsageReport } from './usage/read-usage.ts'

export interface Sessions
  extends Catalogue,
    Timelines,
    Inbox,
    ReadMarks,
    FilesVerbs,
    ApprovalVerbs,
    BudgetVerbs,
    SubagentVerbs,
    SearchVerbs {
  readonly feed: Feed
  /** What agents can do with sessions. */
  readonly sessionTools: ToolOrigin
  turnFigures(): TurnFigures
  /** What the actor's turns used, or everyone's. */
  readUsage(r: Reader, actor: Actor, input: UsageInput): Promise<UsageReport>
  /** Undefined if there is none. */
  readTurn(r: Reader, id: TurnId): Promise<Turn | undefined>
  readTurnOutcome(r: Reader, id: TurnId): Promise<TurnOutcome>
  /** Undefined while it goes on, and where somebody stopped it. */
  readTurnEnding(r: Reader, id: TurnId): Promise<TurnEnding | undefined>
  /** Carries out what waits in the session: the body of durable work under its key. */
  runTurns(job: Job, sessionId: SessionId): Promise<void>
  /** Lets the past be put into fewer words: now, or, while a turn runs, before its next step. `wish`: what to keep. */
  askCompaction(t: Tx, actor: Actor, idOrKey: string, wish: string): Promise<{ isRunning: boolean }>
  /** Carries that out while nothing runs: the body of durable work under the session's key. */
  runAskedCompaction(job: Job, sessionId: SessionId): Promise<void>
}

export interface WholeSession extends Session {
  /** Empty in a team session: every member takes part. */
  participants: Participant[]
}

export interface NewSession {
  agentId: string
  key: string
  /** Whose personal session it is. */
  keyOwner?: PersonId
  title?: string | undefined
  visibility: Visibility
  /** Besides whoever opens it. */
  participants?: readonly string[] | undefined
}

export interface SessionFilter {
  agent?: string | undefined
  state?: SessionState | undefined
  /** Those that were spawned from this one. Without it and without `text`, no sub-agent is listed. */
  parent?: string | undefined
  /** Only those in which the end of a turn waits to be seen by whoever asks. */
  needs?: 'me' | undefined
  text?: string | undefined
}

export interface SessionChange {
  title?: string | undefined
  visibility?: Visibility | undefined
  participants?: readonly string[] | undefined
  /** provider/model; null goes back to the agent's own. */
  model?: string | null | undefined
  archived?: boolean | undefined
}

/** What goes on where a sub-agent's session ended. */
export interface Continuing {
  /** The one that ended. */
  sessionId: SessionId
  /** Of the place; an unarchived session that has it is taken instead of a new one. */
  key: string
  /** Where those read that one who may not read the one that ended: it keeps its key, and this is that of what goes on. */
  keyBeside: string
  title: string
  /** Who goes on, as people call them. */
  by: string
  /** What there is to know of the past. */
  preamble: string
  /** The entries and deliveries whose words stand in it, or what these may come to be: it goes with any of them (SES6). */
  quotes: readonly string[]
  /** Somebody outside wrote some of it. */
  isForeign: boolean
  /** Of whoever it goes on for: a new one may use no more than these, either. */
  rights: ToolRights
}

export interface ContinuedSession {
  session: WholeSession
  isNew: boolean
}

/** What a session was about and came to, as far as it is on record. */
export interface PastOfSession {
  agentId: string
  label: string | null
  title: string
  task: string
  /** Null: there is none, or it was redacted. */
  result: string | null
  /** What was said last, oldest first. */
  said: { by: string; at: number; text: string }[]
  hasMore: boolean
  isForeign: boolean
}

export interface NewFork {
  /** The last entry that it takes along. */
  eventId: string
  key: string
  /** That entry is a message in whose place another will be said: it stays out. */
  isReplaced: boolean
}

export interface Catalogue {
  open(t: Tx, actor: Actor, input: NewSession): Promise<WholeSession>
  /** By id, or by key in any letter case; `agent:<id>:main` is the asker's own. */
  find(r: Reader, actor: Actor, idOrKey: string, to?: 'session.read' | 'session.write'): Promise<WholeSession>
  /** The same for what comes before another question: whoever may write in it need not be allowed to read. */
  see(r: Reader, actor: Actor, idOrKey: string): Promise<WholeSession>
  /** The little of it that Heddle itself asks for most often. Throws not_found. */
  glance(r: Reader, id: SessionId): Promise<SessionGlance>
  /** For what is said about it: asks the gate, of it as a whole or of what somebody wrote there. */
  permitTalk(
    t: Tx,
    actor: Actor,
    idOrKey: string,
    action: Action,
    part?: { id: string; authorId: PersonId },
  ): Promise<TalkedOf>
  /** The same for what only reads. */
  demandTalk(r: Reader, actor: Actor, idOrKey: string, action: Action): Promise<TalkedOf>
  /** Of these active members, those who may see it. */
  whoMaySee(r: Reader, id: SessionId, people: readonly PersonId[]): Promise<ReadonlySet<PersonId>>
  /** For what another room does to it: asks the gate, with its audit row. */
  permit(t: Tx, actor: Actor, idOrKey: string, action: Action): Promise<WholeSession>
  list(r: Reader, actor: Actor, filter: SessionFilter, page: PageInput): Promise<Page<ListedSession>>
  /** One of them as it stands in their list; undefined for what they may not see, and for a sub-agent's. */
  listed(r: Reader, actor: Actor, id: SessionId): Promise<ListedSession | undefined>
  change(
    t: Tx,
    actor: Actor,
    idOrKey: string,
    input: SessionChange,
    ifVersion?: number,
  ): Promise<WholeSession>
  /** Ends what runs and waits in it first. */
  archive(t: Tx, actor: Actor, idOrKey: string): Promise<void>
  /** A fresh session under the same key, for the same people; the old one stays readable and names it. */
  renew(t: Tx, actor: Actor, idOrKey: string): Promise<WholeSession>
  /** From now on its key is free for another one; it is reached by its id. */
  freeKey(t: Tx, id: SessionId): Promise<void>
  /** A session of the actor's own that begins with the past of this one. */
  fork(t: Tx, actor: Actor, idOrKey: string, input: NewFork): Promise<WholeSession>
  /** By Heddle itself, for what was said where this one ended; it is linked both ways (REV1). */
  continueSession(t: Tx, input: Continuing): Promise<ContinuedSession>
  /** Whether it is over: nothing runs or waits in it, and its run has ended or it is archived (REV2). */
  isOver(r: Reader, id: SessionId): Promise<boolean>
  readPast(r: Reader, id: SessionId, most: { messages: number; chars: number }): Promise<PastOfSession>
  /** Whether the actor may see it now; for what stays open longer than a request. */
  mayRead(r: Reader, actor: Actor, id: SessionId): Promise<boolean>
  /** Of these, those that stand for a member and a session that they may see: by one question, however many they are. */
  whichMaySee(r: Reader, pairs: readonly SeeingPair[]): Promise<SeeingPair[]>
  /** Members who take part in it or, if it is a sub-agent's, in the one at the top: whom it concerns. */
  listTakingPart(r: Reader, id: SessionId): Promise<PersonId[]>
}

/** The little of a session that is asked for with everything that is said about it. */
export interface TalkedOf extends Pick<Session, 'id' | 'agentId' | 'state'> {
  /** Whoever asks may read what was said in it, too. */
  mayRead: boolean
}

export interface TimelineInput {
  after?: number | undefined
  before?: number | undefined
  limit: number
}

export type SessionGlance = Pick<Session, 'key' | 'agentId' | 'kind' | 'state' | 'visibility'>

export interface Timelines {
  /** Rows of the timeline by place. `more`: there are further rows in the direction asked for. */
  timeline(
    r: Reader,
    actor: Actor,
    idOrKey: string,
    input: TimelineInput,
  ): Promise<{ events: LogEvent[]; more: boolean }>
  /** One event whole; a text that streams, as far as it has come. */
  event(r: Reader, actor: Actor, idOrKey: string, eventId: string): Promise<LogEvent>
  /** The log itself, gap-free, for who has everything up to `after`. At most `limit`. */
  logAfter(r: Reader, id: SessionId, after: number, limit: number): Promise<LogEvent[]>
  /** With all its copies in forks; of many, the rest by durable work. */
  redact(t: Tx, actor: Actor, idOrKey: string, eventId: string): Promise<void>
  /** Goes on with the copies of an event that was redacted: the body of durable work. */
  redactCopies(job: Job, eventId: EventId): Promise<void>
  /** What streams in it right now, from memory. */
  streaming(id: SessionId): StreamingText[]
  /** A line for people, on the timeline; agents do not hear it. */
  notice(t: Tx, actor: Actor, id: SessionId, notice: NewNotice): Promise<LogEvent>
  /** The same by Heddle itself, which may in every session, also in one that is put away. */
  remark(t: Tx, id: SessionId, notice: NewNotice): Promise<LogEvent>
  /**
   * That a conversation was bound to it, or is no longer: also for the one above it, which is to know (SUB15), and where
   * its beginning was told of the run that it was made for.
   */
  recordBinding(t: Tx, id: SessionId, event: BindingEvent, runId: RunId | null): Promise<void>
  /** An entry about what people discuss. Whoever calls has asked for the rights. */
  recordTalk<K extends TalkKind>(t: Tx, actor: Actor, id: SessionId, event: TalkEvent<K>): Promise<LogEvent>
  /** Of such an entry: what it says instead, so that what was taken back stands nowhere. */
  rewriteTalk(t: Tx, eventId: EventId, payload: object): Promise<void>
  /** These entries as they are now, in no order; those that are not there are left out. The rights are asked for before. */
  readEntries(r: Reader, ids: readonly EventId[]): Promise<Entry[]>
  /** Where the log told the words that an entry has now, which may be long after it began; undefined: it is not there. */
  readWordsSeq(r: Reader, id: EventId): Promise<number | undefined>
  /** That an entry repeats others: when one of those is redacted, it is too. */
  noteQuotes(t: Tx, quotingId: EventId, quoted: readonly EventId[]): Promise<void>
  /** What was quoted by a name that it has elsewhere is this entry from now on, and goes with it. */
  settleQuoted(t: Tx, name: string, eventId: EventId): Promise<void>
  /** What people quoted of a delivery says what it still says, or is gone with its text. */
  changeQuotesOf(t: Tx, deliveryId: DeliveryId, now: { name: string; text: string }): Promise<void>
  /** Of these entries, those that something from before that time repeats, and still does. */
  whichQuotedBefore(
    r: Reader,
    asked: readonly { eventId: EventId; before: number }[],
  ): Promise<ReadonlySet<EventId>>
  /** Of an entry whose words were taken back: what repeats them is redacted, by durable work. */
  redactQuotesOf(t: Tx, eventId: EventId): Promise<void>
}

/** An entry of a log with what says where it stands. */
export interface Entry extends LogEvent {
  sessionId: SessionId
  /** People read it on the timeline. */
  isRow: boolean
}

/** What people say about a moment, as the log tells it; its rows are another room's. */
export interface TalkEvent<K extends TalkKind> {
  kind: K
  /** Of the entry itself: its id, and its place in the log. */
  payload(at: { eventId: EventId; seq: number }): EventPayloads[K]
  causedBy?: EventId
}

export type BindingEvent = {
  [K in 'binding.made' | 'binding.ended']: { kind: K; payload: EventPayloads[K] }
}['binding.made' | 'binding.ended']

export interface NewNotice {
  text: string
  code: string
  level?: 'info' | 'warning'
  causedBy?: string
}

/** What routing hands over: who says what, from where. The caller has chosen the session; rights are asked here. */
export interface Admission {
  sessionId: SessionId
  text: string
  mode: 'queue' | 'steer' | 'note'
  channel: string
  /** Names the place; the answer goes there. */
  conversation: string
  /** What its row says about that, of what came from outside. */
  place?: WrittenPlace | undefined
  clientMessageId?: string | undefined
  /** Ids of files. */
  attachments?: readonly string[] | undefined
  /** What stands above it on its platform, by whoever wrote that: data, whatever it says. */
  quote?: NewQuote | undefined
  /** Handed over from this thread, where it was said before: whom it names has been told there. */
  threadId?: ThreadId | undefined
  /** It is this reply of the thread; whom it names was told with it. */
  replyId?: ReplyId | undefined
}

export interface NewQuote {
  name: string
  text: string
  isForeign: boolean
  /** The entry or the delivery that it repeats: redacted there, it is no longer quoted here. */
  of?: EventId | DeliveryId | undefined
}

export interface Admitted {
  sessionId: SessionId
  eventId: EventId
  seq: number
  turnId: TurnId | null
}

export interface Retried {
  turnId: TurnId
  messages: EventId[]
}

export interface Inbox {
  admit(t: Tx, actor: Actor, admission: Admission): Promise<Admitted>
  queue(r: Reader, actor: Actor, idOrKey: string): Promise<QueuedMessage[]>
  editQueued(t: Tx, actor: Actor, idOrKey: string, messageId: string, text: string): Promise<void>
  moveQueued(t: Tx, actor: Actor, idOrKey: string, messageId: string, position: number): Promise<void>
  cancelQueued(t: Tx, actor: Actor, idOrKey: string, messageId: string): Promise<void>
  /** Lets the last turn's messages be taken again, if it failed. */
  retry(t: Tx, actor: Actor, idOrKey: string): Promise<Retried>
  /** Puts on record that the turn shall end and cancels what waits; the turn is aborted right after the commit. */
  stop(t: Tx, actor: Actor, idOrKey: string): Promise<Stopped>
  /** What a guest said is the member's that they turned out to be: the body of durable work (CNV6). */
  reattribute(job: Job, guest: { guestId: GuestId; personId: PersonId }): Promise<void>
}

export interface ReadMarks {
  /** Never moves back; says where it stands. */
  markRead(t: Tx, actor: Actor, idOrKey: string, seq: number): Promise<{ sessionId: SessionId; seq: number }>
  readMarks(r: Reader, personId: PersonId): Promise<{ sessionId: SessionId; seq: number }[]>
  /** 0: they have read nothing of it. */
  readMark(r: Reader, personId: PersonId, sessionId: SessionId): Promise<number>
  /** The person's own log, gap-free; at most `limit`. */
  personLogAfter(r: Reader, personId: PersonId, after: number, limit: number): Promise<PersonEvent[]>
  personSeq(r: Reader, personId: PersonId): Promise<number>
  /** How far these have read in it; whoever has read nothing is not in it. */
  readMarksOf(
    r: Reader,
    people: readonly PersonId[],
    sessionId: SessionId,
  ): Promise<ReadonlyMap<PersonId, number>>
  /** A new entry of somebody's own log, told to all who look on as them. */
  tellPerson(t: Tx, personId: PersonId, kind: string, payload: object, shown?: object): Promise<void>
  /** One of the same kind for each of these, no two of the same person: by two statements, however many they are. */
  tellPeople(t: Tx, kind: string, news: readonly PersonNews[]): Promise<void>
}

export interface PersonNews {
  personId: PersonId
  payload: object
  /** What those who look on now are told, where that is more than what may be kept. */
  shown?: object
}
