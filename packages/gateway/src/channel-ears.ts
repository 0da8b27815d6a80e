// What an account says what it hears to: each is one transaction of routing's, and on disk before it is acknowledged.

import { limits, Refusal } from '@heddle/contract'
import type { ChannelAccount, ChannelEars, InboundEvent } from './channels/channel.ts'
import type { Deliveries } from './delivery/delivery.ts'
import type { Clock } from './foundation/clock.ts'
import type { Store, Tx } from './foundation/database/store.ts'
import type { Log } from './foundation/logging/log.ts'
import type { People } from './people/people.ts'
import type { FetchedFiles } from './routing/hear/arrival.ts'
import type { CommandAnswer, Routing } from './routing/routing.ts'

export interface EarsDeps {
  store: Pick<Store, 'read' | 'tx' | 'durable'>
  routing: Pick<
    Routing,
    | 'hear'
    | 'fetchFiles'
    | 'refuse'
    | 'tellConfirmed'
    | 'press'
    | 'refusePress'
    | 'suggest'
    | 'placeGone'
    | 'lastHeard'
  >
  deliveries: Pick<Deliveries, 'resumeAccount'>
  clock: Clock
  log?: Pick<Log, 'warn'>
  people: Pick<People, 'recogniseAccount'>
}

export function createChannelEars(
  deps: EarsDeps,
  { channel, accountId }: Pick<ChannelAccount, 'channel' | 'accountId'>,
): ChannelEars {
  const { store, people } = deps

  /** Only what is on disk may be acknowledged (I1). */
  async function surely<T>(run: (t: Tx) => Promise<T>): Promise<T> {
    const result = await store.tx(run)
    await store.durable()
    return result
  }

  /** Before its transaction: a platform takes its time to hand them over. */
  async function fetch(event: InboundEvent): Promise<FetchedFiles> {
    if ((event.attachments ?? []).length === 0) return { files: [], leftOut: [] }
    const gaveUp = new AbortController()
    const end = deps.clock.timer(limits.inboundFilesMs, () => gaveUp.abort(new Error('it took too long')))
    try {
      return await deps.routing.fetchFiles(store, event, gaveUp.signal)
    } finally {
      end()
    }
  }

  /** The stop is answered at once, and its answer is changed when all of it has come to an end. */
  function followStop(event: InboundEvent, confirm: () => Promise<CommandAnswer>): void {
    confirm()
      .then((answer) => store.tx((t) => deps.routing.tellConfirmed(t, event, answer)))
      // The first answer stands, and says no less than it did.
      .catch((error: unknown) => deps.log?.warn('what a stop came to could not be told', { error }))
  }

  return {
    async hear(event) {
      try {
        const fetched = await fetch(event)
        const { confirm, ...heard } = await surely((t) => deps.routing.hear(t, event, fetched))
        if (confirm) followStop(event, confirm)
        return heard
      } catch (error) {
        // What was refused is undone; that it was refused is said where it was asked.
        if (isFinal(error)) return surely((t) => deps.routing.refuse(t, event, error))
        throw error
      }
    },
    async press(event) {
      try {
        return await surely((t) => deps.routing.press(t, event))
      } catch (error) {
        if (isFinal(error)) return surely((t) => deps.routing.refusePress(t, event, error))
        throw error
      }
    },
    suggest: (question) => store.read((r) => deps.routing.suggest(r, question)),
    placeGone: (place, how) => surely((t) => deps.routing.placeGone(t, place, how)),
    reachedAgain: () => store.tx((t) => deps.deliveries.resumeAccount(t, channel, accountId)),
    lastHeard: (limit) => store.read((r) => deps.routing.lastHeard(r, channel, accountId, limit)),
    handlesOf: (platformIds) =>
      store.read(async (r) => {
        const handles = new Map<string, string>()
        for (const platformId of platformIds) {
          const person = await people.recogniseAccount(r, { channel, accountId, platformId })
          if (person) handles.set(platformId, person.handle)
        }
        return handles
      }),
  }
}

/** An expected "no" stays one however often the platform tells it; a full disk does not. */
function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.status < 500
}
