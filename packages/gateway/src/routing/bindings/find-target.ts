// Which session somebody means who wants to focus one: a sub-agent by `#n`, label or id, or any session that they may see
// by its key or id (CMD2).

import { limits, nearest, Refusal, refused, type SessionId } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { ListedSession, Run, WholeSession } from '../../sessions/sessions.ts'
import { writeRuntime } from '../../sessions/subagents/write-announcement.ts'
import { nameOfRun, tellState } from '../commands/subagents/tell-runs.ts'
import { locateSession } from '../locate-session.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { matchLabel, matchRuns } from './choose-target.ts'

const shownMax = 20

export interface FocusTarget {
  session: WholeSession
  /** Of a sub-agent, or of what goes on where one ended. */
  run: Run | undefined
}

/**
 * From where names are looked up: what a message would reach, and, where that is another, the session of the page itself or
 * of the conversation above.
 */
export interface TargetScope {
  session: WholeSession
  pageId?: SessionId | undefined
}

export async function findTarget(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  scope: TargetScope,
  name: string,
): Promise<FocusTarget> {
  const list = listOf(deps, t, actor)
  const { session, pageId } = scope
  const children = await list(session.id, 'children')
  const page = pageId === undefined || pageId === session.id ? [] : await list(pageId, 'children')
  // Whoever has none of its own cannot have shown a list: then the numbers are those of the page.
  const shown = children.length === 0 ? page : children
  const near = matchRuns(shown, name)
  const found = near.length > 0 ? near : matchLabel(await readAround(list, scope), name)
  const [run, ...others] = found
  if (run !== undefined && others.length > 0) throw ambiguous(name, t.now, shown, found)
  if (run !== undefined) return { session: await deps.sessions.see(t, actor, run.sessionId), run }
  const named = (await findByName(deps, t, actor, name)) ?? (await findByTitle(deps, t, actor, name))
  if (named !== undefined) return named
  throw unknown(name, [...shown, ...page])
}

/** A session that was named outright, with the run that it was spawned for, or goes on with: people know it by that. */
export async function targetOf(deps: RoutingRoom, t: Tx, session: WholeSession): Promise<FocusTarget> {
  const { id, continuesId } = session
  const own = await deps.sessions.runOfSession(t, id)
  return {
    session,
    run: own ?? (continuesId === null ? undefined : await deps.sessions.runOfSession(t, continuesId)),
  }
}

type List = (id: SessionId, of: 'children' | 'tree') => Promise<Run[]>

function listOf(deps: RoutingRoom, t: Tx, actor: Actor): List {
  return async (id, of) => {
    const page = { limit: of === 'children' ? limits.runsListMax : limits.runsListDefault }
    return (await deps.sessions.listRuns(t, actor, id, of, page)).items
  }
}

/** Deeper down, beside it, and below the page: each once. */
async function readAround(list: List, { session, pageId }: TargetScope): Promise<Run[]> {
  const around = [
    ...(await list(session.id, 'tree')),
    ...(session.parentId === null ? [] : await list(session.parentId, 'children')),
    ...(pageId === undefined || pageId === session.id ? [] : await list(pageId, 'tree')),
  ]
  return [...new Map(around.map((run) => [run.id, run])).values()]
}

async function findByName(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  name: string,
): Promise<FocusTarget | undefined> {
  try {
    return await targetOf(deps, t, await locateSession(deps, t, actor, name))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

/** Elsewhere, among all that they may see; the title of a sub-agent's session is its label. */
async function findByTitle(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  name: string,
): Promise<FocusTarget | undefined> {
  if (name.length > limits.searchTextCharsMax) return undefined
  const { items } = await deps.sessions.list(t, actor, { text: name }, { limit: limits.pageItemsMax })
  const [one, ...others] = items.filter(({ title }) => title.toLowerCase() === name.toLowerCase())
  if (one === undefined) return undefined
  if (others.length > 0) throw severalSessions(name, t.now, [one, ...others])
  return targetOf(deps, t, await deps.sessions.see(t, actor, one.id))
}

/** With what tells them apart, because the name does not. */
function severalSessions(name: string, now: number, found: readonly ListedSession[]): Error {
  const list = found.map(({ id, title, agentId, state, activeAt }) => {
    return `- ${title} · ${agentId} · ${state} · used ${writeRuntime(now - activeAt)} ago · ${id}`
  })
  return several(name, 'sessions', list)
}

function ambiguous(name: string, now: number, shown: readonly Run[], found: readonly Run[]): Error {
  const list = found.map((run) => {
    const place = shown.indexOf(run)
    const number = place < 0 ? '' : `#${place + 1} `
    return `- ${number}${nameOfRun(run)} · ${run.agentId} · ${tellState(run)} · begun ${writeRuntime(now - run.createdAt)} ago · ${run.id}`
  })
  return several(name, 'sub-agents', list)
}

function several(name: string, what: string, list: readonly string[]): Error {
  const more = list.length > shownMax ? [`… and ${list.length - shownMax} more`] : []
  const lines = [...list.slice(0, shownMax), ...more].join('\n')
  return refused('ambiguous_name', {
    message: `Several ${what} are called "${name}". Nothing was changed; say which one:\n${lines}`,
    issues: [{ field: 'text', message: `is the name of ${list.length} ${what}` }],
  })
}

function unknown(name: string, runs: readonly Run[]): Error {
  const near = nearest(name, [
    ...new Set(runs.flatMap(({ id, label }) => (label === null ? [id] : [label, id]))),
  ])
  const hint = near === undefined ? '/agents lists those that there are.' : `Did you mean "${near}"?`
  const issue = { field: 'text', message: `there is no sub-agent or session "${name}"` }
  return refused('unknown_run', {
    message: `There is no sub-agent or session "${name}" that you may see. ${hint}`,
    issues: [near === undefined ? issue : { ...issue, nearest: near }],
  })
}
