// Which rare states a world of places got into, read from what its crashes and its end left.

import { overtakenLine } from '../../../src/delivery/write-label.ts'
import type { Rows } from '../../invariants/invariant.ts'
import type { RareState, Sometimes } from '../../watch/sometimes.ts'
import type { PlacesTruth } from '../places-truth.ts'

type Look = readonly [RareState, string]

/** When a life after the first has opened its store. */
const afterCrash: readonly Look[] = [
  ['the program died with a request under way', "select 1 from deliveries where state = 'sending' limit 1"],
  ['what nobody knew outlived a crash', "select 1 from deliveries where state = 'unknown' limit 1"],
  [
    'a wait that the platform asked for outlived a crash',
    "select 1 from deliveries where state = 'waiting' and reason = 'rate_limited' limit 1",
  ],
  [
    'the program died between two parts',
    `select 1 from deliveries a join deliveries b on a.lead_id = b.lead_id
    where a.state = 'sent' and b.state = 'queued' limit 1`,
  ],
  [
    'the program died before a conversation was opened',
    "select 1 from deliveries where kind = 'open' and state in ('queued', 'sending', 'waiting', 'unknown') limit 1",
  ],
  ['a message that was kept outlived a crash', 'select 1 from kept_arrivals limit 1'],
  ['a binding that ends outlived a crash', "select 1 from bindings where status = 'ending' limit 1"],
  [
    'a farewell outlived a crash',
    "select 1 from deliveries where cause like 'farewell:%' and state = 'queued' limit 1",
  ],
]

const atRest: readonly Look[] = [
  ['a conversation was opened for a sub-agent', 'select 1 from bindings where is_opened = 1 limit 1'],
  [
    'a conversation for a sub-agent did not come in time',
    "select 1 from deliveries where kind = 'open' and state in ('gave_up', 'withdrawn') limit 1",
  ],
  [
    'what was opened too late was put away',
    "select 1 from deliveries where kind = 'close' and cause like 'undo:%' limit 1",
  ],
  [
    'a dead thread came back to life',
    `select 1 from sessions s join bindings b on b.session_id = s.id
    where s.continues_id is not null and b.channel = 'loopback' limit 1`,
  ],
  [
    'a session went on on its page',
    `select 1 from sessions s join bindings b on b.session_id = s.id
    where s.continues_id is not null and b.channel = 'web' limit 1`,
  ],
  ['a binding was replaced', "select 1 from bindings where end_reason = 'replaced' limit 1"],
  ['a binding expired because nobody wrote', "select 1 from bindings where end_reason = 'idle' limit 1"],
  ['a binding grew too old', "select 1 from bindings where end_reason = 'max_age' limit 1"],
  ['a binding was ended by hand', "select 1 from bindings where end_reason = 'unfocus' limit 1"],
  [
    'a binding ended with its sub-agent',
    "select 1 from bindings where end_reason in ('kill', 'cleanup', 'session_deleted') limit 1",
  ],
  [
    'a binding ended because its place was archived',
    "select 1 from bindings where end_reason = 'place_archived' limit 1",
  ],
  [
    'a binding ended because its place was deleted',
    "select 1 from bindings where end_reason = 'place_deleted' limit 1",
  ],
  [
    'a binding ended because its place refused',
    "select 1 from bindings where end_reason = 'place_refused' limit 1",
  ],
  ['a completion was told in a bound place', "select 1 from completions where destination = 'bound' limit 1"],
  [
    'a completion was told elsewhere because its place was lost',
    "select 1 from completions where reason = 'binding_lost' and destination = 'requester' limit 1",
  ],
  ['a completion was held', "select 1 from completions where destination = 'hold' limit 1"],
  [
    'a place refused what was said',
    "select 1 from deliveries where state = 'rejected' and reason = 'place_refused' limit 1",
  ],
  ['something was sent again after nobody knew', 'select 1 from deliveries where is_resent = 1 limit 1'],
  [
    'something was there twice and was removed',
    "select 1 from deliveries where kind = 'delete' and cause like 'copy:%' limit 1",
  ],
  [
    'what nobody could read for long was found or sent again at last',
    `select 1 from facts join deliveries on deliveries.id = facts.payload ->> '$.deliveryId'
    where facts.kind = 'delivery_left_unknown' and deliveries.state = 'sent' limit 1`,
  ],
  ['a text went out in several parts', "select 1 from deliveries where parts > 2 and state = 'sent' limit 1"],
  ['an account paused', 'select 1 from delivery_accounts where refused > 0 limit 1'],
  [
    'a guest was heard',
    "select 1 from session_events where kind = 'message.user' and actor_kind = 'guest' limit 1",
  ],
  [
    'a command was answered outside',
    "select 1 from arrivals where channel = 'loopback' and answer is not null limit 1",
  ],
  ['a member talked directly', "select 1 from arrivals where reason = 'personal' limit 1"],
  [
    'an agent said something besides its answer',
    "select 1 from deliveries where kind = 'message' and cause like 'tool:%' and state = 'sent' limit 1",
  ],
  [
    'an agent opened a thread',
    "select 1 from deliveries where kind = 'open' and cause like 'tool:%' and state = 'sent' limit 1",
  ],
  [
    'an approval was asked for outside',
    "select 1 from deliveries where cause like 'approval:%' and state = 'sent' limit 1",
  ],
  [
    'an approval was decided outside',
    "select 1 from arrivals where reason = 'pressed' and answer like '%llowed%' limit 1",
  ],
  [
    'an answer was shown while it was written',
    "select 1 from deliveries where kind = 'edit' and cause like 'turn:%' and state = 'sent' limit 1",
  ],
  [
    'something said outside was redacted',
    "select 1 from deliveries where kind = 'message' and reason = 'redacted' limit 1",
  ],
  ['what was not for us left only its id', "select 1 from arrivals where reason = 'not_addressed' limit 1"],
]

export function noteStatesAfterCrash(rows: Rows, sometimes: Sometimes): void {
  note(afterCrash, rows, sometimes)
}

export function noteStatesAtRest(rows: Rows, sometimes: Sometimes, { town }: PlacesTruth): void {
  note(atRest, rows, sometimes)
  if (town.platform.visible().some(({ text }) => text.includes(overtakenLine))) {
    sometimes.saw('something came back behind what was said since')
  }
  if (town.lost.size > 0) sometimes.saw('events were lost on the way to us')
}

function note(looks: readonly Look[], rows: Rows, sometimes: Sometimes): void {
  for (const [state, query] of looks) if (rows(query).length > 0) sometimes.saw(state)
}
