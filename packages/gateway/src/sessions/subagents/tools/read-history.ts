// The newest rows of a session as a model reads them: bounded, without what looks like a credential, and marked as foreign
// where somebody outside had a part in them.

import { type EventId, limits, type SessionId } from '@heddle/contract'
import { cutMiddle } from '../../../agents/tools/fit-output.ts'
import type { ToolOutcome } from '../../../agents/tools.ts'
import { hideCredentials } from '../../../foundation/logging/redact.ts'
import { selectNewestRows } from '../../event-store.ts'
import { payloadOf } from '../../log.ts'
import { selectSession } from '../../session-store.ts'
import { writeTime } from '../../usage/calendar-day.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import type { EventRow } from '../../sessions-tables.ts'
import { tell } from './tool-caller.ts'

/** Of one row. */
const rowCharsMax = 4_000

export async function readHistory(
  deps: Pick<RoomDeps, 'store'>,
  sessionId: SessionId,
  { limit, withTools }: { limit: number; withTools: boolean },
): Promise<ToolOutcome> {
  return deps.store.read(async (r) => {
    const session = await r.one(selectSession({ id: sessionId }))
    // Of many rows few may be told; so far back it is looked for them.
    const rows = await r.all(selectNewestRows({ sessionId, limit: limit * 10 }))
    const told: object[] = []
    const quotes: EventId[] = []
    let chars = 0
    for (const row of rows) {
      const line = tellRow(row, withTools)
      if (line === undefined) continue
      chars += JSON.stringify(line).length
      if (told.length >= limit || chars > limits.historyCharsMax) break
      told.push(line)
      if (row.redacted_at === null) quotes.push(row.root_id ?? row.id)
    }
    const outcome = tell({ sessionId, state: session?.state ?? 'gone', rows: told.reverse() })
    return { ...outcome, isUntrusted: session?.is_tainted === 1, quotes }
  })
}

function tellRow(row: EventRow, withTools: boolean): object | undefined {
  const at = writeTime(row.created_at)
  const base = { at, by: row.actor_name }
  if (row.redacted_at !== null) return { ...base, kind: row.kind, redacted: true }
  const payload = payloadOf(row)
  const fit = (value: unknown) => cutMiddle(hideCredentials(String(value ?? '')), rowCharsMax)
  switch (row.kind) {
    case 'message.user':
    case 'message.agent':
      return payload['state'] === 'streaming' ? undefined : { ...base, said: fit(payload['text']) }
    case 'tool.call':
      return withTools ? { ...base, calls: payload['name'], arguments: fit(payload['arguments']) } : undefined
    case 'tool.result':
      return withTools ? { ...base, result: fit(payload['output']), isError: payload['isError'] } : undefined
    case 'subagent.spawned':
      return { ...base, spawned: payload['runId'], label: payload['label'], task: fit(payload['task']) }
    case 'subagent.finished':
      return { ...base, ended: payload['runId'], status: payload['status'], result: fit(payload['result']) }
    case 'turn.failed':
      return { ...base, failed: fit(payload['message']) }
    default:
      return undefined
  }
}
