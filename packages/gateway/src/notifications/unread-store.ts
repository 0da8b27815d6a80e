// SQL of how much is unread. A busy discussion leaves hundreds of rows with everybody who takes part, and each new one asks
// for the count of all of them: so it steps from one discussion to the next along the index, and does not visit their rows.

import type { PersonId, SessionId } from '@heddle/contract'
import { sql } from 'kysely'
import { compileOnce } from '../foundation/database/query.ts'
import { queries as db } from './notifications-tables.ts'

export interface UnreadOf {
  person_id: PersonId
  session_id: SessionId
  count: number
}

/**
 * By person, of a list in JSON, and session: of what is unread, each discussion once and everything else one by one; without
 * what is turned off. Whoever was told of something for another reason than a mention too, was told of that.
 */
export const countBySession = compileOnce<
  { people: string; hasThreads: 0 | 1; hasMentions: 0 | 1 },
  UnreadOf
>((given) => ({
  compile: () =>
    sql<UnreadOf>`
      with recursive
        place (person_id, session_id) as (
          select value, (
            select min(session_id) from notifications where person_id = value and read_at is null
          ) from json_each(${given('people')})
          union all
          select person_id, (
            select min(session_id) from notifications
            where person_id = place.person_id and read_at is null and session_id > place.session_id
          ) from place where session_id is not null
        ),
        thread (person_id, session_id, thread_id) as (
          select person_id, session_id, (
            select min(thread_id) from notifications
            where person_id = place.person_id and session_id = place.session_id and read_at is null
              and thread_id is not null
          ) from place where session_id is not null and ${given('hasThreads')}
          union all
          select person_id, session_id, (
            select min(thread_id) from notifications
            where person_id = thread.person_id and session_id = thread.session_id and read_at is null
              and thread_id > thread.thread_id
          ) from thread where thread_id is not null
        )
      select person_id, session_id, sum(unread) as count from (
        select person_id, session_id, exists (
          select 1 from notifications
          where person_id = thread.person_id and session_id = thread.session_id and read_at is null
            and thread_id = thread.thread_id and in_inbox = 1
            and (${given('hasMentions')} or reason != 'mention' or also_reasons != '[]')
        ) as unread from thread where thread_id is not null
        union all
        select person_id, session_id, (
          select count(*) from notifications
          where person_id = place.person_id and session_id = place.session_id and read_at is null
            and thread_id is null and in_inbox = 1
            and (${given('hasMentions')} or reason != 'mention' or also_reasons != '[]')
        ) as unread from place where session_id is not null
      ) group by person_id, session_id having sum(unread) > 0`.compile(db),
}))
