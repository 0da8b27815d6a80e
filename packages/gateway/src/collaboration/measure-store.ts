// SQL of the measures of collaboration. Each question is bounded: a look at the figures must not cost what is measured.

import type { PersonId, ReplyId, SessionId } from '@heddle/contract'
import { compileOnce, queriesOver } from '../foundation/database/query.ts'

interface MeasureTables {
  mentions: {
    source_event_id: string
    person_id: PersonId
    session_id: SessionId
    created_at: number
    answered_at: number | null
  }
  replies: { id: ReplyId; session_id: SessionId; author_id: PersonId }
  thread_writers: { session_id: SessionId; person_id: PersonId }
  collaboration_figures: { name: string; value: number }
}

const db = queriesOver<MeasureTables>()

export const selectAwaited = compileOnce<
  { sessionId: SessionId; personId: PersonId },
  { source_event_id: string }
>((given) =>
  db
    .selectFrom('mentions')
    .select('source_event_id')
    .where('session_id', '=', given('sessionId'))
    .where('person_id', '=', given('personId'))
    .where('answered_at', 'is', null)
    .limit(1),
)

export const markAnswered = compileOnce<{ sessionId: SessionId; personId: PersonId; now: number }, unknown>(
  (given) =>
    db
      .updateTable('mentions')
      .set({ answered_at: given('now') })
      .where('session_id', '=', given('sessionId'))
      .where('person_id', '=', given('personId'))
      .where('answered_at', 'is', null),
)

export const selectReplyForMeasure = compileOnce<
  { id: ReplyId },
  { session_id: SessionId; author_id: PersonId }
>((given) => db.selectFrom('replies').select(['session_id', 'author_id']).where('id', '=', given('id')))

export const addWriter = compileOnce<{ sessionId: SessionId; personId: PersonId }, unknown>((given) =>
  db
    .insertInto('thread_writers')
    .values({ session_id: given('sessionId'), person_id: given('personId') })
    .onConflict((conflict) => conflict.doNothing()),
)

export const countWriters = compileOnce<{ sessionId: SessionId }, { count: number }>((given) =>
  db
    .selectFrom('thread_writers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session_id', '=', given('sessionId')),
)

export const addFigure = compileOnce<{ name: string; by: number }, unknown>((given) =>
  db
    .insertInto('collaboration_figures')
    .values({ name: given('name'), value: given('by') })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((e) => ({ value: e('collaboration_figures.value', '+', given('by')) })),
    ),
)

export const selectFigure = compileOnce<{ name: string }, { value: number }>((given) =>
  db.selectFrom('collaboration_figures').select('value').where('name', '=', given('name')),
)

export const selectNewestAnswers = compileOnce<
  { limit: number },
  { created_at: number; answered_at: number | null }
>((given) =>
  db
    .selectFrom('mentions')
    .select(['created_at', 'answered_at'])
    .orderBy('created_at', 'desc')
    .limit(given('limit')),
)
