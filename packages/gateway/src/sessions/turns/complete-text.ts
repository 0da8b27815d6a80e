// Puts a finished text on record: as one event if it was never begun, otherwise by completing what was.

import type { EventActor, EventId, TextState, ThreadId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import { completeText as completeRow, selectThreadOfTurn } from '../event-store.ts'
import { attachmentOf } from '../files/attach-files.ts'
import { moveToAnswer } from '../files/call-files.ts'
import type { StoredFile } from '../files/files.ts'
import { append, type LogDeps } from '../log.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { TurnRow } from '../sessions-tables.ts'
import { begunRow } from './stream-text.ts'
import { deleteDraft } from './turn-store.ts'

export interface FinishedText {
  kind: 'message.agent' | 'reasoning'
  actor: EventActor
  text: string
  state: Exclude<TextState, 'streaming'>
  step: number
  attempt: number
  model: string
  /** The model that was to answer. */
  insteadOf?: string | undefined
  isDemo: boolean
  /** Where it was begun; undefined if nobody has seen anything of it. */
  begunSeq: number | undefined
  /** What waited for the turn's answer, and stands with it from here on. */
  files?: readonly StoredFile[]
  /** The last that the turn says, as far as anybody knows then. */
  isAnswer?: boolean
}

/** An empty text that nobody has seen, and that carries nothing, leaves nothing behind. */
export async function completeText(
  deps: LogDeps & Pick<RoomDeps, 'facts'>,
  t: Tx,
  turn: TurnRow,
  text: FinishedText,
): Promise<void> {
  const { kind, actor, step, attempt, model, isDemo, insteadOf, files = [] } = text
  const state = text.text === '' && files.length === 0 ? 'dropped' : text.state
  const place = { sessionId: turn.session_id, turnId: turn.id }
  const payload = {
    text: text.text,
    state,
    step,
    attempt,
    model,
    isDemo,
    ...(insteadOf !== undefined && { insteadOf }),
    ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
    ...(text.isAnswer === true && state !== 'dropped' && (await readThread(t, turn))),
  }
  if (text.begunSeq === undefined) {
    if (state === 'dropped') return
    const [whole] = await append(deps, t, turn.session_id, [{ kind, actor, payload, turnId: turn.id }])
    if (!whole) return
    if (files.length > 0) await moveToAnswer(t, place, whole.eventId, files)
    return tellNames(deps, t, turn, text, whole.eventId)
  }
  const begun = await begunRow(t, turn, text.begunSeq)
  const written = begun.redacted_at === null ? JSON.stringify(payload) : begun.payload
  const target = { ...begun, payload: written }
  const [event] = await append(deps, t, turn.session_id, [
    { kind, actor, payload: {}, turnId: turn.id, isRow: false, target },
  ])
  if (!event) throw new Error('a text was not completed')
  await t.run(
    completeRow({
      sessionId: turn.session_id,
      seq: begun.seq,
      completedSeq: event.seq,
      payload: written,
      isRow: state === 'dropped' ? 0 : 1,
    }),
  )
  await t.run(deleteDraft({ eventId: begun.id }))
  if (files.length > 0) await moveToAnswer(t, place, begun.id, files)
  if (state !== 'dropped') return tellNames(deps, t, turn, text, begun.id)
  // It stood on the timeline while it was written.
  await deps.facts.tell(t, 'text_dropped', { sessionId: turn.session_id, eventId: begun.id })
}

/** What was asked from a discussion is answered with its name, so that whoever reads there finds the answer (THR6). */
async function readThread(t: Tx, turn: TurnRow): Promise<{ threadId?: ThreadId }> {
  const { session_id, started_seq } = turn
  const handed = await t.one(selectThreadOfTurn({ session_id, started_seq }))
  return handed === undefined ? {} : { threadId: handed.thread_id }
}

/** Whom it names is found out elsewhere, later: this is on the way of every answer. */
async function tellNames(
  deps: Pick<RoomDeps, 'facts'>,
  t: Tx,
  turn: TurnRow,
  { kind, text }: FinishedText,
  eventId: EventId,
): Promise<void> {
  if (kind !== 'message.agent' || !text.includes('@')) return
  await deps.facts.tell(t, 'names_written', { sessionId: turn.session_id, eventId })
}
