// What somebody may mean who is typing a command on the page of a session (CHN8). As elsewhere, and more: what has ended can
// be focused here, too, because the page shows it and offers to talk to it.

import { type ConversationRef, parseCommand } from '@heddle/contract'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import { writeRuntime } from '../../sessions/subagents/write-announcement.ts'
import type { Run } from '../../sessions/sessions.ts'
import { findFocus } from '../composer-focus.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import {
  chooseFitting,
  type Offered,
  offerModels,
  offerRun,
  runsHere,
  sessionsElsewhere,
  takes,
} from './suggest-argument.ts'
import { isAlive } from './subagents/kill-runs.ts'

export async function suggestOnPage(
  deps: RoutingRoom,
  r: Reader,
  actor: Actor,
  place: ConversationRef,
  text: string,
): Promise<Offered[]> {
  const page = await deps.sessions.find(r, actor, place.conversationId, 'session.read')
  const parsed = parseCommand(text)
  if (parsed.kind !== 'command' && parsed.kind !== 'wrong') return []
  const argument = parsed.kind === 'command' ? parsed.argument : ''
  switch (parsed.name) {
    case 'focus': {
      const typed = unquoted(argument)
      const asked = { actor, sessionId: page.id, typed, isHidden: false }
      const runs = await runsHere(deps, r, asked, 'tree')
      const ours = new Set(runs.map(({ sessionId }) => sessionId))
      const sorted = [...runs.filter(isAlive), ...runs.filter((run) => !isAlive(run))]
      const elsewhere = await sessionsElsewhere(deps, r, asked, ours)
      // A name is looked for below what the composer points at first, where it may mean another one.
      const focus = await findFocus(deps, r, place, page)
      const isHere = focus === undefined || focus.sessionId === page.id
      const now = deps.clock.wall()
      const offered = isHere ? offerByName(sorted, now) : sorted.map((run) => offerById(run, now))
      return chooseFitting([...offered, ...elsewhere], typed)
    }
    case 'subagents': {
      const [, subcommand, typed] = /^(info|log|send|steer|kill)\s+(.*)$/s.exec(`${argument} `) ?? []
      if (subcommand === undefined || typed === undefined) return []
      // A command means what a message would reach (CMD10).
      const focus = await findFocus(deps, r, place, page)
      const here = { actor, sessionId: focus?.sessionId ?? page.id }
      const runs = await runsHere(deps, r, here, 'children')
      const offered = offerByName(runs, deps.clock.wall(), (run) => takes(run, subcommand))
      return chooseFitting(offered, unquoted(typed.trimEnd()))
    }
    case 'model':
      return chooseFitting(offerModels(deps), argument)
    default:
      return []
  }
}

/** By its label where that means it alone among all of these; else by its id, with what tells it apart. */
function offerByName(
  runs: readonly Run[],
  now: number,
  isMeant: (run: Run) => boolean = () => true,
): Offered[] {
  return runs.filter(isMeant).map((run) => {
    const { label } = run
    const isAlone = label !== null && runs.filter((one) => isSame(one.label, label)).length === 1
    if (label === null || !isAlone || !isName(label)) return offerById(run, now)
    return { ...offerRun(run), value: /\s/.test(label) ? `"${label}"` : label }
  })
}

function offerById(run: Run, now: number): Offered {
  const offered = offerRun(run)
  return { ...offered, about: `${offered.about} · begun ${writeRuntime(now - run.createdAt)} ago` }
}

/** Neither a number of the list nor something that would be read otherwise. */
function isName(label: string): boolean {
  return !/^#?\d+$|["\n]|--here/.test(label)
}

function isSame(one: string | null, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

function unquoted(typed: string): string {
  return typed.replace(/^"([^"]*)"?$/, '$1')
}
