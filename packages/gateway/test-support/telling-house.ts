// A house on an emulated platform in which Ann's agent has sub-agents: what is told of them there can be read, and threads
// can be bound to them.

import type { BindingId, ConversationRef, SessionId } from '@heddle/contract'
import {
  type LoopbackHouse,
  type LoopbackHouseOptions,
  loopbackAccount,
  openLoopbackHouse,
} from './open-loopback-house.ts'
import { type Spawning, spawningIn } from './spawning-sessions.ts'

export interface Telling extends Omit<Spawning<LoopbackHouse>, 'told'> {
  /** The announcements on the timeline of a session. */
  announced: Spawning['told']
  /** Opens a thread under the channel, in which nothing is said yet. */
  thread(name: string): ConversationRef
  general: ConversationRef
  /** Binds that place to a session, by nobody. */
  bind(sessionId: SessionId, conversation: ConversationRef): Promise<BindingId>
  /** Says it to a session as Ann, from that place. */
  sayAt(place: ConversationRef, text: string, sessionId?: SessionId): Promise<void>
  /** What agents said there, as `name: text`; without Heddle's own notices. */
  read(place: ConversationRef): string[]
  notices(place: ConversationRef): string[]
}

export async function telling(options: LoopbackHouseOptions = {}): Promise<Telling> {
  const house = await openLoopbackHouse({ toolOrigins: [], ...options })
  const { told: announced, ...scene } = await spawningIn(house)
  const { platform, botId } = house
  const someone = platform.addUser('Someone')
  const placeOf = (conversationId: string): ConversationRef => ({
    channel: 'loopback',
    accountId: loopbackAccount,
    conversationId,
  })
  const general = placeOf(house.general)
  const texts = ({ conversationId }: ConversationRef) =>
    platform.read(conversationId).filter(({ author }) => author.id === botId)
  const isNotice = (text: string) => text.startsWith('⚙️')
  const write = (list: ReturnType<typeof texts>) => list.map(({ author, text }) => `${author.name}: ${text}`)

  return {
    ...scene,
    announced,
    general,
    thread(name) {
      const anchor = platform.say(someone.id, house.general, name)
      const place = placeOf(platform.startThread(anchor.id, name))
      return { ...place, parentConversationId: house.general }
    },
    async bind(sessionId, conversation) {
      const { id } = await house.store.tx((t) =>
        house.routing.bindings.bind(t, {
          conversation,
          placeKind: 'thread',
          sessionId,
          boundBy: null,
          label: null,
          isOpened: false,
        }),
      )
      return id
    },
    async sayAt(place, text, sessionId = scene.id) {
      const conversation = `${place.channel}/${place.accountId}/${place.conversationId}`
      await house.store.tx((t) =>
        house.sessions.admit(t, scene.ann, {
          sessionId,
          text,
          mode: 'queue',
          channel: place.channel,
          conversation,
        }),
      )
    },
    read: (place) => write(texts(place).filter(({ text }) => !isNotice(text))),
    notices: (place) => write(texts(place).filter(({ text }) => isNotice(text))),
  }
}
