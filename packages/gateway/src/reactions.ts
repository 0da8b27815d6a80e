// What each fact sets off. This table is the only place where one room's news becomes another room's work; read it to
// know what happens after anything happens.

import { type FactKind, type Facts, limits, type PersonId, type SessionId } from '@heddle/contract'
import type { Collaboration } from './collaboration/collaboration.ts'
import type { Measures } from './collaboration/measures.ts'
import type { Deliveries } from './delivery/delivery.ts'
import type { Tx } from './foundation/database/store.ts'
import type { Job } from './foundation/work/job.ts'
import type { ReactionPlan, WorkQueue } from './foundation/work/work-queue.ts'
import type { WorkDefinition } from './foundation/work/work-runner.ts'
import type { Notifications } from './notifications/notifications.ts'
import { isOwnCause } from './notifications/message-cause.ts'
import type { People } from './people/people.ts'
import type { Routing } from './routing/routing.ts'
import type { Sessions } from './sessions/sessions.ts'
import { turnKey } from './sessions/sessions-deps.ts'

/** The rooms that react. */
export interface ReactingRooms {
  deliveries: Pick<Deliveries, 'redact'>
  collaboration: Pick<Collaboration, 'orphan' | 'recordMentions'>
  people: Pick<People, 'sweepAccess'>
  sessions: Pick<
    Sessions,
    'runTurns' | 'endStopped' | 'runAskedCompaction' | 'redactCopies' | 'reattribute' | 'removeIdleContents'
  >
  routing: Pick<
    Routing,
    | 'sendTurnReply'
    | 'announceCompletion'
    | 'takeArrivals'
    | 'forgetText'
    | 'changeQuotes'
    | 'postApproval'
    | 'settleApprovalCopies'
    | 'postPendingApprovals'
    | 'postIntro'
    | 'postFarewell'
    | 'forgetLabel'
    | 'followDelivery'
    | 'withdrawClosed'
  >
  notifications: Pick<
    Notifications,
    | 'notifyOfSource'
    | 'withdrawSource'
    | 'withdrawReply'
    | 'notifyOfApproval'
    | 'settleApproval'
    | 'notifyOfTurn'
    | 'notifyOfRun'
    | 'notifyOfDelivery'
    | 'followDelivery'
    | 'followRead'
  >
  measures: Pick<Measures, 'noteAnswer' | 'noteReply'>
  /** What agents left running in the background. */
  tools: { endSession(sessionId: string): Promise<void> }
  /** Those who look on live, of which this process has some. */
  live: { recheck(personId: PersonId): Promise<void> | undefined }
}

interface ReactionBase<K extends FactKind> extends ReactionPlan<K> {
  /** Absent: as often as any other work. */
  attemptsMax?: number
}

/** It does something outside the database, or takes several transactions. */
interface LongReaction<K extends FactKind> extends ReactionBase<K> {
  isWithFact?: false
  run(rooms: ReactingRooms, job: Job, fact: Facts[K]): Promise<void>
}

/** It is one transaction. */
interface ShortReaction<K extends FactKind> extends ReactionBase<K> {
  act(rooms: ReactingRooms, t: Tx, fact: Facts[K]): Promise<void>
}

type Reaction<K extends FactKind> = LongReaction<K> | ShortReaction<K>

/** What somebody came to must not stay untold, nor what was redacted be seen, because the disk was full for an hour. */
const untilDone = Number.MAX_SAFE_INTEGER

/** A backup that holds everything may take a while. */
const removeAgainMs = 2_000

/** Turns of sub-agents have slots of their own, shared between those that spawned them (SUB5). */
const inOwnLane = {
  lane: (fact: { parentId?: SessionId }) => (fact.parentId === undefined ? 'turns' : 'subagent'),
  parent: (fact: { parentId?: SessionId }) => fact.parentId ?? '',
}

/** On the web the timeline says it. */
function isOutside({ channel }: { channel: string }): boolean {
  return channel !== 'web'
}

/** What is told of a session elsewhere is told in the order in which it happened. */
function outcomeKey(sessionId: SessionId): string {
  return `outcome:${sessionId}`
}

/** Each looks at all that is on its way. */
const withdrawalKey = 'withdraw-closed'

type ReactionTable = { readonly [K in FactKind]?: readonly Reaction<K>[] }

export const reactions: ReactionTable = {
  access_revoked: [
    {
      kind: 'live.recheck-access',
      key: (fact) => `live:${fact.personId}`,
      run: async (rooms, _job, fact) => rooms.live.recheck(fact.personId),
    },
    {
      kind: 'people.sweep-access',
      when: (fact) => fact.what === 'person',
      key: (fact) => `person:${fact.personId}`,
      act: (rooms, t, fact) => rooms.people.sweepAccess(t, fact.personId),
    },
    {
      kind: 'routing.withdraw-of-removed',
      when: (fact) => fact.what === 'person',
      key: () => withdrawalKey,
      attemptsMax: untilDone,
      run: (rooms, job) => rooms.routing.withdrawClosed(job),
    },
  ],
  role_changed: [
    {
      kind: 'live.recheck-role',
      key: (fact) => `live:${fact.personId}`,
      run: async (rooms, _job, fact) => rooms.live.recheck(fact.personId),
    },
  ],
  message_admitted: [
    {
      kind: 'sessions.run-turns',
      ...inOwnLane,
      key: (fact) => turnKey(fact.sessionId),
      // The turn counts its own crashes; a message must not be left behind because the disk was full for an hour.
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (rooms, job, fact) => rooms.sessions.runTurns(job, fact.sessionId),
    },
  ],
  stop_asked: [
    {
      kind: 'sessions.end-stopped',
      // To end one must not wait for a slot that others hold, nor behind work of its session that does; here nobody takes long.
      lane: 'timers',
      key: (fact) => `stop:${fact.sessionId}`,
      attemptsMax: untilDone,
      run: (rooms, job, fact) => rooms.sessions.endStopped(job, fact.sessionId),
    },
  ],
  approval_decided: [
    {
      kind: 'sessions.go-on',
      ...inOwnLane,
      key: (fact) => turnKey(fact.sessionId),
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (rooms, job, fact) => rooms.sessions.runTurns(job, fact.sessionId),
    },
  ],
  approval_asked: [
    {
      kind: 'routing.post-approval',
      key: (fact) => `approval:${fact.approvalId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.routing.postApproval(t, fact.approvalId),
    },
    {
      kind: 'notifications.of-approval',
      key: (fact) => `notify:${fact.approvalId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.notifyOfApproval(t, fact.approvalId),
    },
  ],
  approval_settled: [
    {
      kind: 'routing.settle-approval',
      key: (fact) => `approval:${fact.approvalId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.routing.settleApprovalCopies(t, fact.approvalId),
    },
    {
      kind: 'notifications.settle-approval',
      key: (fact) => `notify:${fact.approvalId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.settleApproval(t, fact.approvalId),
    },
  ],
  compaction_asked: [
    {
      kind: 'sessions.compact',
      ...inOwnLane,
      key: (fact) => turnKey(fact.sessionId),
      run: (rooms, job, fact) => rooms.sessions.runAskedCompaction(job, fact.sessionId),
    },
  ],
  run_finished: [
    {
      kind: 'sessions.hear-completion',
      ...inOwnLane,
      when: (fact) => fact.wakes || fact.isAwaited,
      // Those that end at about the same time are heard together (SES4); who stands still for it hears it at once.
      delayMs: (fact) => (fact.isAwaited ? 0 : limits.announceTogetherMs),
      key: (fact) => turnKey(fact.sessionId),
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (rooms, job, fact) => rooms.sessions.runTurns(job, fact.sessionId),
    },
    {
      kind: 'routing.announce-completion',
      isWithFact: true,
      key: (fact) => outcomeKey(fact.childId),
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.routing.announceCompletion(t, fact.runId),
    },
    {
      kind: 'notifications.of-run',
      key: (fact) => `notify:${fact.runId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.notifyOfRun(t, fact.runId),
    },
  ],
  turn_finished: [
    {
      kind: 'routing.send-turn-reply',
      isWithFact: true,
      key: (fact) => outcomeKey(fact.sessionId),
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.routing.sendTurnReply(t, fact.turnId),
    },
    {
      kind: 'notifications.of-turn',
      // What was quick and asked elsewhere was answered there, and costs nothing here.
      when: ({ outcome, tookMs, isAskedElsewhere }) =>
        outcome === 'failed' ||
        (outcome === 'succeeded' && (!isAskedElsewhere || tookMs >= limits.notifyCompletionAfterMs)),
      key: (fact) => `notify:${fact.turnId}`,
      // Looked at once, when it is known whether they saw it.
      delayMs: ({ outcome, tookMs }) =>
        outcome === 'succeeded' && tookMs < limits.notifyCompletionAfterMs ? limits.notifyWatchedMs : 0,
      attemptsMax: untilDone,
      run: (rooms, job, fact) =>
        job.commit(async (t) => {
          const again = await rooms.notifications.notifyOfTurn(t, fact.turnId, fact.tookMs)
          if (again !== undefined) await job.again(t, again)
        }),
    },
  ],
  binding_made: [
    {
      kind: 'routing.post-intro',
      isWithFact: true,
      when: isOutside,
      key: (fact) => outcomeKey(fact.sessionId),
      act: async (rooms, t, fact) => {
        await rooms.routing.postIntro(t, fact.bindingId)
        await rooms.routing.postPendingApprovals(t, fact.bindingId)
      },
    },
  ],
  binding_ended: [
    {
      kind: 'routing.post-farewell',
      isWithFact: true,
      when: isOutside,
      key: (fact) => outcomeKey(fact.sessionId),
      act: (rooms, t, fact) => rooms.routing.postFarewell(t, fact.bindingId),
    },
  ],
  delivery_settled: [
    {
      kind: 'routing.follow-delivery',
      isWithFact: true,
      key: (fact) => `delivery:${fact.deliveryId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.routing.followDelivery(t, fact.deliveryId),
    },
    {
      kind: 'notifications.of-delivery',
      when: ({ state, cause }) => (state === 'gave_up' || state === 'rejected') && !isOwnCause(cause),
      key: (fact) => `notify:${fact.cause}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.notifyOfDelivery(t, fact.deliveryId),
    },
    {
      kind: 'notifications.follow-delivery',
      when: ({ cause }) => isOwnCause(cause),
      key: (fact) => `notify:${fact.cause}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.followDelivery(t, fact.cause),
    },
  ],
  destination_held: [
    {
      kind: 'notifications.of-held',
      key: (fact) => `notify:${fact.deliveryId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.notifyOfDelivery(t, fact.deliveryId),
    },
  ],
  delivery_left_unknown: [
    {
      kind: 'notifications.of-unknown',
      key: (fact) => `notify:${fact.cause}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) =>
        isOwnCause(fact.cause)
          ? rooms.notifications.followDelivery(t, fact.cause)
          : rooms.notifications.notifyOfDelivery(t, fact.deliveryId),
    },
  ],
  reply_posted: [
    {
      kind: 'notifications.of-reply',
      key: (fact) => `notify:${fact.eventId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.notifyOfSource(t, fact.eventId),
    },
    {
      kind: 'collaboration.note-reply',
      key: (fact) => `measure:${fact.sessionId}`,
      act: (rooms, t, fact) => rooms.measures.noteReply(t, fact.replyId),
    },
  ],
  reply_edited: [
    {
      kind: 'notifications.of-edit',
      key: (fact) => `notify:${fact.eventId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.notifyOfSource(t, fact.eventId),
    },
  ],
  reply_deleted: [
    {
      kind: 'notifications.withdraw-reply',
      key: (fact) => `notify:${fact.replyId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.withdrawReply(t, fact.replyId),
    },
  ],
  mentions_recorded: [
    {
      kind: 'notifications.of-mentions',
      key: (fact) => `notify:${fact.eventId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.notifyOfSource(t, fact.eventId),
    },
  ],
  read_moved: [
    {
      kind: 'notifications.follow-read',
      key: (fact) => `read:${fact.personId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.followRead(t, fact),
    },
  ],
  mention_answered: [
    {
      kind: 'collaboration.note-answer',
      key: (fact) => `measure:${fact.sessionId}`,
      act: (rooms, t, fact) => rooms.measures.noteAnswer(t, fact),
    },
  ],
  session_ended: [
    {
      kind: 'tools.end-processes',
      key: (fact) => `processes:${fact.sessionId}`,
      run: async (rooms, job, fact) => {
        await rooms.tools.endSession(fact.sessionId)
        await job.commit(async () => undefined)
      },
    },
  ],
  arrival_kept: [
    {
      kind: 'routing.take-arrivals',
      key: (fact) => `place:${fact.place}`,
      // What somebody wrote must not be left behind because the platform was out of reach for an hour.
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (rooms, job, fact) => rooms.routing.takeArrivals(job, fact.place),
    },
  ],
  names_written: [
    {
      kind: 'collaboration.record-mentions',
      // Several texts of one turn share how many people it may call.
      key: (fact) => `mentions:${fact.sessionId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.collaboration.recordMentions(t, fact.eventId),
    },
  ],
  text_dropped: [
    {
      kind: 'collaboration.orphan-dropped',
      key: (fact) => `threads:${fact.eventId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.collaboration.orphan(t, fact.eventId),
    },
  ],
  account_linked: [
    {
      kind: 'sessions.reattribute-guest',
      key: (fact) => `guest:${fact.guestId}`,
      run: (rooms, job, fact) => rooms.sessions.reattribute(job, fact),
    },
  ],
  account_unlinked: [
    {
      kind: 'routing.withdraw-of-unlinked',
      key: () => withdrawalKey,
      attemptsMax: untilDone,
      run: (rooms, job) => rooms.routing.withdrawClosed(job),
    },
  ],
  delivery_forgotten: [
    {
      kind: 'routing.change-quotes',
      key: (fact) => `quotes:${fact.deliveryId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.routing.changeQuotes(t, fact.deliveryId),
    },
  ],
  event_redacted: [
    {
      kind: 'sessions.redact-copies',
      when: (fact) => fact.hasCopies === true,
      key: (fact) => `copies:${fact.eventId}`,
      attemptsMax: untilDone,
      run: (rooms, job, fact) => rooms.sessions.redactCopies(job, fact.eventId),
    },
    {
      kind: 'delivery.redact',
      key: (fact) => `delivered:${fact.eventId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.deliveries.redact(t, fact.eventId),
    },
    {
      kind: 'routing.forget-text',
      key: (fact) => `event:${fact.eventId}`,
      attemptsMax: untilDone,
      act: async (rooms, t, fact) => {
        await rooms.routing.forgetText(t, fact.eventId)
        await rooms.routing.forgetLabel(t, fact.sessionId)
      },
    },
    {
      kind: 'collaboration.orphan-threads',
      key: (fact) => `threads:${fact.eventId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.collaboration.orphan(t, fact.eventId),
    },
    {
      kind: 'sessions.remove-contents',
      when: (fact) => fact.hadFiles === true,
      key: () => 'files',
      async run(rooms, job) {
        const more = await rooms.sessions.removeIdleContents()
        await job.commit(async (t) => {
          if (more) await job.again(t, t.now + removeAgainMs)
        })
      },
    },
    {
      kind: 'notifications.withdraw-redacted',
      key: (fact) => `notify:${fact.eventId}`,
      attemptsMax: untilDone,
      act: (rooms, t, fact) => rooms.notifications.withdrawSource(t, fact.eventId),
    },
  ],
}

/**
 * What cannot wait for its turn among the work: whoever lost a right is held off from the commit on. The reactions do it
 * again, in case the process ends in between.
 */
export function reactAtCommit(queue: Pick<WorkQueue, 'onTold'>, { live }: Pick<ReactingRooms, 'live'>): void {
  queue.onTold('access_revoked', ({ personId }) => void live.recheck(personId))
  queue.onTold('role_changed', ({ personId }) => void live.recheck(personId))
}

export function defineReactionWork(rooms: ReactingRooms): Record<string, WorkDefinition> {
  const kinds = Object.keys(reactions) as FactKind[]
  return Object.fromEntries(kinds.flatMap((kind) => workOf(kind, rooms)))
}

function workOf<K extends FactKind>(kind: K, rooms: ReactingRooms): [string, WorkDefinition][] {
  const list: readonly Reaction<K>[] = reactions[kind] ?? []
  return list.map((reaction) => [
    reaction.kind,
    {
      ...(reaction.attemptsMax !== undefined && { attemptsMax: reaction.attemptsMax }),
      ...doneBy(reaction, rooms),
    },
  ])
}

function doneBy<K extends FactKind>(reaction: Reaction<K>, rooms: ReactingRooms): WorkDefinition {
  // The text is the payload that the fact was told with, in this release or an earlier one.
  const read = (subject: string) => JSON.parse(subject) as Facts[K]
  if ('run' in reaction) return { run: (job) => reaction.run(rooms, job, read(job.subject)) }
  const act = (t: Tx, subject: string) => reaction.act(rooms, t, read(subject))
  return { act, run: (job) => job.commit((t) => act(t, job.subject)) }
}
