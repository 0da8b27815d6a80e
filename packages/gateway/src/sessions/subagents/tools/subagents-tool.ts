// The tool `subagents`: what an agent does with those it has spawned, and with no others.

import { type EventId, limits, refused, type RunId } from '@heddle/contract'
import { z } from 'zod'
import type { Tool, ToolOutcome, ToolPlace, ToolRun } from '../../../agents/tools.ts'
import { defineTool } from '../../../agents/tools/define-tool.ts'
import { writeTime } from '../../usage/calendar-day.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import { selectSession } from '../../session-store.ts'
import { findChild } from '../find-run.ts'
import { type ListedRunRow, selectChildren } from '../run-list-store.ts'
import { runOfRow } from '../run-values.ts'
import { sayAsAgent } from '../say-as-agent.ts'
import { killTree } from '../stop-tree.ts'
import { readHistory } from './read-history.ts'
import { answerWith, loadCaller, tell } from './tool-caller.ts'
import { waitForRuns } from './wait-for-runs.ts'

const actions = ['list', 'info', 'log', 'send', 'steer', 'kill', 'wait', 'focus', 'unfocus'] as const
const withText: readonly string[] = ['send', 'steer']

const input = z
  .strictObject({
    action: z.enum(actions),
    id: z
      .string()
      .min(1)
      .max(limits.sessionKeyCharsMax)
      .describe('Which one: its run id, "#1" as listed, label, session id or key. For "kill" also "all".')
      .optional(),
    ids: z
      .array(z.string().min(1).max(limits.sessionKeyCharsMax))
      .max(limits.subagentChildrenMax)
      .describe('For "wait": which ones. Default: all that have not ended.')
      .optional(),
    text: z.string().min(1).max(limits.messageCharsMax).describe('For "send" and "steer".').optional(),
    limit: z.int().min(1).max(limits.historyEventsMax).describe('For "log". Default: 20.').optional(),
    tools: z.boolean().describe('For "log": with tool calls. Default: false.').optional(),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(limits.waitSecondsMax)
      .describe(`For "wait": for how long at most. Default: ${limits.waitSecondsDefault}.`)
      .optional(),
    threadId: z
      .string()
      .min(1)
      .max(limits.placeIdCharsMax)
      .describe('For "focus": a thread beside this conversation. Default: one of its own.')
      .optional(),
  })
  .refine(({ action, id }) => action === 'list' || action === 'wait' || id !== undefined, {
    message: 'is missing; say which sub-agent',
    path: ['id'],
  })
  .refine(({ action, text }) => !withText.includes(action) || text !== undefined, {
    message: 'is missing; say what to tell it',
    path: ['text'],
  })
type Wish = z.output<typeof input>

export function createSubagentsTool(deps: RoomDeps): Tool {
  return defineTool({
    name: 'subagents',
    description:
      'Look after the sub-agents that you have spawned: list them, read what one said (log), tell one something (send: after what it does; steer: at its next step), end one with everything below it (kill), wait until some have ended, or let people speak to one directly in a conversation of its own (focus), and end that (unfocus). While you wait you hold nothing up; a message to you ends the wait.',
    group: 'sessions',
    policy: 'allow',
    isIdempotent: true,
    changes: true,
    carriesOut: false,
    isUntrusted: false,
    input,
    run: (wish, place, run) => answerWith(() => carryOut(deps, wish, place, run)),
  })
}

async function carryOut(deps: RoomDeps, wish: Wish, place: ToolPlace, run: ToolRun): Promise<ToolOutcome> {
  switch (wish.action) {
    case 'list':
      return listAll(deps, place)
    case 'info': {
      const child = await findFor(deps, place, wish)
      return { ...tell(describe(child)), isUntrusted: child.is_tainted === 1, quotes: [child.id] }
    }
    case 'log':
      return readHistory(deps, (await findFor(deps, place, wish)).session_id, {
        limit: wish.limit ?? limits.historyEventsDefault,
        withTools: wish.tools ?? false,
      })
    case 'send':
    case 'steer':
      return tell(await say(deps, place, wish, run))
    case 'kill': {
      const told = await kill(deps, place, wish)
      return { ...tell(told), quotes: told.killed.map(({ runId }) => runId) }
    }
    case 'wait':
      return waitForRuns(deps, place, wish.ids ?? (wish.id === undefined ? undefined : [wish.id]), {
        calledAt: run.calledAt,
        until: run.calledAt + (wish.timeoutSeconds ?? limits.waitSecondsDefault) * 1_000,
      })
    case 'focus':
      return tell(await focus(deps, place, wish))
    case 'unfocus':
      return tell(await unfocus(deps, place, wish))
  }
}

/** With the last words of each, which may be somebody else's. */
async function listAll(deps: RoomDeps, place: ToolPlace): Promise<ToolOutcome> {
  return deps.store.read(async (r) => {
    const { session } = await loadCaller(deps, r, place)
    const rows = await selectChildren(r, session.id, limits.toolSessionsListMax)
    const subagents = rows.map((row, i) => ({ number: `#${i + 1}`, ...describe(row) }))
    const isUntrusted = rows.some(({ is_tainted }) => is_tainted === 1)
    return { ...tell({ subagents }), isUntrusted, quotes: rows.map(({ id }) => id) }
  })
}

async function findFor(deps: RoomDeps, place: ToolPlace, { id = '' }: Wish): Promise<ListedRunRow> {
  return deps.store.read(async (r) => {
    const { session } = await loadCaller(deps, r, place)
    return findChild(r, session.id, id)
  })
}

async function say(deps: RoomDeps, place: ToolPlace, { id = '', text = '', action }: Wish, run: ToolRun) {
  return deps.store.tx(async (t) => {
    const caller = await loadCaller(deps, t, place)
    const child = await findChild(t, caller.session.id, id)
    const to = await t.one(selectSession({ id: child.session_id }))
    if (!to) throw refused('unknown_run')
    await sayAsAgent(deps, t, {
      to,
      actor: caller.actor,
      text,
      mode: action === 'steer' ? 'steer' : 'queue',
      origin: caller.origin,
      callEventId: run.callEventId as EventId,
      isTainted: caller.turn.is_tainted === 1,
      hops: 0,
    })
    return { status: action === 'steer' ? 'steering' : 'sent', runId: child.id }
  })
}

async function kill(deps: RoomDeps, place: ToolPlace, { id = '' }: Wish) {
  return deps.store.tx(async (t) => {
    const { session } = await loadCaller(deps, t, place)
    const rows =
      id.toLowerCase() === 'all'
        ? (await selectChildren(t, session.id, limits.runsListMax)).filter(isAlive)
        : [await findChild(t, session.id, id)]
    const killed: { runId: RunId; label: string | null; confirmed: boolean }[] = []
    for (const child of rows) {
      const row = await t.one(selectSession({ id: child.session_id }))
      if (!row) continue
      const { turnId } = await killTree(deps, t, { kind: 'system' }, row, { byParent: true })
      killed.push({ runId: child.id, label: child.label, confirmed: turnId === null })
    }
    return { status: 'stopping', killed }
  })
}

/** People speak to it directly from then on; nobody in particular bound it, so any of them may leave again. */
async function focus(deps: RoomDeps, place: ToolPlace, { id = '', threadId }: Wish) {
  return deps.store.tx(async (t) => {
    const { session, origin } = await loadCaller(deps, t, place)
    const child = await findChild(t, session.id, id)
    const came = await deps.childFocus.focus(t, {
      origin,
      parentId: session.id,
      visibility: session.visibility,
      sessionId: child.session_id,
      threadId,
    })
    return { status: came === 'given' ? 'focused' : 'opening', runId: child.id }
  })
}

async function unfocus(deps: RoomDeps, place: ToolPlace, { id = '' }: Wish) {
  return deps.store.tx(async (t) => {
    const { session, origin } = await loadCaller(deps, t, place)
    const child = await findChild(t, session.id, id)
    const ended = await deps.childFocus.unfocus(t, {
      origin,
      parentId: session.id,
      visibility: session.visibility,
      sessionId: child.session_id,
    })
    return { status: 'unfocused', runId: child.id, ended }
  })
}

/** Also one that is over, while somebody talks to it or something works below it. */
function isAlive(row: ListedRunRow): boolean {
  if (row.ended_at === null || row.turn_id !== null || row.queued > 0 || row.active_children > 0) return true
  return row.mode === 'session' && row.is_over === 0
}

function describe(row: ListedRunRow) {
  const run = runOfRow(row)
  const {
    id: runId,
    label,
    agentId,
    state,
    waitsFor,
    status,
    mode,
    cleanup,
    model,
    sessionKey,
    sessionId,
  } = run
  const time = (ms: number | null) => (ms === null ? null : writeTime(ms))
  return {
    runId,
    label,
    agentId,
    state,
    ...(waitsFor && { waitsFor }),
    status,
    mode,
    cleanup,
    model,
    sessionKey,
    sessionId,
    startedAt: time(run.startedAt),
    endedAt: time(run.endedAt),
    lastLine: run.lastLine,
    tokens: run.usage.inputTokens + run.usage.outputTokens,
    activeChildren: run.activeChildren,
  }
}
