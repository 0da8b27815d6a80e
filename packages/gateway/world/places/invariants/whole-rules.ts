// I3, I9: what was to be told is told whole, and not only begun. What an agent said at the end of a turn is held against what
// the outbox has for it, and that against what can be read.

import type { PlacesShape } from '../places-shape.ts'
import { markOf, type PlacesEvidence, type PlacesInvariant } from './places-evidence.ts'

interface ToTell {
  turn_id: string
  run_id: string | null
  place: string
  text: string
}

/** What an agent said last in a turn, after all of its tools. */
const isAnswer = `e.kind = 'message.agent' and e.redacted_at is null and not exists (
  select 1 from session_events l where l.session_id = e.session_id and l.turn_id = e.turn_id and l.seq > e.seq
  and l.kind in ('message.agent', 'tool.result'))`

const answers = `select p.turn_id, r.id as run_id, p.conversation as place, coalesce(e.payload ->> '$.text', '') as text
  from turn_replies p join turns t on t.id = p.turn_id
  join session_events e on e.session_id = p.session_id and e.turn_id = p.turn_id
  left join runs r on r.last_turn_id = p.turn_id
  where t.state = 'succeeded' and p.conversation like 'loopback/%' and ${isAnswer}`

const completions = `select r.last_turn_id as turn_id, r.id as run_id, coalesce(c.place, '') as place,
    coalesce(e.payload ->> '$.text', '') as text
  from completions c join runs r on r.id = c.run_id
  join turns t on t.id = r.last_turn_id
  join session_events e on e.session_id = r.session_id and e.turn_id = r.last_turn_id
  where t.state = 'succeeded' and r.state = 'succeeded' and r.is_skipped = 0
  and (c.place like 'loopback/%' or c.destination = 'hold') and ${isAnswer}`

interface CarryingRow {
  destination: string
  text: string
}

/** Said, or for people to see and to send; or it was let be for such a reason. */
const carrying = `select destination, text from deliveries
  where (kind = 'message' and state <> 'withdrawn' or state in ('rejected', 'gave_up')
    or state = 'withdrawn' and instr(?, reason) > 0)
  and (cause like 'turn:' || ? || '%' or cause in ('completion:' || ?, 'completion-again:' || ?))`

/** What one can tell parts of a text apart by, as simulated agents write. */
function piecesIn(text: string): string[] {
  return text.match(/\b(?:[a-z]+\d+q|more \d+|n\d{5})\b/g) ?? []
}

/** I3: each piece of it is accounted for where it was to be told. */
function toldWhole(question: string, letBe: readonly string[]): PlacesInvariant {
  return {
    rule: 'I3',
    at: 'rest',
    check: ({ rows }) =>
      rows<ToTell>(question).flatMap(({ turn_id, run_id, place, text }) => {
        const there = rows<CarryingRow>(carrying, [letBe.join(' '), turn_id, run_id, run_id])
          .filter(({ destination }) => destination === place)
          .map((row) => row.text)
        // What was redacted is gone from here as well.
        if (there.includes('')) return []
        const told = new Set(there.flatMap(piecesIn))
        const lost = piecesIn(text).filter((piece) => !told.has(piece))
        return lost.length === 0
          ? []
          : [`${lost.join(', ')} of ${run_id ?? turn_id} was to be told in ${place || 'no place'}`]
      }),
  }
}

/** The last one of a run is told elsewhere with what the run came to. */
export const answersAreToldWhole = toldWhole(answers, [
  'dismissed',
  'redacted',
  'told_elsewhere',
  'held_instead',
])

export const completionsAreToldWhole = toldWhole(completions, ['dismissed', 'redacted'])

/** I9: what can be read is what is on record; it may have a line before it. */
export function visibleSaysWhatIsOnRecord({ platform }: Pick<PlacesShape, 'platform'>): PlacesInvariant[] {
  // An edit that is made a minute after nobody waits for it any more undoes what was changed since, and nobody hears of it.
  if (platform.troubles.includes('late')) return []
  return [{ rule: 'I9', at: 'rest', check: readOtherwise }]
}

function readOtherwise({ rows, truth }: PlacesEvidence): string[] {
  const texts = new Map(
    rows<{ id: string; part: number; text: string }>(
      `select id, part, text from deliveries where kind = 'message' and state = 'sent'`,
    ).map(({ id, part, text }) => [`${id}/${part}`, text]),
  )
  return truth.town.platform
    .visible()
    .filter(({ conversationId }) => !truth.meddledWith.has(conversationId))
    .flatMap((message) => {
      const text = texts.get(markOf(message) ?? '')
      if (text === undefined || message.text.endsWith(text)) return []
      return [
        `${markOf(message)} can be read as "${message.text.slice(-80)}", and on record it is another text`,
      ]
    })
}
