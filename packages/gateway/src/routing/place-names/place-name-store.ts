// SQL of what places are called.

import type { ConversationRef, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../../foundation/database/query.ts'
import { type PlaceNameRow, queries as db } from '../routing-tables.ts'

type PlaceOf = Pick<ConversationRef, 'channel' | 'accountId' | 'conversationId'>

export const selectPlaceName = compileOnce<PlaceOf, Pick<PlaceNameRow, 'name'>>((place) =>
  db
    .selectFrom('place_names')
    .select('name')
    .where('channel', '=', place('channel'))
    .where('account_id', '=', place('accountId'))
    .where('conversation_id', '=', place('conversationId')),
)

/**
 * Whose label it was called by stays known, also where somebody was heard there before it was bound; a name that was redacted
 * does not come back from the platform.
 */
export const putPlaceName = compileOnce<PlaceNameRow, unknown>((place) =>
  db
    .insertInto('place_names')
    .values({
      channel: place('channel'),
      account_id: place('account_id'),
      conversation_id: place('conversation_id'),
      name: place('name'),
      session_id: place('session_id'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'account_id', 'conversation_id'])
        .doUpdateSet({
          name: sql<string>`case place_names.name when '' then '' else excluded.name end`,
          session_id: sql<SessionId | null>`coalesce(place_names.session_id, excluded.session_id)`,
        })
        .where(
          sql<boolean>`place_names.name <> '' and place_names.name <> excluded.name
            or place_names.session_id is null and excluded.session_id is not null`,
        ),
    ),
)

export const forgetPlaceNames = compileOnce<{ sessionId: SessionId }, unknown>((given) =>
  db.updateTable('place_names').set({ name: '' }).where('session_id', '=', given('sessionId')),
)
