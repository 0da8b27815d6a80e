// The rows of the log as articles of the page: a tool's call and its result are one, a text that went nowhere is none,
// and what has no form here is shown folded. Pure.

import type { EventJson, QueuedJson } from '@heddle/contract'
import type { LiveText, SessionView } from '../../live/session-view.ts'
import { isToolCall, isToolResult, readText, textIn } from './read-payload.ts'

export interface Article {
  kind: 'person' | 'agent' | 'reasoning' | 'tool' | 'turn' | 'failure' | 'notice' | 'redacted' | 'unknown'
  event: EventJson
  /** Of a tool: its result. Of a text or a turn's end: the beginning of its turn. */
  other?: EventJson | undefined
  live?: LiveText | undefined
  isWaiting?: boolean
}

export function chooseArticles(view: Pick<SessionView, 'rows' | 'texts' | 'queue'>): Article[] {
  const results = new Map<string, EventJson>()
  const calls = new Set<string>()
  const begun = new Map<string, EventJson>()
  for (const row of view.rows) {
    if (isToolResult(row)) results.set(row.payload.callId, row)
    if (isToolCall(row)) calls.add(row.payload.callId)
    if (row.kind === 'turn.started' && row.turnId !== undefined) begun.set(row.turnId, row)
  }
  const waiting = new Set(view.queue.map((item: QueuedJson) => item.messageId))
  return view.rows.flatMap((event): Article[] => {
    if (event.redacted) return [{ kind: 'redacted', event }]
    switch (event.kind) {
      case 'message.user':
        return [{ kind: 'person', event, isWaiting: waiting.has(event.eventId) }]
      case 'message.agent':
      case 'reasoning':
        return textArticle(event, view.texts.get(event.eventId), begun.get(event.turnId ?? ''))
      case 'tool.call':
        return [
          { kind: 'tool', event, other: isToolCall(event) ? results.get(event.payload.callId) : undefined },
        ]
      case 'tool.result':
        // Its call stands on a page that is not loaded.
        return isToolResult(event) && calls.has(event.payload.callId)
          ? []
          : [{ kind: 'tool', event, other: event }]
      case 'turn.started':
        return [{ kind: 'turn', event }]
      case 'turn.finished':
        return [{ kind: 'turn', event, other: begun.get(event.turnId ?? '') }]
      case 'turn.failed':
        return [{ kind: 'failure', event }]
      case 'notice':
        return [{ kind: 'notice', event }]
      default:
        return [{ kind: 'unknown', event }]
    }
  })
}

function textArticle(event: EventJson, live: LiveText | undefined, begun: EventJson | undefined): Article[] {
  const { state } = readText(event)
  if (state === 'dropped') return []
  if (state !== 'streaming' && textIn(event).trim() === '') return []
  return [{ kind: event.kind === 'reasoning' ? 'reasoning' : 'agent', event, live, other: begun }]
}
