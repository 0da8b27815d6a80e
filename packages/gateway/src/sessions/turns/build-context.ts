// What a model is told of the past: the newest part of the log that fits its window, in the order in which the agent
// lived it. A message stands where a turn took it, not where it was written; notes and notices are for people. A call
// and its result are never separated. What files take of the window is counted with what was said.

import type { EventId, SessionId } from '@heddle/contract'
import type { ModelMessage, Speaker, ToolCall } from '../../agents/agents.ts'
import type { Reader } from '../../foundation/database/store.ts'
import { selectContextBefore, selectEventById } from '../event-store.ts'
import { attachmentsIn, payloadOf } from '../log.ts'
import type { EventRow } from '../sessions-tables.ts'
import { chooseShownFiles, type FileRoom, type ShownFile, wholeFileRoom } from './choose-shown-files.ts'

export interface ContextInput {
  sessionId: SessionId
  /** Where the running turn began: from there on everything is told, whatever its size. */
  turnStartedSeq: number
  charsMax: number
  /** Whether the model can be shown images. */
  sees: boolean
  /** With one person their messages carry no speaker. */
  hasSeveralPeople: boolean
}

/** Which files a message has and how they are shown; they are read apart. */
export type ContextMessage = ModelMessage & { files?: readonly ShownFile[] }

const pageRows = 200

/** One entry of the log with the messages that it took, if it took some. */
interface Told {
  row: EventRow
  taken: TakenMessage[]
}

interface TakenMessage {
  message: EventRow
  files: ShownFile[]
}

export async function buildContext(r: Reader, input: ContextInput): Promise<ContextMessage[]> {
  const told: ContextMessage[] = []
  for (const { row, taken } of await readBack(r, input)) {
    for (const one of taken) told.push(userMessage(one, input.hasSeveralPeople))
    tellRow(told, row)
  }
  return wholeFromStart(told)
}

/** Oldest first; at least the running turn. A message counts where it was taken, so that what is told fits. */
async function readBack(r: Reader, input: ContextInput): Promise<Told[]> {
  const { sessionId, turnStartedSeq, charsMax, sees } = input
  const found: Told[] = []
  const told = new Set<EventId>()
  let before = Number.MAX_SAFE_INTEGER
  let chars = 0
  let room = wholeFileRoom(charsMax)
  for (;;) {
    const page = await r.all(selectContextBefore({ sessionId, before, limit: pageRows }))
    const messages = new Map(page.filter(isMessage).map((row) => [row.id, row]))
    for (const row of page) {
      if (isMessage(row)) continue
      // What was tried again is told where it was taken last.
      const taken = (await readTaken(r, row, messages)).filter(({ id }) => !told.has(id))
      for (const { id } of taken) told.add(id)
      chars += [row, ...taken].reduce((sum, { payload }) => sum + payload.length, 0)
      if (chars > charsMax && row.seq < turnStartedSeq) return found.reverse()
      const shown = showTaken(taken, sees, { ...room, chars: Math.min(room.chars, charsMax - chars) })
      chars += shown.chars
      room = { ...shown.left, chars: room.chars - shown.chars }
      found.push({ row, taken: shown.messages })
    }
    const last = page.at(-1)
    if (page.length < pageRows || last === undefined) return found.reverse()
    before = last.seq
  }
}

function isMessage(row: EventRow): boolean {
  return row.kind === 'message.user'
}

/** Most stand on the page that was read; one that waited long may be older than it. */
async function readTaken(
  r: Reader,
  row: EventRow,
  known: ReadonlyMap<EventId, EventRow>,
): Promise<EventRow[]> {
  if (row.kind !== 'turn.started' && row.kind !== 'message.taken') return []
  const messages: EventRow[] = []
  // The edge: this room wrote the ids of messages there.
  for (const id of (payloadOf(row)['messages'] ?? []) as EventId[]) {
    const message = known.get(id) ?? (await r.one(selectEventById({ id })))
    if (message) messages.push(message)
  }
  return messages
}

/** The newest first: they get what room there is. Files that find none cost their message nothing but themselves. */
function showTaken(taken: readonly EventRow[], sees: boolean, room: FileRoom) {
  let left = room
  const messages = taken
    .toReversed()
    .map((message): TakenMessage => {
      const chosen = chooseShownFiles(attachmentsIn(message), sees, left)
      left = chosen.left
      return { message, files: chosen.shown }
    })
    .toReversed()
  return { messages, left, chars: room.chars - left.chars }
}

const gone = '[redacted]'

function userMessage({ message: row, files }: TakenMessage, withSpeaker: boolean): ContextMessage {
  const payload = payloadOf(row)
  const handle = payload['handle']
  const speaker: Speaker = {
    name: row.actor_name,
    handle: typeof handle === 'string' ? handle : null,
    place: String(payload['channel'] ?? ''),
  }
  const text = row.redacted_at === null ? String(payload['text'] ?? '') : gone
  return { role: 'user', speaker: withSpeaker ? speaker : null, text, ...(files.length > 0 && { files }) }
}

function tellRow(told: ModelMessage[], row: EventRow): void {
  const payload = payloadOf(row)
  const isGone = row.redacted_at !== null
  if (row.kind === 'message.agent') {
    // Not what streams right now, or was dropped for another attempt.
    const text = isGone ? gone : String(payload['text'] ?? '')
    if (text === '' || payload['state'] === 'streaming' || payload['state'] === 'dropped') return
    told.push({ role: 'assistant', text, reasoning: '', toolCalls: [] })
  }
  if (row.kind === 'tool.call') {
    const call: ToolCall = {
      id: String(payload['callId']),
      name: String(payload['name']),
      arguments: isGone ? '{}' : String(payload['arguments']),
    }
    addCall(told, call)
  }
  if (row.kind === 'tool.result') {
    told.push({
      role: 'tool',
      callId: String(payload['callId']),
      name: String(payload['name'] ?? ''),
      output: isGone ? gone : String(payload['output']),
      isError: payload['isError'] === true,
    })
  }
}

/** Calls of one answer belong to one message. */
function addCall(told: ModelMessage[], call: ToolCall): void {
  const last = told.at(-1)
  if (last?.role === 'assistant') {
    told[told.length - 1] = { ...last, toolCalls: [...last.toolCalls, call] }
  } else {
    told.push({ role: 'assistant', text: '', reasoning: '', toolCalls: [call] })
  }
}

/** Begins with somebody speaking: what stood before the window may have been half of a call. */
function wholeFromStart(told: ContextMessage[]): ContextMessage[] {
  const first = told.findIndex((message) => message.role === 'user')
  return first <= 0 ? told : told.slice(first)
}
