// Looks for messages of ours that may have been sent: forward from what is known to stand before them. A message is ours
// by who wrote it, our bot or a webhook of ours, and the one that is meant by its name and text (DLV3).

import type { LookFor } from '../channel.ts'
import type { DiscordMessage } from './message-words.ts'
import { escapeMarks } from './outbound-files.ts'
import type { OwnAccount } from './own-account.ts'
import { askIfReadable, readMessages, unreadable } from './read-messages.ts'
import type { DiscordRest } from './rest-words.ts'
import { compareIds, idBefore } from './snowflake-time.ts'

export interface SaidQuestion {
  channelId: string
  /** How it would look, by each voice that may have said it. */
  looks: readonly Look[]
  /** What it would carry. */
  files?: LookFor['attachments']
  nonce: string
  /** Nothing before it can be meant. */
  after: string | null
  startedAt: number
  signal: AbortSignal
}

export type Look = { voice: 'own'; text: string } | { voice: 'webhook'; username: string; text: string }

export type SaidAnswer =
  /** The oldest first. */
  | { kind: 'found'; ids: readonly string[] }
  | { kind: 'absent' }
  | { kind: 'unreadable'; detail: string; retryAfterMs?: number }

export interface FindSaidDeps {
  rest: DiscordRest
  own: OwnAccount
  isOwnWebhook(webhookId: string): boolean
}

/** Two clocks need not agree, and ours may be wrong by a time zone. */
const clocksApartMs = 24 * 3_600_000
/** By so much they mostly differ at most. */
const clocksMostlyApartMs = 5 * 60_000
const pagesMax = 20

export async function findSaid(deps: FindSaidDeps, question: SaidQuestion): Promise<SaidAnswer> {
  const own = await deps.own.userId(question.signal)
  if (own.kind === 'trouble') return unreadable(own.reply)
  const begin = beginOf(question)
  const read = await readFrom(deps, question, own.id, begin)
  if (read !== 'too_much') return read
  // Among the newest it may be found; that it is not there would follow from our own clock alone.
  const near = idBefore(question.startedAt - clocksMostlyApartMs)
  const found = compareIds(near, begin) > 0 ? await readFrom(deps, question, own.id, near) : read
  return found === 'too_much' || found.kind === 'absent' ? tooMuch : found
}

async function readFrom(
  deps: FindSaidDeps,
  question: SaidQuestion,
  ownId: string,
  begin: string,
): Promise<SaidAnswer | 'too_much'> {
  const { channelId, signal } = question
  const found: string[] = []
  let after = begin
  let isEmpty = true
  let isWhole = true
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await readMessages(deps.rest, { channelId, after, signal })
    if (page.kind === 'unreadable') return page
    // A channel that is no more has nothing in it.
    if (page.kind === 'gone') return { kind: 'absent' }
    const meant = page.messages.filter((message) => isMeant(deps, ownId, question, message))
    found.push(...meant.map(({ id }) => id))
    isEmpty &&= page.messages.length === 0
    isWhole &&= page.isWhole
    const newest = page.messages.at(-1)
    if (!page.hasMore || newest === undefined) {
      const closed = isEmpty ? await askIfReadable(deps.rest, channelId, signal) : undefined
      if (closed === undefined && found.length === 0 && !isWhole) return notUnderstood
      return closed ?? told(found)
    }
    after = newest.id
  }
  // Whoever has found it need not read on.
  return found.length > 0 ? told(found) : 'too_much'
}

const tooMuch: SaidAnswer = { kind: 'unreadable', detail: 'too much was written there since' }

/** It may be the one that is looked for. */
const notUnderstood: SaidAnswer = { kind: 'unreadable', detail: 'something there could not be understood' }

function told(ids: readonly string[]): SaidAnswer {
  return ids.length === 0 ? { kind: 'absent' } : { kind: 'found', ids }
}

/** By our own clock only where nothing else is known. */
function beginOf({ after, startedAt }: SaidQuestion): string {
  return after ?? idBefore(startedAt - clocksApartMs)
}

function isMeant(
  { isOwnWebhook }: FindSaidDeps,
  ownId: string,
  { looks, files = [], nonce }: SaidQuestion,
  message: DiscordMessage,
): boolean {
  const { author, webhook_id: webhookId, content } = message
  if (message.nonce != null) return author.id === ownId && String(message.nonce) === nonce
  const text = normalised(content ?? '')
  const carried = judgeFiles(files, message)
  return looks.some((look) => {
    const wanted = normalised(look.text)
    // Of what was to carry files alone, and got none through, their names are the text.
    const isSaid =
      wanted === '' ? carried === 'named' || (text === '' && carried === 'same') : wanted === text
    if (!isSaid || carried === 'other') return false
    if (look.voice === 'own') return author.id === ownId
    return webhookId != null && isOwnWebhook(webhookId) && author.username === look.username
  })
}

/**
 * By their sizes: Discord gives them other names. `named`: none went through, and lines say so. `none`: it has none,
 * whatever it was to have.
 */
function judgeFiles(
  files: NonNullable<SaidQuestion['files']>,
  { attachments, content }: DiscordMessage,
): 'same' | 'named' | 'none' | 'other' {
  const there = attachments ?? []
  // What cannot be read any more may have gone along, or not.
  const known = files.filter(({ bytes }) => bytes > 0)
  if (there.length > 0) {
    const isSame = there.every(({ size }) => known.some(({ bytes }) => bytes === size))
    return isSame && there.length <= files.length ? 'same' : 'other'
  }
  if (files.length === 0) return 'same'
  return known.every(({ name }) => content?.includes(`📎 ${escapeMarks(name)}`)) ? 'named' : 'none'
}

/** Discord takes white space off both ends. */
function normalised(text: string): string {
  return text.replaceAll('\r\n', '\n').trim()
}
