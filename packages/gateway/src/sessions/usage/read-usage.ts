// What was used, as a report: by day, agent, model and, for those who may see it, member.

import type { PersonId } from '@heddle/contract'
import type { Agents } from '../../agents/agents.ts'
import type { Reader } from '../../foundation/database/store.ts'
import type { Actor, People } from '../../people/people.ts'
import { chooseUsageDays } from './choose-usage-days.ts'
import { selectNames, sumBy, sumByHour, type UsageRange } from './usage-store.ts'
import type { UsageFigures } from './usage-tables.ts'

export interface UsageInput {
  /** Days, both included. */
  from?: string | undefined
  to?: string | undefined
  of: 'me' | 'team'
  /** In which the days are. */
  timeZone: string
}

export interface UsageReport {
  from: string
  to: string
  timeZone: string
  of: 'me' | 'team'
  totals: Figures
  /** Every day of the range. */
  days: (Figures & { day: string })[]
  agents: NamedFigures[]
  models: NamedFigures[]
  /** Empty when it is one's own. */
  members: NamedFigures[]
}

export interface Figures {
  turns: number
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  costMicros: number
  unpricedTurns: number
}

export interface NamedFigures extends Figures {
  id: string
  name: string
}

export interface ReadUsageDeps {
  people: Pick<People, 'demand'>
  agents: Pick<Agents, 'find'>
}

const rowsMax = 100

export async function readUsage(
  deps: ReadUsageDeps,
  r: Reader,
  actor: Actor,
  input: UsageInput,
  now: number,
): Promise<UsageReport> {
  deps.people.demand(actor, input.of === 'team' ? 'usage.read_team' : 'usage.read', { kind: 'place' })
  const { timeZone, of } = input
  const { from, to, days, starts } = chooseUsageDays(input, timeZone, now)
  // Nobody's own is nothing: whoever is no person has none.
  const own = actor.kind === 'person' ? actor.personId : ('' as PersonId)
  const range: UsageRange = {
    personId: of === 'team' ? undefined : own,
    fromHour: starts[0] ?? 0,
    beforeHour: starts.at(-1) ?? 0,
  }
  const perDay = spread(await r.all(sumByHour(range)), starts)
  const agents = await r.all(sumBy(range, 'agent_id', rowsMax))
  const models = await r.all(sumBy(range, 'model', rowsMax))
  const members = of === 'team' ? await r.all(sumBy(range, 'person_id', rowsMax)) : []
  const names = await namesOf(r, members)
  return {
    from,
    to,
    timeZone,
    of,
    totals: perDay.reduce(add, none),
    days: days.map((day, i) => ({ day, ...(perDay[i] ?? none) })),
    agents: agents.map((row) => named(row, deps.agents.find(row.group)?.name ?? row.group)),
    models: models.map((row) => named(row, row.group || 'no model')),
    members: members.map((row) => named(row, names.get(row.group) ?? 'former member')),
  }
}

const none: Figures = {
  turns: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  costMicros: 0,
  unpricedTurns: 0,
}

/** Hours into days; both are in order. */
function spread(hours: readonly (UsageFigures & { group: number })[], starts: readonly number[]): Figures[] {
  const days = starts.slice(1).map(() => none)
  let day = 0
  for (const row of hours) {
    while (row.group >= (starts[day + 1] ?? Number.POSITIVE_INFINITY)) day++
    days[day] = add(days[day] ?? none, figuresOf(row))
  }
  return days
}

function add(a: Figures, b: Figures): Figures {
  return {
    turns: a.turns + b.turns,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    costMicros: a.costMicros + b.costMicros,
    unpricedTurns: a.unpricedTurns + b.unpricedTurns,
  }
}

function named(row: UsageFigures & { group: string }, name: string): NamedFigures {
  return { id: row.group, name, ...figuresOf(row) }
}

function figuresOf(row: UsageFigures): Figures {
  return {
    turns: row.turns,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cachedTokens: row.cached_tokens,
    costMicros: row.cost_micros,
    unpricedTurns: row.unpriced_turns,
  }
}

/** Of those who are here; what nobody asked for has a name of its own. */
async function namesOf(r: Reader, members: readonly { group: string }[]): Promise<Map<string, string>> {
  const names = new Map([['', 'nobody']])
  if (members.length === 0) return names
  const rows = await r.all(selectNames(members.map(({ group }) => group)))
  for (const { id, name, state } of rows) if (state === 'active') names.set(id, name)
  return names
}
