// Holds what can be seen on Discord against the outbox: each part that was sent is there once, in its place, and nothing
// stands there that nobody has on record; one webhook in a channel, one message above a thread; and nobody was called who
// is not to be.

import type { DiscordState } from '@heddle/emulators/discord/discord-state'
import type { DiscordMessage } from '@heddle/emulators/discord/discord-words'
import { nonceOf } from '../../src/channels/discord/nonce.ts'
import { overtakenLine } from '../../src/delivery/write-label.ts'
import type { Inspection } from '../inspect-database.ts'
import type { DiscordLedger } from './discord-ledger.ts'
import { botId, ids } from './who-is-there.ts'

interface SentRow {
  id: string
  kind: string
  cause: string
  destination: string
  part: number
  conversation_id: string | null
  text: string
  state: string
  reason: string | null
  platform_id: string | null
  bindings: number
  undone: number
  sweeps: number
}

export function checkVisible(database: Inspection, state: DiscordState, ledger: DiscordLedger): string[] {
  const rows = database.rows<SentRow>(selectRows, ledger.startedAt)
  const seen = [...state.messages.values()].filter((one) => isOurs(one) && one.createdAt >= ledger.startedAt)
  return [
    ...rows.filter(({ kind }) => kind === 'message').flatMap((row) => checkOne(row, seen, state)),
    ...rows.filter(({ kind }) => kind === 'open').flatMap((row) => checkOpened(row, seen, state)),
    ...checkStrays(rows, seen),
    ...checkOrder(rows, ledger, state),
    ...checkWebhooks(state),
    ...checkCalled(state, ledger),
  ]
}

const selectRows = `
  select d.*,
    (select count(*) from bindings b where b.conversation_id = d.conversation_id and b.is_opened = 1) as bindings,
    (select count(*) from deliveries u where u.cause = 'undo:' || d.id) as undone,
    (select count(*) from work w where w.kind = 'delivery.sweep-copies' and w.subject = d.id) as sweeps
  from deliveries d where d.created_at >= ? and d.channel = 'discord' order by d.destination, d.lead_id, d.part`

/** Not what Discord itself puts above a thread, nor what one person alone sees. */
function isOurs({ author, applicationId, type, visibleTo }: DiscordMessage): boolean {
  const isBy = author.kind === 'user' ? author.userId === botId : applicationId === botId
  return isBy && visibleTo === undefined && (type === 0 || type === 19)
}

function isOf(row: SentRow, part: number, { id, nonce }: DiscordMessage): boolean {
  return nonce === undefined ? id === row.platform_id : nonce === nonceOf(row.id, part)
}

function checkOne(row: SentRow, seen: readonly DiscordMessage[], state: DiscordState): string[] {
  const name = `${row.cause}, part ${row.part} (${row.id})`
  const copies = seen.filter((message) => isOf(row, row.part, message))
  if (row.state === 'unknown') return [`[I6] ${name} was left unknown (${row.reason})`]
  // Somebody let it be while nobody knew whether it is there.
  if (row.reason === 'dismissed' && copies.length === 1) return []
  const isThere = state.channels.has(row.conversation_id ?? '')
  const expected = row.state === 'sent' && isThere ? 1 : 0
  if (copies.length !== expected) {
    return [`[I6] ${name} is ${row.state} (${row.reason}), and can be seen ${copies.length} times`]
  }
  const [copy] = copies
  if (!copy) return []
  return [
    ...(copy.id === row.platform_id
      ? []
      : [`[DLV7] ${name} is known as ${row.platform_id}, and is ${copy.id}`]),
    ...(copy.channelId === row.conversation_id ? [] : [`[I17] ${name} stands in ${copy.channelId}`]),
    ...(copy.content.trim().endsWith(row.text.trim()) ? [] : [`[I9] ${name} has another text`]),
  ]
}

function checkOpened(row: SentRow, seen: readonly DiscordMessage[], state: DiscordState): string[] {
  const { id, cause, platform_id, bindings, undone } = row
  const anchors = seen.filter((message) => isOf(row, 0, message))
  // Whoever writes there opens it again.
  const open = anchors.filter((anchor) => {
    const thread = state.channels.get(anchor.id)
    const said = state.messagesByChannel.get(anchor.id) ?? []
    return (
      thread?.kind === 'thread' && !thread.isArchived && said.every((one) => isOurs(one) || one.type !== 0)
    )
  })
  const complaints: string[] = []
  if (anchors.length > 1) complaints.push(`[F13] has ${anchors.length} messages above it`)
  // An agent's own wish for a thread binds nothing.
  if (row.state === 'sent' && (bindings > 0 || cause.startsWith('tool:'))) {
    const isThere = state.messages.has(platform_id ?? '')
    if (isThere && anchors[0]?.id !== platform_id) complaints.push('[F13] stands under another message')
  } else {
    // Whoever it was for may be gone by then.
    if (row.state === 'sent' && undone === 0)
      complaints.push('[BND10] is bound to nothing, and was not undone')
    // What could not be read is looked for again, later than a round lasts, and then taken away.
    if (row.sweeps > 0) return []
    const standing = anchors.map((one) => `${one.id} of ${one.createdAt}`).join(', ')
    if (anchors.length > 0)
      complaints.push(`[BND10] is ${row.state}, and its message stands there: ${standing}`)
    if (open.length > 0) complaints.push(`[BND10] is ${row.state}, and its thread is open`)
  }
  return complaints.map((text) => `what was opened for ${cause} (${id}, ${row.reason}) ${text}`)
}

/** What stands there and nobody has on record. */
function checkStrays(rows: readonly SentRow[], seen: readonly DiscordMessage[]): string[] {
  const known = new Set(rows.map(({ platform_id }) => platform_id))
  const letBe = rows
    .filter(({ kind, state, reason, sweeps }) => {
      return reason === 'dismissed' || (kind === 'open' && state !== 'sent' && sweeps > 0)
    })
    .map(({ text }) => text.trim())
  return seen
    .filter(({ id, content }) => !known.has(id) && !letBe.some((text) => content.trim().endsWith(text)))
    .map(
      ({ id, channelId, content, author, createdAt }) =>
        `[DLV1] nobody sent ${id} in ${channelId}, by the ${author.kind}, at ${createdAt}: ${content.slice(0, 60)}`,
    )
}

/** What came back when others had been said already says so. */
function checkOrder(
  rows: readonly SentRow[],
  { resentByHand }: DiscordLedger,
  { messages }: DiscordState,
): string[] {
  const saysSo = ({ platform_id }: SentRow) =>
    messages.get(platform_id ?? '')?.content.includes(overtakenLine) === true
  const lanes = Map.groupBy(
    rows.filter(
      (row) => row.kind === 'message' && row.state === 'sent' && !resentByHand.has(row.id) && !saysSo(row),
    ),
    ({ destination }) => destination,
  )
  return [...lanes].flatMap(([destination, sent]) =>
    sent.flatMap((row, i) =>
      BigInt(sent[i - 1]?.platform_id ?? 0) < BigInt(row.platform_id ?? 0)
        ? []
        : [`[DLV2] ${row.cause} (${row.id}) stands too early in ${destination}`],
    ),
  )
}

function checkWebhooks({ webhooks }: DiscordState): string[] {
  const ours = [...webhooks.values()].filter(({ applicationId }) => applicationId === botId)
  return [...Map.groupBy(ours, ({ channelId }) => channelId)]
    .filter(([, list]) => list.length > 1)
    .map(([channelId, list]) => `[DSC1] ${channelId} has ${list.length} webhooks of ours`)
}

const uncallable: ReadonlySet<string> = new Set([ids.gus, ids.mal])

function checkCalled({ messages, deletedMessages }: DiscordState, { startedAt }: DiscordLedger): string[] {
  return [...messages.values(), ...deletedMessages]
    .filter((one) => isOurs(one) && one.createdAt >= startedAt)
    .filter(
      ({ pings }) =>
        pings.isEveryone || pings.roleIds.length > 0 || pings.userIds.some((id) => uncallable.has(id)),
    )
    .map(({ id, pings }) => `[DLV6] ${id} called ${JSON.stringify(pings)}`)
}
