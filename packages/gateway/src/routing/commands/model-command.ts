// `/model`: which model answers in a session, and choosing another for it.

import { nearest } from '@heddle/contract'
import type { Agents } from '../../agents/agents.ts'
import type { Session } from '../../sessions/sessions.ts'
import type { Answered, Command } from './command-call.ts'

const namesShownMax = 20

export const chooseModel: Command = async ({ deps, t, actor, session: named, argument }) => {
  if (argument === '') {
    const session = await deps.sessions.find(t, actor, named.id)
    return shown(deps.agents, session)
  }
  if (argument.toLowerCase() === 'default') {
    const session = await deps.sessions.change(t, actor, named.id, { model: null })
    return answered(
      session,
      `From the next turn on, the agent's own model answers: ${tellModel(deps.agents, session)}.`,
    )
  }
  const found = findModel(deps.agents, argument)
  if (found.kind === 'none') return { answer: { ok: false, text: found.problem } }
  const session = await deps.sessions.change(t, actor, named.id, { model: found.name })
  return answered(session, `From the next turn on, ${tellModel(deps.agents, session)} answers here.`)
}

/** The model of a session with what should be known about it. */
export function tellModel(agents: Agents, { agentId, model }: Pick<Session, 'agentId' | 'model'>): string {
  const own = agents.find(agentId)?.model
  const name = model ?? own
  if (name === undefined) return 'none'
  const info = agents.findModel(name)
  if (info === undefined) return `${name} (no longer configured)`
  return info.isDemo ? `${name} (built-in demo model)` : name
}

type FoundModel = { kind: 'found'; name: string } | { kind: 'none'; problem: string }

/** By its whole name in any letter case, or by what stands behind the provider's, if only one model has it. */
export function findModel(agents: Agents, wanted: string): FoundModel {
  const names = agents.models().map(({ name }) => name)
  const lower = wanted.toLowerCase()
  const exact = names.find((name) => name === wanted) ?? names.find((name) => name.toLowerCase() === lower)
  if (exact !== undefined) return { kind: 'found', name: exact }
  // A provider without a list takes whatever name it is given.
  if (agents.findModel(wanted)) return { kind: 'found', name: wanted }
  const alike = names.filter((name) => shortName(name).toLowerCase() === lower)
  const [one, ...others] = alike
  if (one !== undefined && others.length === 0) return { kind: 'found', name: one }
  if (one !== undefined)
    return { kind: 'none', problem: `Several models are called "${wanted}": ${alike.join(', ')}.` }
  return { kind: 'none', problem: `There is no model "${wanted}". ${suggest(wanted, names)}` }
}

function suggest(wanted: string, names: readonly string[]): string {
  const short = new Map(names.map((name) => [shortName(name), name]))
  const near = nearest(wanted, names) ?? short.get(nearest(wanted, short.keys()) ?? '')
  return near === undefined ? `There is ${tellNames(names)}.` : `Did you mean "${near}"?`
}

/** Without its provider. */
function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}

function tellNames(names: readonly string[]): string {
  const more = names.length - namesShownMax
  return `${names.slice(0, namesShownMax).join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

function shown(agents: Agents, session: Session): Answered {
  const own = agents.find(session.agentId)?.model
  const lines = [
    `Model: ${tellModel(agents, session)}${session.model === null ? ", the agent's own" : ', chosen for this session'}.`,
    ...(session.model !== null && own !== undefined
      ? [`The agent's own: ${own}. /model default goes back to it.`]
      : []),
    `To choose from: ${tellNames(agents.models().map(({ name }) => name))}.`,
  ]
  return answered(session, lines.join('\n'))
}

function answered({ id, model }: Pick<Session, 'id' | 'model'>, text: string): Answered {
  return { answer: { ok: true, text, data: { sessionId: id, model } } }
}
