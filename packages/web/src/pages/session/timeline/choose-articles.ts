// The rows of the log as articles of the page: a tool's call and its result are one, a text that went nowhere is none,
// and what has no form here is shown folded. Pure.

import type { EventJson } from '@heddle/contract'
import { heardIn, pairRuns } from '../subagents/pair-runs.ts'
import { carriesFiles, isToolCall, isToolResult, readText, textIn } from './read-payload.ts'

export type ArticleKind =
  | 'person'
  /** What another agent said here: a task, or a word on the way. */
  | 'told'
  | 'agent'
  | 'reasoning'
  | 'tool'
  | 'approval'
  | 'spawned'
  | 'finished'
  | 'compaction'
  /** A place that came to belong to a session, or no longer does. */
  | 'binding'
  | 'turn'
  | 'failure'
  | 'notice'
  | 'redacted'
  | 'unknown'

export interface Article {
  kind: ArticleKind
  event: EventJson
  /**
   * Of a tool: its result. Of an approval: its decision. Of a text or a turn's end: the beginning of its turn. Of a
   * sub-agent's beginning: its end, and the other way round.
   */
  other?: EventJson | undefined
  /** Of a tool whose call somebody was asked about. */
  asked?: { decided: EventJson | undefined }
  /** Of a turn's beginning: how many sub-agents it heard from. */
  heard?: number
  /** Its turn has ended: what has no answer by now gets none. */
  isOver?: true
}

export function chooseArticles(rows: readonly EventJson[]): Article[] {
  const found = pairUp(rows)
  return rows.flatMap((event): Article[] => {
    if (event.redacted) return [{ kind: 'redacted', event }]
    switch (event.kind) {
      case 'message.user':
        return [{ kind: event.actor.kind === 'agent' ? 'told' : 'person', event }]
      case 'message.agent':
      case 'reasoning':
        return textArticle(event, found.begun.get(event.turnId ?? ''))
      case 'tool.call':
        return found.runs.faces.has(event.eventId) ? [] : [toolArticle(event, found)]
      case 'tool.result':
        // Its call stands on a page that is not loaded.
        return found.calls.has(callKey(event)) ? [] : [{ kind: 'tool', event, other: event }]
      case 'subagent.spawned':
        return [{ kind: 'spawned', event, other: found.runs.ends.get(event.eventId) }]
      case 'subagent.finished':
        return [{ kind: 'finished', event, other: found.runs.begins.get(event.causedBy ?? '') }]
      case 'approval.asked':
        return [
          { kind: 'approval', event, other: found.decisions.get(callKey(event)), ...over(event, found) },
        ]
      case 'approval.decided':
        return found.asked.has(callKey(event)) ? [] : [{ kind: 'unknown', event }]
      case 'turn.started':
        return [{ kind: 'turn', event, heard: heardIn(event, found.runs) }]
      case 'turn.finished':
        return [{ kind: 'turn', event, other: found.begun.get(event.turnId ?? '') }]
      case 'turn.failed':
        return [{ kind: 'failure', event }]
      case 'binding.made':
      case 'binding.ended':
        return [{ kind: 'binding', event }]
      case 'notice':
      case 'compaction':
        return [{ kind: event.kind, event }]
      default:
        return [{ kind: 'unknown', event }]
    }
  })
}

type Found = ReturnType<typeof pairUp>

function pairUp(rows: readonly EventJson[]) {
  const results = new Map<string, EventJson>()
  const calls = new Set<string>()
  const decisions = new Map<string, EventJson>()
  const asked = new Set<string>()
  const begun = new Map<string, EventJson>()
  const over = new Set<string>()
  for (const row of rows) {
    if (isToolResult(row)) results.set(callKey(row), row)
    else if (isToolCall(row)) calls.add(callKey(row))
    else if (row.kind === 'approval.asked') asked.add(callKey(row))
    else if (row.kind === 'approval.decided') decisions.set(callKey(row), row)
    else if (row.kind === 'turn.started' && row.turnId !== undefined) begun.set(row.turnId, row)
    else if (row.kind === 'turn.finished' || row.kind === 'turn.failed') over.add(row.turnId ?? '')
  }
  return { results, calls, decisions, asked, begun, over, runs: pairRuns(rows) }
}

function toolArticle(event: EventJson, found: Found): Article {
  const key = callKey(event)
  const asked = found.asked.has(key) ? { asked: { decided: found.decisions.get(key) } } : {}
  return { kind: 'tool', event, other: found.results.get(key), ...asked, ...over(event, found) }
}

function over({ turnId }: EventJson, found: Found): { isOver?: true } {
  return found.over.has(turnId ?? '') ? { isOver: true } : {}
}

/** Models number their calls as they like, so a call's id is its own only within its turn. */
function callKey(event: EventJson): string {
  return `${event.turnId ?? ''} ${textIn(event, 'callId')}`
}

function textArticle(event: EventJson, begun: EventJson | undefined): Article[] {
  const { state } = readText(event)
  if (state === 'dropped') return []
  if (state !== 'streaming' && textIn(event).trim() === '' && !carriesFiles(event)) return []
  return [{ kind: event.kind === 'reasoning' ? 'reasoning' : 'agent', event, other: begun }]
}
