// Holds the effects of tool calls against their results, and approvals against what people were told.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inspection } from './inspect-database.ts'
import { plannedCalls, type ToolLedger } from './tool-ledger.ts'
import { editedFile, effectsFile, type PlannedCall, writtenFile } from './tool-plan.ts'

/** Which calls of an agent need a word, by the name of the tool. */
export type AskedTools = Readonly<Record<string, readonly string[]>>

interface CallState {
  name: string
  turn_ended: number
  results: number
  result: string | null
  approval: string | null
  used_at: number | null
  /** Words for the whole session about this tool. */
  grants: number
  /** Of them, those that cover the very thing that this call was asked about, given before it needed no word any more. */
  covering: number
}

const notMade = 'The turn ended before this call was made.'

export function checkCalls(
  database: Inspection,
  ledger: ToolLedger,
  workspace: (agentId: string) => string,
  askedTools: AskedTools,
): string[] {
  return ledger.sessions.flatMap(({ id: sessionId, agentId }) => {
    const folder = workspace(agentId)
    const effects = read(join(folder, effectsFile))
    return plannedCalls(ledger, sessionId).flatMap((planned) => {
      const calls = database.rows<CallState>(selectCall, sessionId, planned.id)
      const [call] = calls
      const made = countEffects(folder, effects, planned)
      const breaches =
        call === undefined || calls.length > 1
          ? [...notOne(calls.length), ...(made === 0 ? [] : ['left an effect without a record'])]
          : checkCall(call, made, planned, askedTools[agentId]?.includes(call.name) ?? false)
      return breaches.map((text) => `${sessionId}: ${planned.kind} ${planned.id} ${text}`)
    })
  })
}

const selectCall = `
  select c.payload ->> '$.name' as name, t.ended_at is not null as turn_ended,
    (select count(*) from session_events r where r.caused_by = c.id and r.kind = 'tool.result') as results,
    (select r.payload from session_events r where r.caused_by = c.id and r.kind = 'tool.result') as result,
    a.state as approval, a.used_at,
    (select count(*) from approval_grants g join approvals x on x.id = g.approval_id
      where g.session_id = c.session_id and x.tool = c.payload ->> '$.name') as grants,
    (select count(*) from approval_grants g where g.session_id = c.session_id and g.key = a.scope_key
      and g.turn_id in ('', c.turn_id) and g.created_at <= a.decided_at) as covering
  from session_events c join turns t on t.id = c.turn_id
  left join approvals a on a.call_event_id = c.id
  where c.session_id = ? and c.kind = 'tool.call' and c.payload ->> '$.callId' = ?`

function notOne(times: number): string[] {
  return times > 1 ? [`is on record ${times} times`] : []
}

function countEffects(folder: string, effects: string, { id, kind }: PlannedCall): number {
  const lines = (text: string) => text.split('\n').filter((line) => line === id).length
  switch (kind) {
    case 'write':
      return lines(read(join(folder, writtenFile(id))))
    case 'edit':
      return lines(read(join(folder, editedFile(id))))
    case 'read':
      return 0
    default:
      return lines(effects)
  }
}

function checkCall(call: CallState, made: number, { kind }: PlannedCall, needsWord: boolean): string[] {
  const breaches: string[] = []
  if (made > 1) breaches.push(`was made ${made} times`)
  if (call.results > 1 || (call.turn_ended === 1 && call.results === 0)) {
    breaches.push(`has ${call.results} results`)
  }
  const result = (call.result === null ? {} : JSON.parse(call.result)) as Record<string, unknown>
  const isDone = call.result !== null && result['isError'] === false
  const output = String(result['output'] ?? '')
  if (isDone && made === 0 && kind !== 'read' && kind !== 'background') {
    breaches.push(`says that it was done, and nothing was: ${output}`)
  }
  if (output.includes('failed unexpectedly')) breaches.push(output)
  if (made > 0 && output === notMade) breaches.push('was made, and is said not to have been')
  if (needsWord && (made > 0 || isDone) && !isAllowed(call)) {
    breaches.push(`[I47] was made, and the word is ${call.approval}`)
  }
  return breaches
}

function isAllowed({ approval, used_at, grants, covering }: CallState): boolean {
  if (approval === null) return grants > 0
  // Somebody's word on another call was for the whole session: what waited for the same was judged anew.
  if (approval === 'withdrawn') return covering > 0
  return (approval === 'once' || approval === 'session') && used_at !== null
}

export function checkApprovals(database: Inspection, ledger: ToolLedger): string[] {
  const rows = new Map(
    database
      .rows<{ id: string; state: string }>('select id, state from approvals')
      .map(({ id, state }) => [id, state]),
  )
  return [
    ...[...ledger.approvals.keys()].filter((id) => !rows.has(id)).map((id) => `[I47] ${id} is gone`),
    ...[...ledger.words]
      .filter(([id, { word }]) => rows.get(id) !== word)
      .map(([id, { word }]) => `[I1] the word on ${id} was ${word}, and is ${rows.get(id)}`),
    ...database.rows<{ text: string }>(untoldWords).map(({ text }) => `[I47] ${text}`),
    ...database.rows<{ text: string }>(miscounted).map(({ text }) => text),
    ...database.rows<{ text: string }>(strayPending).map(({ text }) => text),
  ]
}

const untoldWords = `
  select a.id || ' is ' || a.state || ' and was told ' || count(e.seq) || ' times' as text
  from approvals a left join session_events e on e.session_id = a.session_id and e.kind = 'approval.decided'
    and e.payload ->> '$.approvalId' = a.id
  group by a.id having count(e.seq) <> (a.state <> 'pending')
    or max(e.payload ->> '$.decision') is not nullif(a.state, 'pending')`

const miscounted = `
  select s.id || ' says that ' || s.open_approvals || ' approvals wait' as text from sessions s
  where s.open_approvals <> (select count(*) from approvals a where a.session_id = s.id and a.state = 'pending')`

const strayPending = `
  select a.id || ' waits, and its turn is ' || t.state as text from approvals a join turns t on t.id = a.turn_id
  where a.state = 'pending' and (t.ended_at is not null or t.state <> 'waiting')`

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
