// Finds what was said by its words. The index gives candidates that the asker may see; each is then read where it
// stands, and what is no longer there, or no longer says it, is no hit.

import type { PersonId, SearchKind, SessionId } from '@heddle/contract'
import { decodeCursor, encodeCursor } from '../../foundation/database/cursor.ts'
import type { Reader } from '../../foundation/database/store.ts'
import { refused } from '@heddle/contract'
import type { Actor, Page } from '../../people/people.ts'
import { selectEventAt } from '../event-store.ts'
import { loadFor } from '../session.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { chooseExcerpt } from './choose-excerpt.ts'
import { type AskedPart, chooseParts, findParts } from './choose-query.ts'
import { chooseText } from './choose-text.ts'
import { kindSign, personSign, sessionSign, teamSign } from './place-signs.ts'
import type { SearchHit, SearchInput } from './search.ts'
import { type Candidate, selectBehindOf, selectMatching, selectNextTerm } from './search-store.ts'
import { takeInPiece } from './take-in-logs.ts'

export type FindDeps = Pick<RoomDeps, 'store' | 'people' | 'log'>

/** Before a look: so many pieces of logs are taken in, of so many sessions. */
const piecesAtOnce = 8
const behindLookedAt = 200
/** A beginning of so many different words is asked for by these words; of more, by the beginning itself. */
const endingsMax = 32
/** How often more candidates are fetched when some turn out to be none. */
const roundsMax = 4

export async function findTexts(deps: FindDeps, actor: Actor, input: SearchInput): Promise<Page<SearchHit>> {
  const { store, people } = deps
  people.demand(actor, 'search.read', { kind: 'place' })
  // The gate lets nobody else through.
  if (actor.kind !== 'person') throw refused('not_allowed')
  const { personId } = actor
  const sessionId = await store.read(async (r) =>
    input.session === undefined
      ? undefined
      : (await loadFor(r, people, actor, input.session, 'session.read')).id,
  )
  const before = readCursor(input.cursor)
  if (input.cursor === undefined) await catchUp(deps, personId, sessionId)
  const parts = chooseParts(input.q)
  if (parts.length === 0 || input.kinds?.length === 0) return { items: [] }
  return store.read(async (r) => {
    const match = await writeMatch(r, parts, { personId, sessionId, kinds: input.kinds })
    return readHits(r, { match, personId, parts, before, limit: input.limit })
  })
}

/** What was just said should be found, but nobody waits for a whole past to be taken in. */
async function catchUp(
  { store, log }: FindDeps,
  personId: PersonId,
  sessionId: SessionId | undefined,
): Promise<void> {
  try {
    let left = piecesAtOnce
    const behind = sessionId
      ? [{ id: sessionId }]
      : await store.read((r) => selectBehindOf(r, personId, { among: behindLookedAt, limit: piecesAtOnce }))
    for (const { id } of behind) while (left-- > 0 && (await takeInPiece(store, id)));
  } catch (error) {
    log.warn('what was just said could not be taken into the search', { error })
  }
}

interface Where {
  personId: PersonId
  sessionId: SessionId | undefined
  kinds: readonly SearchKind[] | undefined
}

/** In the language of the index. Each word is quoted, and has nothing but letters and digits. */
async function writeMatch(r: Reader, parts: readonly AskedPart[], where: Where): Promise<string> {
  const { personId, sessionId, kinds } = where
  const seen = `"${teamSign}" OR "${personSign(personId)}"`
  const terms = [sessionId === undefined ? `places : (${seen})` : `places : "${sessionSign(sessionId)}"`]
  if (kinds) terms.push(`places : (${kinds.map((kind) => `"${kindSign(kind)}"`).join(' OR ')})`)
  for (const part of parts) terms.push(`words : ${await writePart(r, part)}`)
  return terms.join(' AND ')
}

async function writePart(r: Reader, { words, isBeginning }: AskedPart): Promise<string> {
  const phrase = words.join(' ')
  if (!isBeginning) return `"${phrase}"`
  if (words.length > 1) return `"${phrase}" *`
  const endings = await readEndings(r, phrase)
  return endings ? `(${endings.map((word) => `"${word}"`).join(' OR ')})` : `"${phrase}" *`
}

/**
 * The words that begin so, if they are few. For a beginning the index first collects everything that it could mean,
 * for words it gives the newest at once: with a word that everybody uses that is the difference.
 */
async function readEndings(r: Reader, beginning: string): Promise<string[] | undefined> {
  const words: string[] = []
  const below = `${beginning}\u{10ffff}`
  for (let from = beginning; words.length <= endingsMax; from = `${words.at(-1)}\u0001`) {
    const next = await selectNextTerm(r, from, below)
    // None at all: the index shall say so.
    if (!next) return words.length === 0 ? [beginning] : words
    words.push(next.term)
  }
  return undefined
}

interface Asked {
  match: string
  personId: PersonId
  parts: readonly AskedPart[]
  before: number
  limit: number
}

async function readHits(r: Reader, asked: Asked): Promise<Page<SearchHit>> {
  const { match, personId, parts, limit } = asked
  const items: { id: number; hit: SearchHit }[] = []
  let { before } = asked
  for (let round = 0; round < roundsMax; round++) {
    const most = limit + 1 - items.length
    const candidates = await selectMatching(r, { match, personId, before, limit: most })
    for (const candidate of candidates) {
      const hit = await readHit(r, candidate, parts)
      if (hit) items.push({ id: candidate.id, hit })
    }
    if (candidates.length < most) return pageOf(items, limit)
    before = candidates.at(-1)?.id ?? before
    if (items.length > limit) return pageOf(items, limit)
  }
  return { items: items.slice(0, limit).map(({ hit }) => hit), next: writeCursor(before) }
}

function pageOf(items: readonly { id: number; hit: SearchHit }[], limit: number): Page<SearchHit> {
  const page = items.slice(0, limit)
  const last = page.at(-1)
  const hits = page.map(({ hit }) => hit)
  return items.length > limit && last ? { items: hits, next: writeCursor(last.id) } : { items: hits }
}

async function readHit(
  r: Reader,
  { session_id: sessionId, seq, source_id: sourceId, title }: Candidate,
  parts: readonly AskedPart[],
): Promise<SearchHit | undefined> {
  const row = await r.one(selectEventAt({ sessionId, seq }))
  const found = row && chooseText(row)
  if (!row || found?.sourceId !== sourceId) return undefined
  const places = findParts(found.text, parts)
  if (!places) return undefined
  const { thread } = found
  return {
    kind: found.kind,
    sessionId,
    sessionTitle: title,
    eventId: thread?.anchorEventId ?? row.id,
    ...(thread && { threadId: thread.threadId, replyId: thread.replyId }),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    createdAt: found.saidAt,
    excerpt: chooseExcerpt(found.text, places, found.kind === 'tool' ? 'output' : 'prose'),
  }
}

const list = 'search'

function writeCursor(id: number): string {
  return encodeCursor(list, String(id))
}

function readCursor(cursor: string | undefined): number {
  const key = decodeCursor(list, cursor)
  if (key === undefined) return Number.MAX_SAFE_INTEGER
  if (!/^\d{1,16}$/.test(key) || !Number.isSafeInteger(Number(key))) throw refused('bad_cursor')
  return Number(key)
}
