// Looks over the shoulder of whoever sends: whether they hold the lane (I14), whether it is on record that it leaves (I4),
// whether it may leave at all after an answer that did not come (I7), and whether its time has come (I30).

import { type ConversationRef, placeName } from '@heddle/contract'
import type { Reach } from '@heddle/emulators/loopback/reach-platform'
import type { OutboundChannel, OutboundChannels } from '../../../src/delivery/ports.ts'
import type { CrashableDisk } from '../../disk/crashable-disk.ts'
import type { Life } from '../../time/life.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { Breaches } from '../../watch/breach.ts'
import type { GroundTruth } from '../../watch/ground-truth.ts'
import type { Sometimes } from '../../watch/sometimes.ts'
import { patienceOf } from './patience.ts'

export interface RequestWatch {
  overShoulder(runner: string, channels: OutboundChannels, around: Around): OutboundChannels
  onWire(reach: Reach, accountId: string, life: Life): Reach
}

interface Around {
  life: Life
  disk: CrashableDisk
}

/** How old the knowledge may be with which a request leaves. */
const fenceAgeMaxMs = 1_000

export function createRequestWatch(deps: {
  truth: Pick<GroundTruth, 'holders' | 'lost'>
  breaches: Breaches
  sometimes: Sometimes
  scheduler: Scheduler
  resentByHand: ReadonlySet<string>
}): RequestWatch {
  const { truth, breaches, sometimes, scheduler } = deps
  /** Requests of which nobody was told what they came to, by delivery and part. */
  const doubted = new Map<string, { place: string }>()

  /** Whether it does; who has just lost it may not know yet. */
  function assertHeld(runner: string, place: ConversationRef): boolean {
    const subject = placeName(place)
    for (const { runner: holder, work } of truth.holders.values()) {
      if (holder === runner && work.key === `lane:${subject}`) return true
    }
    const sinceMs = scheduler.nowMs - (truth.lost.get(subject) ?? Number.NEGATIVE_INFINITY)
    if (sinceMs > fenceAgeMaxMs) {
      breaches.report(
        'I14',
        `${runner} wrote to ${subject}, whose lane it does not hold (lost ${sinceMs} ms ago)`,
      )
    }
    return false
  }

  function assertOnRecord({ disk }: Around, id: string): void {
    const [row] = disk.inspect<{ state: string }>('select state from deliveries where id = ?', [id])
    if (row?.state !== 'sending') {
      breaches.report('I4', `${id} leaves, and on record it is ${row?.state ?? 'not there at all'}`)
    }
  }

  function observe(channel: OutboundChannel, runner: string, around: Around): OutboundChannel {
    const { sender, opener } = channel
    const leaving = (place: ConversationRef, id?: string) => {
      if (!around.life.alive) return
      // Whoever has it now may have put on record already that nobody knows.
      if (assertHeld(runner, place) && id !== undefined) assertOnRecord(around, id)
    }
    return {
      ...channel,
      sender: {
        ...sender,
        send(message) {
          leaving(message.place, message.deliveryId)
          return sender.send(message)
        },
        ...(sender.edit && {
          edit(message) {
            leaving(message.place)
            return sender.edit?.(message) ?? Promise.reject(new Error('it cannot edit'))
          },
        }),
      },
      ...(opener && {
        opener: {
          ...opener,
          open(request) {
            leaving(request.under, request.deliveryId)
            return opener.open(request)
          },
        },
      }),
    }
  }

  return {
    overShoulder: (runner, channels, around) => ({
      find(channel, accountId) {
        const found = channels.find(channel, accountId)
        return found && observe(found, runner, around)
      },
    }),

    onWire(reach, accountId, life) {
      const patience = patienceOf()
      return {
        async call(kind, body, signal) {
          if (!life.alive) return reach.call(kind, body, signal)
          const { conversationId, marker } = body as Asked
          const place = `${accountId} ${conversationId}`
          const name = marker && `${marker.delivery}/${marker.part}`
          if (kind === 'send' && name !== undefined) {
            // Somebody who saw that nobody knows wanted it sent all the same.
            if (doubted.has(name) && !deps.resentByHand.has(marker?.delivery ?? '')) {
              breaches.report('I7', `${name} is sent again, and nobody looked whether it is there`)
            }
            doubted.set(name, { place })
          }
          const early = patience.isEarly(kind, conversationId, scheduler.nowMs)
          if (early !== undefined) {
            breaches.report('I30', `${kind} was asked in ${conversationId} ${early} ms before its time`)
          }
          const reply = await reach.call(kind, body, signal)
          patience.hear(kind, conversationId, reply, scheduler.nowMs)
          if (reply.kind === 'answer' && reply.status === 429)
            sometimes.saw('the platform asked for patience')
          if (kind === 'send' && name !== undefined && isKnown(reply)) doubted.delete(name)
          if (
            kind === 'history' &&
            reply.kind === 'answer' &&
            (reply.status === 200 || reply.status === 404)
          ) {
            for (const [one, doubt] of doubted) if (doubt.place === place) doubted.delete(one)
          }
          return reply
        },
      }
    },
  }
}

interface Asked {
  conversationId?: string
  marker?: { delivery: string; part: number }
}

/** Sent, or proven not to be. */
function isKnown(reply: Awaited<ReturnType<Reach['call']>>): boolean {
  if (reply.kind !== 'answer') return reply.kind === 'unreachable'
  const { status, body } = reply
  const hasId = typeof body === 'object' && body !== null && 'id' in body
  return status === 502 || (status >= 400 && status < 500) || (status < 300 && hasId)
}
