// What is on record of a session that has ended, for what goes on in its place.

import type { SessionId } from '@heddle/contract'
import { cutMiddle } from '../agents/tools/fit-output.ts'
import type { Reader } from '../foundation/database/store.ts'
import { selectNewestRows } from './event-store.ts'
import { payloadOf } from './log.ts'
import { selectSession } from './session-store.ts'
import type { PastOfSession } from './sessions.ts'
import { selectRunOfSession } from './subagents/run-store.ts'
import { readAnnouncement } from './subagents/tell-at-root.ts'

const messageCharsMax = 1_000
/** Of many rows few are messages; so far back it is looked for them. */
const rowsPerMessage = 10

/** Age alone never means over, and a persistent one that merely rests is not (REV2). */
export async function isOver(r: Reader, id: SessionId): Promise<boolean> {
  const session = await r.one(selectSession({ id }))
  if (!session || session.turn_id !== null || session.queued > 0) return false
  if (session.state === 'archived') return true
  const run = await r.one(selectRunOfSession({ sessionId: id }))
  return run?.mode === 'run' && run.ended_at !== null && run.is_over === 1
}

export async function readPastOf(
  r: Reader,
  id: SessionId,
  most: { messages: number; chars: number },
): Promise<PastOfSession> {
  const session = await r.one(selectSession({ id }))
  if (!session) throw new Error(`there is no session ${id}`)
  const run = await r.one(selectRunOfSession({ sessionId: id }))
  const told = run && (await readAnnouncement(r, run))
  const rows = await r.all(selectNewestRows({ sessionId: id, limit: most.messages * rowsPerMessage }))
  const said: PastOfSession['said'] = []
  let chars = 0
  let hasMore = false
  for (const row of rows) {
    if (row.kind !== 'message.user' && row.kind !== 'message.agent') continue
    if (row.redacted_at !== null) continue
    const text = cutMiddle(String(payloadOf(row)['text'] ?? '').trim(), messageCharsMax)
    if (text === '') continue
    chars += text.length
    if (said.length >= most.messages || chars > most.chars) {
      hasMore = true
      break
    }
    said.push({ by: row.actor_name, at: row.created_at, text })
  }
  return {
    agentId: session.agent_id,
    label: run?.label ?? null,
    title: session.title,
    task: run?.task ?? '',
    result: told?.result ?? null,
    said: said.reverse(),
    hasMore,
    isForeign: session.is_tainted === 1,
  }
}
