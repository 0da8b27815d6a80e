// `/agents`: what is active, and where it can be spoken to: the sub-agents of this session first, then the other sessions
// that whoever asks may see (CMD4), and in a place that others read, only those that the team may see.

import { limits } from '@heddle/contract'
import { writeRuntime } from '../../sessions/subagents/write-announcement.ts'
import type { ListedSession, Run } from '../../sessions/sessions.ts'
import { isReadByOthers } from '../bindings/choose-focus-place.ts'
import { type BoundPlacesTold, tellBindings } from '../bindings/tell-bindings.ts'
import type { Answered, Command } from './command-call.ts'
import { isAlive } from './subagents/kill-runs.ts'
import { tellShort } from './subagents/tell-runs.ts'

const shownMax = 50

export const listActive: Command = async ({ deps, t, actor, session, kind }) => {
  const page = { limit: limits.runsListDefault }
  const { items: tree } = await deps.sessions.listRuns(t, actor, session.id, 'tree', page)
  const { items: seen } = await deps.sessions.list(t, actor, {}, { limit: limits.pageItemsMax })
  const ours = new Set<string>([session.id, ...tree.map(({ sessionId }) => sessionId)])
  const theirs = seen.filter((one) => !ours.has(one.id) && isActive(one))
  const others = theirs.filter(({ visibility }) => !isReadByOthers(kind) || visibility === 'team')
  const runs = tree.filter(isAlive)
  const ids = [...runs.map(({ sessionId }) => sessionId), ...others.map(({ id }) => id)]
  const bound = await tellBindings(deps, t, actor, ids)
  return answerWith(runs, others, { now: t.now, bound, areLeftOut: others.length < theirs.length })
}

/** A sub-agent elsewhere counts while it works; a session of people as long as it is there. */
function isActive({ state, parentId }: ListedSession): boolean {
  return state === 'running' || (state === 'idle' && parentId === null)
}

interface Moment {
  now: number
  bound: BoundPlacesTold
}

/** Private sessions are not named where others read. */
const leftOut = 'Private sessions are listed in a direct message or in the browser.'

function answerWith(
  runs: readonly Run[],
  others: readonly ListedSession[],
  { now, bound, areLeftOut }: Moment & { areLeftOut: boolean },
): Answered {
  const own = (isKept: boolean) => [
    runs.length === 0 ? 'No sub-agent of this session is active.' : 'Sub-agents of this session:',
    ...cut(runs.map((run) => `- ${tellShort(run, { now, isKept })} · ${bound.of(run.sessionId, isKept)}`)),
  ]
  const more =
    others.length === 0
      ? []
      : ['Other sessions:', ...cut(others.map((one) => tellOther(one, { now, bound })))]
  const subagents = (isKept: boolean) =>
    runs.map(({ id, sessionId, label, state }) => {
      return { runId: id, sessionId, ...(!isKept && { label }), state, binding: bound.of(sessionId, isKept) }
    })
  const sessions = others.map(({ id, key, state }) => {
    return { sessionId: id, key, state, binding: bound.of(id, false) }
  })
  return {
    answer: {
      ok: true,
      text: [...own(false), ...more, ...(areLeftOut ? [leftOut] : [])].join('\n'),
      data: { subagents: subagents(false), sessions },
    },
    // Who else reads this place may not see the others, and a label may be redacted later.
    kept: { ok: true, text: own(true).join('\n'), data: { subagents: subagents(true) } },
    quotes: [
      ...runs.map(({ sessionId }) => sessionId),
      ...others.filter(({ title }) => title !== '').map(({ id }) => id),
    ],
  }
}

function tellOther({ id, title, agentId, state, activeAt }: ListedSession, { now, bound }: Moment): string {
  const name = title === '' ? id : `${title} (${id})`
  return `- ${name} · ${agentId} · ${state} · ${writeRuntime(now - activeAt)} · ${bound.of(id, false)}`
}

function cut(lines: readonly string[]): string[] {
  const more = lines.length - shownMax
  return [...lines.slice(0, shownMax), ...(more > 0 ? [`… and ${more} more`] : [])]
}
