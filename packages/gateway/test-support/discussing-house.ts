// A team session in which something was said and done, and short ways to discuss it over HTTP.

import type { SessionId, WholeThreadJson } from '@heddle/contract'
import { type KnownPerson, knownPerson } from './known-person.ts'
import { openTestDoor, type TestAnswer, type TestDoor } from './open-test-door.ts'
import type { TestSessionsOptions } from './open-test-sessions.ts'

export interface DiscussingHouse {
  house: TestDoor
  kim: KnownPerson
  lou: KnownPerson
  /** Only looks on. */
  vic: KnownPerson
  id: SessionId
  /** What Kim said in it. */
  eventId: string
  ask(who: KnownPerson, method: string, path: string, body?: unknown): Promise<TestAnswer>
  /** Opens the thread of Kim's message, or of another event. */
  open(who: KnownPerson, anchorEventId?: string): Promise<WholeThreadJson>
  reply(who: KnownPerson, threadId: string, body: string, clientMessageId?: string): Promise<TestAnswer>
}

export async function openDiscussingHouse(
  options: TestSessionsOptions & { visibility?: 'team' | 'private' } = {},
): Promise<DiscussingHouse> {
  const { visibility = 'team', ...others } = options
  const house = await openTestDoor(others)
  const [kim, lou, vic] = [
    await knownPerson(house, 'kim', 'member'),
    await knownPerson(house, 'lou', 'member'),
    await knownPerson(house, 'vic', 'viewer'),
  ]
  const id = await house.chat(kim.actor, { visibility })
  const { eventId } = await house.say(kim.actor, id, 'The roof leaks.', { mode: 'note' })
  let said = 0
  const ask: DiscussingHouse['ask'] = (who, method, path, body) =>
    house.ask(method, path, { headers: who.headers, ...(body !== undefined && { body }) })
  return {
    house,
    kim,
    lou,
    vic,
    id,
    eventId,
    ask,
    open: async (who, anchorEventId = eventId) =>
      (await ask(who, 'POST', `/sessions/${id}/threads`, { anchorEventId })).body,
    reply: (who, threadId, body, clientMessageId = `r${++said}`) =>
      ask(who, 'POST', `/threads/${threadId}/replies`, { body, clientMessageId }),
  }
}
