// I3, I5, I6, I9, I30, I31, I49: what was put on record became visible once, in order and whole, or it can be seen why not.

import { overtakenLine } from '../../../src/delivery/write-label.ts'
import { noneOf } from '../../sessions/invariants/sessions-evidence.ts'
import { numbersIn } from '../model/choose-place-calls.ts'
import type { PlacesShape } from '../places-shape.ts'
import { markOf, type PlacesInvariant } from './places-evidence.ts'

interface DeliveryRow {
  id: string
  lead_id: string
  kind: string
  cause: string
  part: number
  parts: number
  state: string
  reason: string | null
  conversation_id: string | null
  account_id: string | null
  platform_id: string | null
}

const columns =
  'id, lead_id, kind, cause, part, parts, state, reason, conversation_id, account_id, platform_id'

/** I6: never two that can be seen. */
export const nothingIsThereTwice: PlacesInvariant = {
  rule: 'I6',
  at: 'rest',
  check: ({ truth }) =>
    [...truth.town.platform.copies()].map(([name, copies]) => `${name} can be seen ${copies.length} times`),
}

/** I6: never none, if its place lives. */
export const sentIsThere: PlacesInvariant = {
  rule: 'I6',
  at: 'rest',
  check({ rows, truth }) {
    const { platform } = truth.town
    const visible = new Set(platform.visible().map(markOf))
    // A conversation can be deleted, and another one be opened from the same message.
    for (const message of platform.state.removed) {
      if (truth.meddledWith.has(message.conversationId)) visible.add(markOf(message))
    }
    return rows<DeliveryRow>(`select ${columns} from deliveries where kind = 'message' and state = 'sent'`)
      .filter(({ conversation_id }) => platform.state.conversations.has(conversation_id ?? ''))
      .filter(({ id, part }) => !visible.has(`${id}/${part}`))
      .map(({ id, part, cause }) => `part ${part} of ${id} (${cause}) was sent, and nobody can see it`)
  },
}

/** What can be seen is on record as that. */
export const visibleIsOnRecord: PlacesInvariant = {
  rule: 'I3',
  at: 'rest',
  check({ rows, truth }) {
    const states = new Map(rows<DeliveryRow>(`select ${columns} from deliveries`).map((row) => [row.id, row]))
    return truth.town.platform.visible().flatMap((message) => {
      if (message.marker === undefined || message.marker.part === 0) return []
      const row = states.get(message.marker.delivery)
      if (row?.state === 'sent') return []
      // Nobody knew whether it is there, and somebody let it be.
      if (row?.state === 'withdrawn' && row.reason === 'dismissed') return []
      return [`${message.marker.delivery} can be seen, and on record it is ${row?.state ?? 'nothing'}`]
    })
  },
}

/** I9: in the order of its lane, and each text whole and in the order of its parts. */
export const lanesKeepOrder: PlacesInvariant = {
  rule: 'I9',
  at: 'rest',
  check({ rows, truth }) {
    const { platform } = truth.town
    const sent = rows<DeliveryRow & { destination: string }>(
      `select ${columns}, destination from deliveries where kind = 'message' and state = 'sent'
       order by destination, lead_id, part`,
    )
    const complaints: string[] = []
    let before: (typeof sent)[number] | undefined
    for (const row of sent) {
      const isSame = before?.destination === row.destination
      const isLive = platform.state.messages.has(row.platform_id ?? '')
      // What came back when others had been said already stands where it could then, and says so.
      const text = platform.state.messages.get(row.platform_id ?? '')?.text ?? ''
      if (truth.resentByHand.has(row.id) || text.includes(overtakenLine)) continue
      if (isSame && isLive && (before?.platform_id ?? '') > (row.platform_id ?? '')) {
        complaints.push(
          `${row.id} (${row.cause}) stands before ${before?.id} (${before?.cause}) in ${row.destination}`,
        )
      }
      if (isLive) before = row
    }
    return complaints
  },
}

/** I9: word by word, and where something is missing that is said. */
export const partsTellOneText: PlacesInvariant = {
  rule: 'I9',
  at: 'rest',
  check({ rows, truth }) {
    const { platform } = truth.town
    const parts = rows<DeliveryRow>(
      `select ${columns} from deliveries where kind = 'message' and parts > 1 and part <= parts
       order by cause, conversation_id, part`,
    )
    // Somebody may delete a conversation and open it again between two parts: the first stood in what is gone.
    const gone = new Map(
      platform.state.removed
        .filter(({ conversationId }) => truth.meddledWith.has(conversationId))
        .map(({ id, text }) => [id, text]),
    )
    const last = new Map<string, number>()
    const broken = new Set<string>()
    const complaints: string[] = []
    for (const { cause, conversation_id, platform_id, part, state } of parts) {
      const name = `${cause} in ${conversation_id}`
      if (state !== 'sent') broken.add(name)
      const text = platform.state.messages.get(platform_id ?? '')?.text ?? gone.get(platform_id ?? '') ?? ''
      const numbers = numbersIn(text)
      const [first] = numbers
      if (state !== 'sent' || first === undefined) continue
      const expected = part === 1 ? 0 : (last.get(name) ?? -1) + 1
      if (first !== expected && !(broken.has(name) && text.startsWith('⚠️ a part before this')))
        complaints.push(`part ${part} of ${name} begins with word ${first}, not ${expected}`)
      last.set(name, numbers.at(-1) ?? first)
    }
    return complaints
  },
}

/** I3, I49: sent, skipped, withdrawn, rejected or given up where people see it, held; nothing else, nor unknown. */
export const everythingIsSettled = noneOf(
  'I49',
  'rest',
  `select id, cause, state, reason, destination from deliveries
   where state in ('queued', 'sending', 'unknown') or (state = 'waiting' and destination <> '')`,
  (row) => `${row['id']} (${row['cause']}) is ${row['state']} (${row['reason']}) in ${row['destination']}`,
)

/** A place that was left alone refuses nothing, and nothing grows old. */
export const refusalsHaveReasons: PlacesInvariant = {
  rule: 'I3',
  at: 'rest',
  check({ rows, truth }) {
    const { platform } = truth.town
    return rows<DeliveryRow & { parent_conversation_id: string | null }>(
      `select ${columns}, parent_conversation_id from deliveries
       where state in ('rejected', 'gave_up') and kind in ('message', 'close')`,
    )
      .filter(
        ({ conversation_id: id }) =>
          id !== null && !truth.meddledWith.has(id) && platform.state.conversations.has(id),
      )
      .map(
        ({ id, cause, state, reason }) =>
          `${id} (${cause}) is ${state} (${reason}), and its place is as it was`,
      )
  },
}

/** Rows of one text are complete, besides what was said in the stead of a part; what it became shorter by is taken away. */
export const partsAreComplete = noneOf(
  'I9',
  'commit',
  `select cause, destination, sum(part <= parts) as there, max(parts) as parts, group_concat(part || ' ' || state) as list
   from deliveries
   where kind = 'message' and extra ->> '$.tracks.insteadOf' is null group by cause, destination having there <> max(parts)`,
  (row) =>
    `${row['cause']} in ${row['destination']} has ${row['parts']} parts, and ${row['list']} are on record`,
)

export const whatIsCutGoes: PlacesInvariant = {
  rule: 'I9',
  at: 'rest',
  check: ({ rows, truth }) =>
    rows<DeliveryRow>(
      `select ${columns} from deliveries where kind = 'message' and part > parts and state = 'sent'`,
    )
      .filter(({ conversation_id: id }) => id !== null && !truth.meddledWith.has(id))
      .map(({ id, part, parts, cause }) => `${id} (${cause}) is part ${part} of ${parts}, and still there`),
}

/** I5: of one lane at most one is under way, or waits to be looked for. */
export const oneInFlight = noneOf(
  'I5',
  'commit',
  `select destination, count(*) as times, group_concat(id) as list from deliveries
   where state = 'sending' or (state = 'unknown' and reason = 'no_answer') group by destination having times > 1`,
  (row) => `${row['times']} are under way to ${row['destination']} at once: ${row['list']}`,
)

/** As the platform sees it; one whose time was taken, because it froze or the clock jumped, may have left its request open. */
export function nothingLeavesBeside({
  faults,
  runners,
}: Pick<PlacesShape, 'faults' | 'runners'>): PlacesInvariant[] {
  if (faults.includes('freeze') || (faults.includes('clock-jump') && runners > 1)) return []
  return [
    {
      rule: 'I5',
      at: 'rest',
      check: ({ truth }) =>
        truth.town.platform.truth
          .beside()
          .map(
            ({ kind, conversationId, at }) =>
              `${kind} came to ${conversationId} at ${at} beside another request`,
          ),
    },
  ]
}

const windowMs = 600_000
const refusedMax = 100

/** I30: the platform refuses only so much before we stop by ourselves. */
export const fewAreRefused: PlacesInvariant = {
  rule: 'I30',
  at: 'rest',
  check({ truth }) {
    const times = truth.town.platform.truth.refused().map(({ at }) => at)
    const most = Math.max(
      0,
      ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length),
    )
    return most > refusedMax ? [`${most} requests were refused within ten minutes`] : []
  },
}

/** I31: with the first 401 the account pauses; those of other lanes may be under way by then. */
export function revokedAccountsPause(
  shape: Pick<PlacesShape, 'lanes' | 'runners' | 'faults'>,
): PlacesInvariant[] {
  // Whoever dies before it is on record asks again.
  if (shape.faults.length > 0) return []
  const atOnce = (shape.lanes['deliveries']?.cap ?? 1) * shape.runners
  return [
    {
      rule: 'I31',
      at: 'rest',
      check({ truth }) {
        const { requests } = truth.town.platform.truth
        const denied = requests.filter(({ status, kind }) => status === 401 && kind === 'send').length
        // What leaves in the very moment in which the account goes on counts as from before.
        const allowed = truth.revocations * (atOnce + 1)
        return denied > allowed
          ? [`${denied} were sent with a token that is nobody’s; ${allowed} may be`]
          : []
      },
    },
  ]
}
