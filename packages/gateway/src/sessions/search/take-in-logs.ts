// Takes what was said into the index, a bounded piece of one session's log at a time, each in a transaction of its own
// together with the mark of how far it came: whoever goes on, after a crash or beside another, goes on from there.

import type { SessionId } from '@heddle/contract'
import type { Reader, Store, Tx } from '../../foundation/database/store.ts'
import { selectEventAt } from '../event-store.ts'
import { payloadOf } from '../log.ts'
import type { EventRow } from '../sessions-tables.ts'
import { chooseText } from './choose-text.ts'
import { wordsOf } from './choose-words.ts'
import { kindSign, personSign, sessionSign, teamSign } from './place-signs.ts'
import {
  type Behind,
  chooseTextId,
  markTakenIn,
  putText,
  removeText,
  selectListed,
  selectOneBehind,
  selectOutlineAfter,
  selectText,
  selectTextsFrom,
} from './search-store.ts'

/** Of one transaction: it should be over in a few milliseconds, because everybody else waits for it. */
const entriesAtOnce = 128
const textsAtOnce = 16
const bytesAtOnce = 48 * 1_024
/** To take out what was put in costs more than to put it in. */
const retaggedAtOnce = 4

/** False if there was nothing to take in. */
export async function takeInPiece(store: Pick<Store, 'tx'>, id: SessionId): Promise<boolean> {
  return store.tx(async (t) => {
    const behind = await t.one(selectOneBehind({ id }))
    if (!behind) return false
    const audience = await readAudience(t, behind)
    const seq = await takeInLog(t, behind, audience)
    // What is new first; then what is old and has to learn who may find it.
    const from = seq === behind.search_seq ? await retag(t, behind, audience) : behind.search_from
    await t.run(markTakenIn({ id, seq, from }))
    return true
  })
}

/** Nothing of that entry, or of that reply, is found any more. */
export async function forgetText(t: Tx, sourceId: string): Promise<void> {
  const text = await t.one(selectText({ sourceId }))
  if (text) await removeText(t, text)
}

async function readAudience(r: Reader, { id, visibility }: Behind): Promise<string[]> {
  if (visibility === 'team') return [teamSign]
  return (await r.all(selectListed({ id }))).map(({ person_id: personId }) => personSign(personId))
}

/** Says how far it came. */
async function takeInLog(t: Tx, behind: Behind, audience: readonly string[]): Promise<number> {
  const { id: sessionId } = behind
  let [seq, texts, bytes] = [behind.search_seq, 0, 0]
  for (const entry of await t.all(selectOutlineAfter({ sessionId, after: seq, limit: entriesAtOnce }))) {
    if (takenKinds.has(entry.kind)) {
      if (texts > 0 && (texts >= textsAtOnce || bytes + entry.bytes > bytesAtOnce)) break
      // What completes or changes another entry has its text there.
      const row = await t.one(selectEventAt({ sessionId, seq: entry.target_seq ?? entry.seq }))
      if (row) await takeInRow(t, row, audience)
      texts += 1
      bytes += row?.payload.length ?? 0
    }
    seq = entry.seq
  }
  return seq
}

const takenKinds: ReadonlySet<string> = new Set([
  'message.user',
  'message.edited',
  'message.agent',
  'tool.call',
  'tool.result',
  'reply.posted',
  'reply.edited',
  'reply.deleted',
])

async function takeInRow(t: Tx, row: EventRow, audience: readonly string[]): Promise<void> {
  const found = chooseText(row)
  const sourceId = found?.sourceId ?? sourceOf(row)
  const known = await t.one(selectText({ sourceId }))
  // A reply is told of again when it is edited: the newest of it counts, whichever comes last.
  if (known && known.seq > row.seq) return
  if (known) await removeText(t, known)
  const words = found ? [...wordsOf(found.text)].map(({ word }) => word).join(' ') : ''
  if (!found || words === '') return
  await putText(t, {
    // It keeps its place in time.
    id: known?.id ?? (await chooseTextId(t, found.saidAt)),
    source_id: sourceId,
    session_id: row.session_id,
    seq: row.seq,
    places: [sessionSign(row.session_id), kindSign(found.kind), ...audience].join(' '),
    words,
  })
}

/** What it was about, where nothing is left of it. */
export function sourceOf(row: EventRow): string {
  if (!row.kind.startsWith('reply.')) return row.id
  // The edge: the room that has the replies wrote it.
  const { reply, replyId } = payloadOf(row) as { reply?: { id?: string }; replyId?: string }
  return reply?.id ?? replyId ?? row.id
}

/** Says from which number on it has to go on; 0: all know. */
async function retag(t: Tx, behind: Behind, audience: readonly string[]): Promise<number> {
  const { id: sessionId, search_from: from } = behind
  if (from === 0) return 0
  const texts = await t.all(selectTextsFrom({ sessionId, from, limit: retaggedAtOnce }))
  for (const text of texts) {
    const [session = '', kind = ''] = text.places.split(' ')
    const places = [session, kind, ...audience].join(' ')
    if (places === text.places) continue
    await removeText(t, text)
    await putText(t, { ...text, places })
  }
  const last = texts.at(-1)
  return texts.length < retaggedAtOnce || last === undefined ? 0 : last.id + 1
}
