// `/agents`: what is active, and where it can be spoken to: this session, where it is a sub-agent's, and its sub-agents first,
// then those of others and the other sessions that whoever asks may see (CMD4), and in a place that others read, only those that the team may see.

import { limits } from '@heddle/contract'
import { writeRuntime } from '../../sessions/subagents/write-announcement.ts'
import type { ListedSession, Run } from '../../sessions/sessions.ts'
import { isReadByOthers } from '../bindings/choose-focus-place.ts'
import { type BoundPlacesTold, tellBindings } from '../bindings/tell-bindings.ts'
import type { Answered, Command } from './command-call.ts'
import { isAlive } from './subagents/kill-runs.ts'
import { nameOfRun, tellShort } from './subagents/tell-runs.ts'

const shownMax = 50

export const listActive: Command = async ({ deps, t, actor, session, kind }) => {
  const page = { limit: limits.runsListDefault }
  const { items: tree } = await deps.sessions.listRuns(t, actor, session.id, 'tree', page)
  const { items: seen } = await deps.sessions.list(t, actor, {}, { limit: limits.pageItemsMax })
  const ours = new Set<string>([session.id, ...tree.map(({ sessionId }) => sessionId)])
  const theirs = seen.filter((one) => !ours.has(one.id) && isActive(one))
  const others = theirs.filter(({ visibility }) => !isReadByOthers(kind) || visibility === 'team')
  const roots = others.map(({ id }) => id)
  const alive = await deps.sessions.listAlive(t, roots, limits.runsListDefault)
  const own = await deps.sessions.runOfSession(t, session.id)
  const active: Active = {
    here: own && isAlive(own) ? own : undefined,
    runs: tree.filter(isAlive),
    elsewhere: alive.filter(({ sessionId }) => !ours.has(sessionId)),
    others,
  }
  const ids = [...allRuns(active).map(({ sessionId }) => sessionId), ...roots]
  const bound = await tellBindings(deps, t, actor, ids)
  return answerWith(active, { now: t.now, bound, areLeftOut: others.length < theirs.length })
}

interface Active {
  /** That of this session, where it is a sub-agent's. */
  here: Run | undefined
  /** Below this session. */
  runs: readonly Run[]
  /** Below others. */
  elsewhere: readonly Run[]
  others: readonly ListedSession[]
}

function allRuns({ here, runs, elsewhere }: Active): Run[] {
  return [...(here ? [here] : []), ...runs, ...elsewhere]
}

/** As long as it is there. */
function isActive({ state }: ListedSession): boolean {
  return state === 'running' || state === 'idle'
}

interface Moment {
  now: number
  bound: BoundPlacesTold
}

/** Private sessions are not named where others read. */
const leftOut = 'Private sessions are listed in a direct message or in the browser.'

function answerWith(active: Active, { now, bound, areLeftOut }: Moment & { areLeftOut: boolean }): Answered {
  const { here, runs, elsewhere, others } = active
  const lineOf = (run: Run, isKept: boolean) =>
    `${tellShort(run, { now, isKept })} · ${bound.of(run.sessionId, isKept)}`
  const own = (isKept: boolean) => [
    ...(here ? [`This one: ${lineOf(here, isKept)}`] : []),
    runs.length === 0 ? 'No sub-agent of this session is active.' : 'Sub-agents of this session:',
    ...cut(runs.map((run) => `- ${lineOf(run, isKept)}`)),
  ]
  const more = [
    ...under(
      'Sub-agents of other sessions:',
      elsewhere.map((run) => tellElsewhere(run, { now, bound })),
    ),
    ...under(
      'Other sessions:',
      others.map((one) => tellOther(one, { now, bound })),
    ),
  ]
  const dataOf = (run: Run, isKept: boolean) => {
    const { id: runId, sessionId, label, state } = run
    return { runId, sessionId, ...(!isKept && { label }), state, binding: bound.of(sessionId, isKept) }
  }
  const subagents = (isKept: boolean) => ({
    ...(here && { here: dataOf(here, isKept) }),
    subagents: runs.map((run) => dataOf(run, isKept)),
  })
  const sessions = others.map(({ id, key, state }) => {
    return { sessionId: id, key, state, binding: bound.of(id, false) }
  })
  return {
    answer: {
      ok: true,
      text: [...own(false), ...more, ...(areLeftOut ? [leftOut] : [])].join('\n'),
      data: { ...subagents(false), elsewhere: elsewhere.map((run) => dataOf(run, false)), sessions },
    },
    // Who else reads this place may not see the others, and a label may be redacted later.
    kept: { ok: true, text: own(true).join('\n'), data: subagents(true) },
    quotes: [
      ...allRuns(active).map(({ sessionId }) => sessionId),
      ...others.filter(({ title }) => title !== '').map(({ id }) => id),
    ],
  }
}

/** With its id: its name may be another's too, from here. */
function tellElsewhere(run: Run, { now, bound }: Moment): string {
  const label = `${nameOfRun(run)} (${run.sessionId})`
  return `- ${tellShort({ ...run, label }, { now, isKept: false })} · ${bound.of(run.sessionId, false)}`
}

function tellOther({ id, title, agentId, state, activeAt }: ListedSession, { now, bound }: Moment): string {
  const name = title === '' ? id : `${title} (${id})`
  return `- ${name} · ${agentId} · ${state} · ${writeRuntime(now - activeAt)} · ${bound.of(id, false)}`
}

function under(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...cut(lines)]
}

function cut(lines: readonly string[]): string[] {
  const more = lines.length - shownMax
  return [...lines.slice(0, shownMax), ...(more > 0 ? [`… and ${more} more`] : [])]
}
