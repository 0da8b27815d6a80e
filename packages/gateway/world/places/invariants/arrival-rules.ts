// I1, I10, I18, I19, I21: what was written outside came in once, in its order, from those who may speak, and never from
// ourselves.

import { limits } from '@heddle/contract'
import { wordsIn } from '../../sessions/sessions-truth.ts'
import type { PlacesShape } from '../places-shape.ts'
import type { PlacesTruth, Written } from '../places-truth.ts'
import type { PlacesInvariant } from './places-evidence.ts'

interface HeardRow {
  id: string
  session_id: string
  text: string
}

const heard = `select id, session_id, payload ->> '$.text' as text from session_events
  where kind = 'message.user' and payload ->> '$.channel' = 'loopback' order by id`

/** I10: one message for each that was written, and no other. */
export const writtenIsHeardOnce: PlacesInvariant = {
  rule: 'I10',
  at: 'start',
  check({ rows, truth }) {
    const times = new Map<string, number>()
    for (const { text } of rows<HeardRow>(heard)) {
      for (const word of wordsIn(text)) times.set(word, (times.get(word) ?? 0) + 1)
    }
    return truth.written.flatMap((written) => {
      const most = mayHear(written, truth).length
      const count = times.get(written.word) ?? 0
      return count > most
        ? [`"${written.word}" of ${written.by} was heard ${count} times; ${most} may hear it`]
        : []
    })
  },
}

/** Something by which a place was known from then on: somebody was heard there, or it was opened and bound. */
interface KnownRow {
  account_id: string
  conversation_id: string
  known_at: number
}

/** I1: what a platform was told that we have it, we have; and what was missed in a gap is fetched. */
export function nothingWrittenIsLost({
  faults,
  platform: { namesMissed },
}: Pick<PlacesShape, 'faults' | 'platform'>): PlacesInvariant {
  // The times of a clock that jumps do not say what was heard before.
  const knowsTimes = !faults.includes('clock-jump')
  return {
    rule: 'I1',
    at: 'rest',
    check({ rows, truth }) {
      const arrivals = rows<{ account_id: string; event_id: string }>(
        "select account_id, event_id from arrivals where channel = 'loopback'",
      )
      const came = new Set(arrivals.map((row) => `${row.account_id} ${row.event_id}`))
      const known = rows<KnownRow>(selectKnown)
      return truth.written.flatMap((written) =>
        mustHear(written, truth)
          .filter((accountId) => !came.has(`${accountId} ${written.messageId}`))
          .filter((accountId) => {
            if (!isLost(written, accountId, truth)) return true
            if (!isThere(written, truth)) return false
            return namesMissed || (knowsTimes && isKnownPlace(written, accountId, known, truth))
          })
          .map((accountId) => {
            const fate = isLost(written, accountId, truth) ? 'lost' : 'told'
            return `"${written.word}" (${written.messageId}) of ${written.by} in ${written.conversationId} never reached ${accountId}, and its event was ${fate}`
          }),
      )
    },
  }
}

function isLost({ messageId }: Written, accountId: string, { town }: PlacesTruth): boolean {
  const account = town.accounts.find((one) => one.accountId === accountId)
  return account !== undefined && town.lost.has(`${account.botId} ${messageId}`)
}

/** What was pressed somewhere says nothing of what was written there. */
const selectKnown = `
  select account_id, conversation_id, created_at as known_at from arrivals
    where channel = 'loopback' and reason <> 'pressed'
  union all select account_id, conversation_id, bound_at from bindings where channel = 'loopback' and is_opened = 1`

/** What is deleted cannot be read. */
function isThere({ messageId }: Written, { town }: PlacesTruth): boolean {
  return town.platform.state.messages.has(messageId)
}

/** Of a place that nobody knew of, nobody knows that something is missing, unless the platform says so. */
function isKnownPlace(
  { conversationId, messageId }: Written,
  accountId: string,
  known: readonly KnownRow[],
  { town }: PlacesTruth,
): boolean {
  const writtenAt = town.platform.state.messages.get(messageId)?.createdAt
  if (writtenAt === undefined) return false
  return known.some(
    (row) =>
      row.account_id === accountId && row.conversation_id === conversationId && row.known_at < writtenAt,
  )
}

/** I19: in each place in the order in which it was written. */
export function ordersAreKept({ platform }: Pick<PlacesShape, 'platform'>): PlacesInvariant[] {
  // A platform that tells things in another order has told us another order.
  if (platform.swapRate > 0 || platform.lossRate > 0) return []
  return [
    {
      rule: 'I19',
      at: 'rest',
      check({ rows, truth }) {
        const at = new Map<string, string>()
        for (const { id, text } of rows<HeardRow>(heard)) for (const word of wordsIn(text)) at.set(word, id)
        const complaints: string[] = []
        const before = new Map<string, { word: string; id: string }>()
        for (const { word, conversationId, named } of truth.written) {
          const id = at.get(word)
          if (id === undefined) continue
          // Two accounts in one place do not wait for each other.
          const key = `${conversationId} ${named.join()}`
          const last = before.get(key)
          if (last && last.id > id)
            complaints.push(`"${word}" was heard before "${last.word}" in ${conversationId}`)
          before.set(key, { word, id })
        }
        return complaints
      },
    },
  ]
}

/** I18: whoever is on no list is heard nowhere, whatever kind of place it is. */
export const strangersAreNotHeard: PlacesInvariant = {
  rule: 'I18',
  at: 'start',
  check({ rows, truth }) {
    const strange = new Set(truth.written.filter(({ by }) => by === 'mallory').map(({ word }) => word))
    const words = rows<HeardRow>(heard).flatMap(({ text }) => wordsIn(text))
    return words.filter((word) => strange.has(word)).map((word) => `"${word}" of a stranger was heard`)
  },
}

/** I21: our own words start nothing. */
export const ownWordsStartNothing: PlacesInvariant = {
  rule: 'I21',
  at: 'commit',
  check({ rows }) {
    return rows<HeardRow>(heard)
      .filter(({ text }) => /\bsaid\d+q\b/.test(text) || text.startsWith('⚙️'))
      .map(({ id, text }) => `${id} is what we said ourselves: "${text.slice(0, 60)}"`)
  },
}

/** I21: programs among themselves come to an end. */
export const robotsComeToAnEnd: PlacesInvariant = {
  rule: 'I21',
  at: 'rest',
  check({ rows, truth }) {
    const words = new Set(rows<HeardRow>(heard).flatMap(({ text }) => wordsIn(text)))
    const inARow = new Map<string, number>()
    const complaints: string[] = []
    for (const { by, conversationId, word, isCommand } of truth.written) {
      if (by !== 'robot') {
        if (isCommand || words.has(word)) inARow.set(conversationId, 0)
        continue
      }
      if (!words.has(word)) continue
      const count = (inARow.get(conversationId) ?? 0) + 1
      inARow.set(conversationId, count)
      if (count > limits.botTurnsMax * truth.town.accounts.length) {
        complaints.push(`a program was heard ${count} times in a row in ${conversationId}`)
      }
    }
    return complaints
  },
}

/** Accounts that may take it as a message. */
function mayHear(written: Written, { town }: PlacesTruth): string[] {
  if (written.by === 'mallory' || written.isCommand) return []
  return town.accounts.map(({ accountId }) => accountId)
}

/** Accounts to which it is certainly addressed, by somebody whom they hear. */
function mustHear(written: Written, { town }: PlacesTruth): string[] {
  const { by, kind, named, conversationId } = written
  if (by === 'mallory' || by === 'robot' || conversationId === town.channels.foreign) return []
  if (kind !== 'dm') return [...named]
  const members = town.platform.state.conversations.get(conversationId)?.members
  return town.accounts.filter(({ botId }) => members?.has(botId)).map(({ accountId }) => accountId)
}
