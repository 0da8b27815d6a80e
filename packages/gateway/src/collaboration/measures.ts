// How well people work together here, in figures (COL2): in how many sessions more than one takes part in discussions, how
// long whoever was named takes to answer, and how many names led to nobody. Told in transactions of their own, so that no
// message waits for them.

import type { PersonId, ReplyId, SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../foundation/database/store.ts'
import {
  addFigure,
  addWriter,
  countWriters,
  markAnswered,
  selectAwaited,
  selectFigure,
  selectNewestAnswers,
  selectReplyForMeasure,
} from './measure-store.ts'

export interface Measures {
  /** Whether somebody was named in this session and has not said anything there since. */
  isAwaited(r: Reader, sessionId: SessionId, personId: PersonId): Promise<boolean>
  /** They have now. */
  noteAnswer(t: Tx, said: { sessionId: SessionId; personId: PersonId }): Promise<void>
  /** The reaction to a reply: who writes there, and whose word was waited for. */
  noteReply(t: Tx, replyId: ReplyId): Promise<void>
  /** Names in a text that led to nobody who may be told. */
  countRejected(t: Tx, count: number): void
  read(r: Reader): Promise<CollaborationFigures>
}

export interface CollaborationFigures {
  /** Sessions in whose threads two or more have written. */
  sharedSessions: number
  /** Of the newest mentions that were answered; undefined while there is none. */
  medianAnswerMs: number | undefined
  /** How many of the newest were answered, and how many were not. */
  answered: number
  unanswered: number
  /** Since the start. */
  rejectedMentions: number
}

const sharedSessions = 'shared_sessions'
/** So many of the newest mentions say how it goes these days. */
const mentionsMeasured = 1_000

export function createMeasures(): Measures {
  let rejectedMentions = 0

  async function noteAnswer(
    t: Tx,
    { sessionId, personId }: { sessionId: SessionId; personId: PersonId },
  ): Promise<void> {
    await t.run(markAnswered({ sessionId, personId, now: t.now }))
  }

  return {
    isAwaited: async (r, sessionId, personId) =>
      (await r.one(selectAwaited({ sessionId, personId }))) !== undefined,

    noteAnswer,

    async noteReply(t, replyId) {
      const reply = await t.one(selectReplyForMeasure({ id: replyId }))
      if (!reply) return
      const { session_id: sessionId, author_id: personId } = reply
      await noteAnswer(t, { sessionId, personId })
      const isNew = (await t.run(addWriter({ sessionId, personId }))) > 0
      if (!isNew) return
      const writers = (await t.one(countWriters({ sessionId })))?.count ?? 0
      if (writers === 2) await t.run(addFigure({ name: sharedSessions, by: 1 }))
    },

    countRejected(t, count) {
      t.afterCommit(() => {
        rejectedMentions += count
      })
    },

    async read(r) {
      const newest = await r.all(selectNewestAnswers({ limit: mentionsMeasured }))
      const times = newest.flatMap(({ created_at: at, answered_at: answeredAt }) =>
        answeredAt === null ? [] : [answeredAt - at],
      )
      return {
        sharedSessions: (await r.one(selectFigure({ name: sharedSessions })))?.value ?? 0,
        medianAnswerMs: chooseMedian(times),
        answered: times.length,
        unanswered: newest.length - times.length,
        rejectedMentions,
      }
    },
  }
}

/** Of an even number, the lower one of the two in the middle. */
export function chooseMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
}
