// A house with an account on the emulated platform, and short ways to have someone speak there: as a member who linked
// their account, as a guest, or by an event that is handed in as it is.

import type { ConversationRef, Role, SessionId } from '@heddle/contract'
import type { PlatformUser } from '@heddle/emulators/loopback/platform-words'
import type { PersonActor } from '../src/people/people.ts'
import type { HeardNow } from '../src/routing/hear/hear.ts'
import type { InboundEvent } from '../src/routing/ports.ts'
import type { LogEvent } from '../src/sessions/sessions.ts'
import { type LoopbackHouse, type LoopbackHouseOptions, openLoopbackHouse } from './open-loopback-house.ts'

export interface HearingHouse extends LoopbackHouse {
  /** A member here, whose account on the platform is theirs. */
  member(handle: string, role?: Role): Promise<{ actor: PersonActor; user: PlatformUser }>
  /** Hands an event in, as the account's ears would. */
  hear(event: Partial<InboundEvent>): Promise<HeardNow>
  /** The session that the place has by now. */
  sessionIn(place: Partial<ConversationRef>): Promise<SessionId | undefined>
  /** What people said in it, as `name: text`. */
  saidIn(sessionId: SessionId): Promise<string[]>
}

export async function openHearingHouse(options: LoopbackHouseOptions = {}): Promise<HearingHouse> {
  const house = await openLoopbackHouse(options)
  // What people told sets off what it does in the real house.
  house.hearers.push(house.queue)
  let events = 0
  const place = { channel: 'loopback', accountId: 'main', conversationId: house.general }

  return Object.assign(house, {
    async member(handle: string, role: Role = 'member') {
      const { actor } = await house.signedIn(handle, role)
      const user = house.guest(handle)
      const account = { channel: 'loopback', accountId: 'main', platformId: user.id, name: handle }
      await house.store.tx(async (t) => {
        const { code } = await house.people.offerLink(t, actor)
        const { id: guestId } = await house.people.rememberGuest(t, account)
        await house.people.useCode(t, { kind: 'guest', guestId, name: handle, admitted: {} }, code)
      })
      await house.work()
      return { actor, user }
    },
    hear: (event: Partial<InboundEvent>) =>
      house.store.tx((t) =>
        house.routing.hear(t, {
          conversation: place,
          kind: 'channel',
          serverId: house.serverId,
          eventId: `e${++events}`,
          author: { platformId: 'u1', name: 'Vera', isBot: false, isOwn: false },
          text: 'hello',
          isAddressed: true,
          writtenAt: house.clock.wall(),
          ...event,
        }),
      ),
    async sessionIn(of: Partial<ConversationRef>) {
      const { conversationId } = { ...place, ...of }
      const keys = [
        `agent:main:loopback:channel:${conversationId}`,
        `agent:main:loopback:dm:${conversationId}`,
      ]
      for (const key of keys) {
        try {
          return (await house.store.read((r) => house.sessions.see(r, house.operator, key))).id
        } catch {
          // It has none under this key.
        }
      }
      return undefined
    },
    async saidIn(sessionId: SessionId) {
      const events: LogEvent[] = await house.timeline(sessionId)
      return events
        .filter(({ kind }) => kind === 'message.user')
        .map(({ actor, payload }) => `${actor.name}: ${String(payload['text'])}`)
    },
  })
}
