// Who looks at the session just now and who types, as the server last said. Pure. Nothing of it is ever told twice, so
// after a break it is not known.

import type { ServerFrame } from '@heddle/contract'
import { presenceChange, presenceOfSnapshot, typingChange } from './live.at-build.ts'

export interface Onlooker {
  id: string
  name: string
  state: 'active' | 'idle' | 'away'
}

export interface Onlookers {
  people: readonly Onlooker[]
  typing: readonly { id: string; name: string; until: number }[]
}

export const noOnlookers: Onlookers = { people: [], typing: [] }

interface Told extends Omit<Onlooker, 'state'> {
  state: Onlooker['state'] | 'gone'
}

export function applyOnlookers(before: Onlookers, frame: ServerFrame, now: number): Onlookers {
  if (frame.type === 'snap') {
    const read = presenceOfSnapshot.safeParse(frame.state)
    return { people: read.success ? merge([], read.data.presence) : [], typing: [] }
  }
  // What was typed is here.
  if (frame.type === 'ev' && frame.kind === 'message.user') return withoutTyping(before, frame.actor.id)
  if (frame.type !== 'eph') return before
  if (frame.kind === 'presence') {
    const read = presenceChange.safeParse(frame)
    if (!read.success) return before
    const gone = read.data.people.filter(({ state }) => state === 'gone')
    const held = read.data.isAll === true ? [] : before.people
    const rest: Onlookers = { ...before, people: merge(held, read.data.people) }
    return gone.reduce((left, { id }) => withoutTyping(left, id), rest)
  }
  if (frame.kind !== 'typing') return before
  const read = typingChange.safeParse(frame)
  if (!read.success) return before
  const { person, expiresMs } = read.data
  const { typing } = withoutTyping(before, person.id)
  return { ...before, typing: [...typing, { ...person, until: now + expiresMs }] }
}

export function withoutExpired(before: Onlookers, now: number): Onlookers {
  const typing = before.typing.filter(({ until }) => until > now)
  return typing.length === before.typing.length ? before : { ...before, typing }
}

function withoutTyping(before: Onlookers, id: string | null): Onlookers {
  const typing = before.typing.filter((one) => one.id !== id)
  return typing.length === before.typing.length ? before : { ...before, typing }
}

function merge(before: readonly Onlooker[], told: readonly Told[]): Onlooker[] {
  const people = new Map(before.map((person) => [person.id, person]))
  for (const { id, name, state } of told) {
    if (state === 'gone') people.delete(id)
    else people.set(id, { id, name, state })
  }
  return [...people.values()]
}
