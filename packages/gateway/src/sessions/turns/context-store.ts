// SQL of what a model is told of the past.

import type { SessionId, TurnId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import { eventColumns } from '../event-store.ts'
import { type EventRow, queries as db, type TurnStepRow } from '../sessions-tables.ts'

const toldKinds = [
  sql.lit<'message.user'>('message.user'),
  sql.lit<'message.agent'>('message.agent'),
  sql.lit<'tool.call'>('tool.call'),
  sql.lit<'tool.result'>('tool.result'),
  sql.lit<'turn.started'>('turn.started'),
  sql.lit<'message.taken'>('message.taken'),
  sql.lit<'turn.finished'>('turn.finished'),
  sql.lit<'turn.failed'>('turn.failed'),
  sql.lit<'binding.made'>('binding.made'),
  sql.lit<'binding.ended'>('binding.ended'),
]

interface Before {
  sessionId: SessionId
  after: number
  before: number
  limit: number
}

/** What was said and done, which messages turns took, and where turns ended; newest first. */
export const selectToldBefore = compileOnce<Before, EventRow>((place) =>
  toldBefore(place).select(eventColumns),
)

/** Of an output only how long it is. */
const outlined = sql<string>`iif(kind <> 'tool.result', payload, json_object('callId', payload ->> '$.callId',
  'name', payload ->> '$.name', 'step', payload -> '$.step', 'isError', payload -> '$.isError',
  'bytes', octet_length(payload)))`

/** The same without what tools put out. */
export const selectToldOutlineBefore = compileOnce<Before, EventRow>((place) =>
  toldBefore(place)
    .select(eventColumns.filter((column) => column !== 'payload'))
    .select(outlined.as('payload')),
)

function toldBefore(place: <K extends keyof Before>(name: K) => Before[K]) {
  return db
    .selectFrom('session_events')
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>', place('after'))
    .where('seq', '<', place('before'))
    .where('kind', 'in', toldKinds)
    .where('target_seq', 'is', null)
    .orderBy('seq', 'desc')
    .limit(place('limit'))
}

/** The same, oldest first, with what completes a text, and with what makes the past another. */
export const selectToldAfter = compileOnce<{ sessionId: SessionId; after: number; limit: number }, EventRow>(
  (place) =>
    db
      .selectFrom('session_events')
      .select(eventColumns)
      .where('session_id', '=', place('sessionId'))
      .where('seq', '>', place('after'))
      .where('kind', 'in', [
        ...toldKinds,
        sql.lit<'event.redacted'>('event.redacted'),
        sql.lit<'compaction'>('compaction'),
        sql.lit<'message.edited'>('message.edited'),
      ])
      .orderBy('seq')
      .limit(place('limit')),
)

/** What a turn took up to an entry, newest first. */
export const selectTakings = compileOnce<
  { sessionId: SessionId; turnId: TurnId; from: number; through: number; limit: number },
  EventRow
>((place) =>
  db
    .selectFrom('session_events')
    .select(eventColumns)
    .where('session_id', '=', place('sessionId'))
    .where('seq', '>=', place('from'))
    .where('seq', '<=', place('through'))
    .where('turn_id', '=', place('turnId'))
    .where('kind', 'in', [sql.lit<'turn.started'>('turn.started'), sql.lit<'message.taken'>('message.taken')])
    .orderBy('seq', 'desc')
    .limit(place('limit')),
)

export interface PastState {
  seq: number
  compacted_through_seq: number
  compaction_seq: number
}

/** How far the log goes, and what of it stands in fewer words. */
export const selectPastState = compileOnce<{ sessionId: SessionId }, PastState>((place) =>
  db
    .selectFrom('sessions')
    .select(['seq', 'compacted_through_seq', 'compaction_seq'])
    .where('id', '=', place('sessionId')),
)

export const insertTurnStep = compileOnce<TurnStepRow, unknown>((place) =>
  db.insertInto('turn_steps').values({
    turn_id: place('turn_id'),
    step: place('step'),
    model: place('model'),
    vendor: place('vendor'),
  }),
)

export const selectTurnSteps = compileOnce<{ turnId: TurnId; after: number }, TurnStepRow>((place) =>
  db
    .selectFrom('turn_steps')
    .selectAll()
    .where('turn_id', '=', place('turnId'))
    .where('step', '>', place('after'))
    .orderBy('step'),
)

export const deleteTurnSteps = compileOnce<{ turnId: TurnId }, unknown>((place) =>
  db.deleteFrom('turn_steps').where('turn_id', '=', place('turnId')),
)

/** What a step left for its provider may say what was redacted. */
export const deleteTurnStep = compileOnce<{ turnId: TurnId; step: number }, unknown>((place) =>
  db.deleteFrom('turn_steps').where('turn_id', '=', place('turnId')).where('step', '=', place('step')),
)
