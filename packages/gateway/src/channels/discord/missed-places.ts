// After a gap: which places are read, from where on, and in which line what was missed there stands. Where somebody was
// heard, from the newest of that on; elsewhere from the newest that Discord had told us of at all, so that neither the first
// word in a place is lost nor what was there before us is answered (CHN2). Bounded over all places.

import { type ConversationRef, limits } from '@heddle/contract'
import { z } from 'zod'
import type { KeyedRunner } from '../../foundation/keyed-runner.ts'
import { readAllowedPlaces } from './allowed-places.ts'
import { catchUpPlace, type MissedPlace } from './catch-up.ts'
import { snowflake } from './channel-words.ts'
import { chooseUnheard, type ToldServer } from './choose-unheard.ts'
import type { Ear } from './ear.ts'
import { conversationRef } from './inbound-message.ts'
import { compareIds, idBefore, idJustBefore, timeOfId } from './snowflake-time.ts'
import { takeSurely } from './take-surely.ts'

export interface Missed {
  /**
   * A gap begins to be closed: all places in which somebody was heard are in line when it resolves, with what to wait for.
   * `since`: the newest message that was told of before it, if any.
   */
  putHeardInLine(since: string | undefined): Promise<readonly Promise<unknown>[]>
  /** As a session begins: its servers are told one by one. `since`: undefined where there was none before, ever. */
  expectServers(ready: unknown, since: string | undefined): void
  /** Whether one of them is not told of yet: what was said there is not even begun to be read. */
  isExpecting(): boolean
  /** Its places are in line when this returns; resolves when all of them are heard. */
  readServer(server: ToldServer, through: string | undefined): Promise<unknown>
  /** The same of what was told and not taken, where nobody was heard yet. */
  putLeftOutInLine(messages: readonly LeftOut[]): Promise<readonly Promise<unknown>[]>
}

/** A message, by where it was said. */
export interface LeftOut {
  channelId: string
  id: string
}

const heardPlacesMax = 200
const placesAtOnce = 4
const heardPagesMax = 10
/** Some of what was said before is never told of. So far back it is looked for, and not for what nobody waits for any more. */
const lookBackMs = 10 * 60_000
/** In a place in which nobody was heard yet. */
const unheardPagesMax = 2

const readySchema = z.object({ guilds: z.array(z.object({ id: snowflake })) })

export function createMissed(ear: Ear, lines: KeyedRunner): Missed {
  const { around, ears, inbound, known, signal } = ear
  const inTurn = createTurns(placesAtOnce)
  /** From where on each server is read that was announced and is not told of yet. Undefined: from nowhere. */
  let expected = new Map<string, string | undefined>()
  let heardIn: ReadonlySet<string> = new Set()
  let budget = { left: limits.catchUpMessagesMax }

  function putInLine(place: MissedPlace): Promise<unknown> {
    return lines.run(place.conversation.conversationId, () =>
      inTurn(() => takeSurely(around, 'catch-up', signal, () => catchUpPlace(ear, place, budget))),
    )
  }

  const unheard = (conversation: ConversationRef, eventId: string): MissedPlace => {
    return { conversation, eventId, pagesMax: unheardPagesMax }
  }

  async function findLastHeard() {
    let places: Awaited<ReturnType<typeof ears.lastHeard>> = []
    try {
      await takeSurely(around, 'what was heard last', signal, async () => {
        places = await ears.lastHeard(heardPlacesMax)
      })
    } catch {
      // The account is being closed.
    }
    return places
  }

  return {
    async putHeardInLine(since) {
      const places = await findLastHeard()
      if (signal.aborted) return []
      heardIn = new Set(places.map(({ conversation }) => conversation.conversationId))
      budget = { left: limits.catchUpMessagesMax }
      const earliest = since === undefined ? '0' : idBefore(timeOfId(since) - lookBackMs)
      return places.map(({ conversation, eventId }) =>
        putInLine({
          conversation,
          eventId: compareIds(eventId, earliest) > 0 ? eventId : earliest,
          pagesMax: heardPagesMax,
        }),
      )
    },
    expectServers(ready, since) {
      const { guilds = [] } = readySchema.safeParse(ready).data ?? {}
      // One that was out of reach in the session before as well is read from where that would have been.
      const next = guilds.map(({ id }) => [id, expected.has(id) ? expected.get(id) : since] as const)
      expected = new Map(next)
    },
    isExpecting: () => expected.size > 0,
    readServer(server, through) {
      const since = expected.has(server.id) ? expected.get(server.id) : through
      expected.delete(server.id)
      if (since === undefined) return Promise.resolve()
      const { after, channels, leftOut } = chooseUnheard(server, {
        since,
        now: around.clock.wall(),
        allowed: readAllowedPlaces(around.settings()['allow']),
        isHeard: (id) => heardIn.has(id),
      })
      if (leftOut > 0) {
        around.log.warn('something was said in more places on Discord than are read after a gap', { leftOut })
      }
      return Promise.all(
        channels.map((channel) => putInLine(unheard(conversationRef(inbound, channel), after))),
      )
    },
    async putLeftOutInLine(messages) {
      const waitFor: Promise<unknown>[] = []
      for (const [channelId, first] of firstOfEach(messages)) {
        if (heardIn.has(channelId)) continue
        const channel = await known.find(channelId).catch(() => undefined)
        if (!channel) continue
        waitFor.push(putInLine(unheard(conversationRef(inbound, channel), idJustBefore(first))))
      }
      return waitFor
    },
  }
}

function firstOfEach(messages: readonly LeftOut[]): Map<string, string> {
  const firsts = new Map<string, string>()
  for (const { channelId, id } of messages) {
    const first = firsts.get(channelId)
    if (first === undefined || compareIds(id, first) < 0) firsts.set(channelId, id)
  }
  return firsts
}

/** Whose turn it is takes it over from who had it before. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
