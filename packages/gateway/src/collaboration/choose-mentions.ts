// Who is named in a text, given who is here. Pure; the grammar is the contract's.

import { limits, type PersonId } from '@heddle/contract'
import type { ScannedMentions } from '@heddle/contract/mentions'
import type { ResolvedMentions } from './collaboration.ts'

export interface Named {
  /** By handle: active members, and whether they may see what the text is said in. */
  people: ReadonlyMap<string, { id: PersonId; maySee: boolean }>
  /** By handle: the ids of agents. A person's handle comes first. */
  agents: ReadonlyMap<string, string>
}

/** Every handle that may be meant. Which one is, depends on who is here; so they are looked up first. */
export function handlesIn(text: ScannedMentions): string[] {
  const asked = new Set<string>()
  text.parse((handle) => {
    asked.add(handle)
    return false
  })
  return [...asked]
}

export function chooseMentions(text: ScannedMentions, { people, agents }: Named): ResolvedMentions {
  const chosen: ResolvedMentions = { mentions: [], rejected: [], people: [], agents: [] }
  const done = new Set<string>()
  const { spans } = text.parse((handle) => people.has(handle) || agents.has(handle))
  for (const { handle } of spans) {
    if (done.has(handle)) continue
    done.add(handle)
    const person = people.get(handle)
    const agent = agents.get(handle)
    if (person?.maySee) addOnce(chosen.people, person.id)
    else if (person === undefined && agent !== undefined) addOnce(chosen.agents, agent)
    if (person?.maySee || (person === undefined && agent !== undefined)) chosen.mentions.push(handle)
    else chosen.rejected.push({ handle, reason: person === undefined ? 'unknown' : 'not_a_member' })
  }
  // A text full of signs is no list of people.
  chosen.rejected.splice(limits.rejectedMentionsMax)
  return chosen
}

/** Of those whom an agent names: so many in a turn, and each once, or a loop would call everybody again and again. */
export function chooseNamedInTurn(
  named: readonly PersonId[],
  before: readonly PersonId[],
  most: number,
): PersonId[] {
  const known = new Set(before)
  const room = Math.max(0, most - known.size)
  return named.filter((id) => !known.has(id)).slice(0, room)
}

/** One may be called by several handles: the present one and those that they had. */
function addOnce<T>(list: T[], one: T): void {
  if (!list.includes(one)) list.push(one)
}
