// What somebody may mean who is typing a command: sessions they could focus, sub-agents of the place, models. It says no
// more than `/agents` and `/model` would say there, and nothing at all to whoever may not use them (CMD8).

import { limits, type SessionId } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { Run } from '../../sessions/sessions.ts'
import { isReadByOthers } from '../bindings/choose-focus-place.ts'
import { heardBy, recogniseSpeaker } from '../hear/recognise-speaker.ts'
import type { InboundQuestion, Suggestion } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { selectConversation } from '../routing-store.ts'
import { isAlive } from './subagents/kill-runs.ts'
import { nameOfRun, tellState } from './subagents/tell-runs.ts'

const suggestionsMax = 25

export async function suggestArgument(
  deps: RoutingRoom,
  r: Reader,
  question: InboundQuestion,
): Promise<Suggestion[]> {
  const recognised = await recogniseSpeaker(deps, r, question, question.author, true)
  // Guests neither focus nor choose (CNV6).
  if (recognised.kind === 'refused' || !recognised.speaker.member) return []
  const sessionId = await sessionHere(deps, r, question)
  const member = recognised.speaker.member
  const actor = sessionId === undefined ? member : heardBy(member, sessionId)
  const offered = await offersFor(deps, r, { ...question, actor, sessionId })
  return chooseFitting(offered, question.typed).map(suggestionOf)
}

/** What is offered: what people call it, what tells it apart, and what stands behind the command once it is chosen. */
export interface Offered {
  name: string
  about: string
  value: string
}

function suggestionOf({ name, about, value }: Offered): Suggestion {
  return { text: about === '' ? name : `${name} · ${about}`, value }
}

/** That a message here would reach; a place where nobody spoke yet has none. */
async function sessionHere(
  deps: RoutingRoom,
  r: Reader,
  { conversation }: InboundQuestion,
): Promise<SessionId | undefined> {
  const binding = await deps.bindings.resolveByConversation(r, conversation)
  return binding?.sessionId ?? (await r.one(selectConversation(conversation)))?.session_id
}

interface Asked extends InboundQuestion {
  actor: Actor
  sessionId: SessionId | undefined
}

async function offersFor(deps: RoutingRoom, r: Reader, asked: Asked): Promise<Offered[]> {
  switch (asked.command) {
    case 'focus': {
      const runs = await runsHere(deps, r, asked, 'tree')
      const alive = runs.filter(isAlive)
      // Each once: a sub-agent of the place goes by its run.
      const ours = new Set(alive.map(({ sessionId }) => sessionId))
      const isHidden = isReadByOthers(asked.kind)
      return [...alive.map(offerRun), ...(await sessionsElsewhere(deps, r, { ...asked, isHidden }, ours))]
    }
    case 'subagents': {
      const runs = await runsHere(deps, r, asked, 'children')
      return runs.filter((run) => takes(run, asked.subcommand)).map(offerRun)
    }
    case 'model':
      return offerModels(deps)
    default:
      return []
  }
}

/** In the order of the list: the active first, then those that have ended, until they are archived. */
export async function runsHere(
  deps: RoutingRoom,
  r: Reader,
  { actor, sessionId }: Pick<Asked, 'actor' | 'sessionId'>,
  of: 'children' | 'tree',
): Promise<Run[]> {
  if (sessionId === undefined) return []
  const { items } = await deps.sessions.listRuns(r, actor, sessionId, of, { limit: limits.runsListDefault })
  return items
}

/** One looks at what has ended, too; said something, or ended, is only what goes on. */
export function takes(run: Run, subcommand: string | undefined): boolean {
  switch (subcommand) {
    case 'info':
    case 'log':
      return true
    case 'kill':
      return isAlive(run) || run.activeChildren > 0
    default:
      return isAlive(run)
  }
}

/** By id: labels need not be unique. */
export function offerRun(run: Run): Offered {
  return { name: nameOfRun(run), about: `${run.agentId} · ${tellState(run)}`, value: run.id }
}

export function offerModels({ agents }: Pick<RoutingRoom, 'agents'>): Offered[] {
  return agents.models().map(({ name }) => ({ name, about: '', value: name }))
}

/** `isHidden`: others read there, so that nothing private may be named. */
export async function sessionsElsewhere(
  deps: RoutingRoom,
  r: Reader,
  { actor, sessionId, typed, isHidden }: Pick<Asked, 'actor' | 'sessionId' | 'typed'> & { isHidden: boolean },
  ours: ReadonlySet<SessionId>,
): Promise<Offered[]> {
  const text = typed.trim().slice(0, limits.searchTextCharsMax)
  const filter = text === '' ? {} : { text }
  const { items } = await deps.sessions.list(r, actor, filter, { limit: limits.pageItemsMax })
  return items
    .filter(({ id }) => id !== sessionId && !ours.has(id))
    .filter(({ visibility }) => visibility === 'team' || !isHidden)
    .map(({ id, title, agentId, state }) => ({
      name: title || id,
      about: `${agentId} · ${state}`,
      value: id,
    }))
}

/** What begins with what was typed comes first, then what has it anywhere. */
export function chooseFitting(offered: readonly Offered[], typed: string): Offered[] {
  const wanted = typed.trim().toLowerCase()
  const each = [...new Map(offered.map((one) => [one.value, one])).values()]
  const fits = each.filter(({ name, about, value }) =>
    `${name} · ${about} ${value}`.toLowerCase().includes(wanted),
  )
  const begins = ({ name }: Offered) => name.toLowerCase().startsWith(wanted)
  return [...fits.filter(begins), ...fits.filter((one) => !begins(one))].slice(0, suggestionsMax)
}
