// `/agents`: what is active, and where it can be spoken to: the sub-agents of this session first, then the other sessions
// that whoever asks may see (CMD4).

import { limits } from '@heddle/contract'
import { writeRuntime } from '../../sessions/subagents/write-announcement.ts'
import type { ListedSession, Run } from '../../sessions/sessions.ts'
import type { Answered, Command } from './command-call.ts'
import { isAlive } from './subagents/kill-runs.ts'
import { tellShort } from './subagents/tell-runs.ts'

const shownMax = 50
const unbound = 'unbound'

export const listActive: Command = async ({ deps, t, actor, session }) => {
  const page = { limit: limits.runsListDefault }
  const { items: tree } = await deps.sessions.listRuns(t, actor, session.id, 'tree', page)
  const { items: seen } = await deps.sessions.list(t, actor, {}, { limit: limits.pageItemsMax })
  const ours = new Set<string>([session.id, ...tree.map(({ sessionId }) => sessionId)])
  const others = seen.filter((one) => !ours.has(one.id) && isActive(one))
  return answerWith(tree.filter(isAlive), others, t.now)
}

/** A sub-agent elsewhere counts while it works; a session of people as long as it is there. */
function isActive({ state, parentId }: ListedSession): boolean {
  return state === 'running' || (state === 'idle' && parentId === null)
}

function answerWith(runs: readonly Run[], others: readonly ListedSession[], now: number): Answered {
  const own = [
    runs.length === 0 ? 'No sub-agent of this session is active.' : 'Sub-agents of this session:',
    ...cut(runs.map((run) => `- ${tellShort(run, now)} · ${unbound}`)),
  ]
  const more =
    others.length === 0 ? [] : ['Other sessions:', ...cut(others.map((one) => tellOther(one, now)))]
  const subagents = runs.map(({ id, sessionId, label, state }) => {
    return { runId: id, sessionId, label, state, binding: unbound }
  })
  const sessions = others.map(({ id, key, state }) => ({ sessionId: id, key, state, binding: unbound }))
  return {
    answer: { ok: true, text: [...own, ...more].join('\n'), data: { subagents, sessions } },
    // Who else reads this place may not see the others.
    kept: { ok: true, text: own.join('\n'), data: { subagents } },
  }
}

function tellOther({ id, title, agentId, state, activeAt }: ListedSession, now: number): string {
  const name = title === '' ? id : `${title} (${id})`
  return `- ${name} · ${agentId} · ${state} · ${writeRuntime(now - activeAt)} · ${unbound}`
}

function cut(lines: readonly string[]): string[] {
  const more = lines.length - shownMax
  return [...lines.slice(0, shownMax), ...(more > 0 ? [`… and ${more} more`] : [])]
}
