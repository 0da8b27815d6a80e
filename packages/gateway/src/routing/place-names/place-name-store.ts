// SQL of what places are called.

import type { ConversationRef, SessionId } from '@heddle/contract'
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

/** Whose label it began with stays known; a name that was redacted does not come back from the platform. */
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
        .doUpdateSet((row) => ({ name: row.ref('excluded.name') }))
        .whereRef('place_names.name', '<>', 'excluded.name')
        .where('place_names.name', '<>', ''),
    ),
)

export const forgetPlaceNames = compileOnce<{ sessionId: SessionId }, unknown>((given) =>
  db.updateTable('place_names').set({ name: '' }).where('session_id', '=', given('sessionId')),
)
