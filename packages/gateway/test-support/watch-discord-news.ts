// Whether all is quiet between an emulated Discord and our bot: what was told to it is heard, what it was asked is answered,
// and no request is under way. Tests wait for that, never for a time.

import { setImmediate as nextTick } from 'node:timers/promises'
import { outcomeOf } from '@heddle/emulators/discord/interactions'
import type { Discord } from '@heddle/emulators/discord/open-discord'
import { mayIn } from '@heddle/emulators/discord/permissions'
import type { ChannelEars } from '../src/channels/channel.ts'

export interface DiscordNews {
  /** The same ears, with somebody who counts. */
  listenIn(ears: ChannelEars): ChannelEars
  /** This one is not to be heard, or not soon: nobody waits for it. */
  letBe(messageId: string): void
  /** Nobody listens from now on, and nobody waits for what is said. */
  letAllBe(): void
  /** What is not over yet, in words. */
  pending(): string[]
  /** Looks for a few rounds of the loop: both ends are in this process, so what was sent is read within them. */
  isQuiet(): Promise<boolean>
}

const quietRounds = 30
const spokenTypes: ReadonlySet<unknown> = new Set([0, 19])

export function watchDiscordNews({ platform, interactions, clock }: Discord, botId: string): DiscordNews {
  const { state, truth } = platform
  const unheard = new Map<string, string>()
  let listening = 0
  let events = 0
  let isListened = true

  platform.onEvent(({ t, d, channelId }) => {
    events++
    const channel = channelId === undefined ? undefined : state.channels.get(channelId)
    if (!isListened || t !== 'MESSAGE_CREATE' || !channel || !mayIn(state, channel, botId, 'ViewChannel'))
      return
    if (!spokenTypes.has(Reflect.get(d, 'type'))) return
    unheard.set(String(Reflect.get(d, 'id')), String(Reflect.get(d, 'content')))
  })

  function counting<A extends readonly unknown[], T>(run: (...args: A) => Promise<T>) {
    return async (...args: A): Promise<T> => {
      listening++
      events++
      try {
        return await run(...args)
      } finally {
        listening--
        events++
      }
    }
  }

  function pending(): string[] {
    const unanswered = interactions
      .all()
      .filter((one) => ['waiting', 'thinking'].includes(outcomeOf(one, clock.wall())))
    return [
      ...[...unheard.values()].map((text) => `"${text}" is not heard`),
      ...unanswered.map(({ name, messageId }) => `${name ?? `a button of ${messageId}`} is not answered`),
      ...truth.requests
        .filter(({ endedAt }) => endedAt === undefined)
        .map(({ method, path }) => `${method} ${path} is under way`),
      ...(listening > 0 ? ['somebody is listening'] : []),
    ]
  }

  return {
    listenIn(ears) {
      return {
        ...ears,
        hear: counting(async (event) => {
          const heard = await ears.hear(event)
          unheard.delete(event.eventId)
          return heard
        }),
        press: counting(ears.press),
        placeGone: counting(ears.placeGone),
        suggest: counting(ears.suggest),
      }
    },
    letAllBe() {
      isListened = false
      unheard.clear()
    },
    letBe: (messageId) => void unheard.delete(messageId),
    pending,
    async isQuiet() {
      const before = [events, truth.requests.length]
      for (let round = 0; round < quietRounds; round++) {
        await nextTick()
        if (pending().length > 0) return false
      }
      return events === before[0] && truth.requests.length === before[1]
    },
  }
}
