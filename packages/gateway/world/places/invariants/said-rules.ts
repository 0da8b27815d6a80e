// What agents say outside is said once, whatever way it took; what people decided about it holds: words that are gone, calls
// that are decided, items that were let be.

import { noneOf } from '../../sessions/invariants/sessions-evidence.ts'
import { wordsIn } from '../../sessions/sessions-truth.ts'
import type { PlacesInvariant } from './places-evidence.ts'

/** DLV5: what was shown while it was written becomes the answer, and no second one follows it unless it can be changed no more. */
export const answersAreSaidOnce = noneOf(
  'DLV5',
  'rest',
  `select substr(cause, 1, 35) as turn, destination, count(*) as times, group_concat(distinct cause) as list
   from deliveries where kind = 'message' and part = 1 and cause like 'turn:%' and state = 'sent'
     and extra ->> '$.tracks.insteadOf' is null
   group by 1, 2 having times > 1`,
  (row) => `${row['turn']} has ${row['times']} answers in ${row['destination']}: ${row['list']}`,
)

/** AGT8: one call, one message. */
export const callsSayOnce = noneOf(
  'AGT8',
  'rest',
  `select event_id, count(distinct lead_id) as times from deliveries
   where cause like 'tool:%' and kind in ('message', 'open') group by event_id having times > 1`,
  (row) => `the call ${row['event_id']} said ${row['times']} things`,
)

const approvalForm = /^approve:([^:]+):/

/** AGT6: every copy says what was decided, and offers nothing any more. */
export const settledApprovalsAskNobody: PlacesInvariant = {
  rule: 'AGT6',
  at: 'rest',
  check({ rows, truth }) {
    const { platform } = truth.town
    const states = new Map(
      rows<{ id: string; state: string }>('select id, state from approvals').map(({ id, state }) => [
        id,
        state,
      ]),
    )
    return platform.visible().flatMap(({ id, conversationId, buttons }) => {
      const [, approval] = approvalForm.exec(buttons[0]?.token ?? '') ?? []
      const state = approval === undefined ? undefined : states.get(approval)
      if (state === undefined || state === 'pending') return []
      // What is closed to us can be changed by nobody.
      if (truth.meddledWith.has(conversationId)) return []
      return [`${id} in ${conversationId} still asks about ${approval}, which is ${state}`]
    })
  },
}

/** I28: our copies go with what was redacted. */
export const redactedIsGoneOutside: PlacesInvariant = {
  rule: 'I28',
  at: 'rest',
  check: ({ truth }) =>
    truth.town.platform
      .visible()
      .filter(({ author, conversationId }) => author.isBot && !truth.meddledWith.has(conversationId))
      .flatMap(({ id, author, conversationId, text }) =>
        wordsIn(text)
          .filter((word) => truth.goneWords.has(word) && author.id !== 'robot')
          .map(
            (word) =>
              `"${word}" of the redacted ${truth.goneWords.get(word)} still stands in ${id} in ${conversationId}`,
          ),
      ),
}

/** DLV4: what somebody was told that it will not be sent is not. */
export const dismissedStaysSo: PlacesInvariant = {
  rule: 'DLV4',
  at: 'start',
  check({ rows, truth }) {
    if (truth.dismissed.size === 0) return []
    return rows<{ id: string; state: string }>("select id, state from deliveries where state <> 'withdrawn'")
      .filter(({ id }) => truth.dismissed.has(id as never))
      .map(({ id, state }) => `${id} was let be, and is ${state}`)
  },
}
