// Mistakes about sending: what is sent again, when, in which order, and with whose word.

import type { MessageSender, OutboundChannels, SendOutcome } from '../../../src/delivery/ports.ts'
import { overtakenLine } from '../../../src/delivery/write-label.ts'
import { alterStatements } from '../../sessions/plants/alter-statements.ts'
import {
  blockedWorld,
  frozenWorld,
  limitedWorld,
  livelyModel,
  livelyWorld,
  powerlessWorld,
  unansweredWorld,
  unreadWorld,
} from './lively-places.ts'
import type { PlacesPlant } from './places-plant.ts'

function withSender(
  channels: OutboundChannels,
  change: (sender: MessageSender) => Partial<MessageSender>,
): OutboundChannels {
  return {
    find(channel, accountId) {
      const found = channels.find(channel, accountId)
      return found && { ...found, sender: { ...found.sender, ...change(found.sender) } }
    },
  }
}

const asNotSent = (outcome: SendOutcome): SendOutcome =>
  outcome.kind === 'unknown' ? { kind: 'not_sent', why: 'later', detail: outcome.detail } : outcome

export const deliveryPlants: readonly PlacesPlant[] = [
  {
    name: 'blind-retry',
    mistake: 'what nobody knows the end of is sent again without a look',
    foundWithinSeeds: 10,
    focus: unansweredWorld,
    channels: (channels) =>
      withSender(channels, (sender) => ({ send: async (message) => asNotSent(await sender.send(message)) })),
  },
  {
    name: 'look-finds-nothing',
    mistake: 'whoever looks whether something is there never finds it',
    foundWithinSeeds: 20,
    focus: unansweredWorld,
    channels: (channels) => withSender(channels, () => ({ find: async () => ({ kind: 'absent' }) })),
  },
  {
    name: 'nonsense-taken-for-absence',
    mistake: 'what cannot be read counts as not being there',
    foundWithinSeeds: 20,
    focus: unreadWorld,
    channels: (channels) =>
      withSender(channels, (sender) => ({
        async find(look) {
          const found = await sender.find?.(look)
          return found === undefined || found.kind === 'unreadable' ? { kind: 'absent' } : found
        },
      })),
  },
  {
    name: 'left-unknown-for-good',
    mistake: 'what could not be read for as long as others waited is never looked for again',
    foundWithinSeeds: 20,
    focus: unreadWorld,
    deliveries: (deliveries) => ({
      ...deliveries,
      sweepCopies: (job) => job.commit(async () => undefined),
    }),
  },
  {
    name: 'back-without-a-word',
    mistake: 'what comes back behind what was said since does not say so',
    foundWithinSeeds: 60,
    focus: unreadWorld,
    channels: (channels) =>
      withSender(channels, (sender) => ({
        send: (message) => sender.send({ ...message, text: message.text.replace(`${overtakenLine}\n`, '') }),
      })),
  },
  {
    name: 'unknown-taken-for-sent',
    mistake: 'what nobody knows the end of counts as sent',
    foundWithinSeeds: 20,
    focus: unansweredWorld,
    channels: (channels) =>
      withSender(channels, (sender) => ({
        async send(message) {
          const outcome = await sender.send(message)
          return outcome.kind === 'unknown'
            ? { kind: 'sent', platformId: `guess ${message.deliveryId}` }
            : outcome
        },
      })),
  },
  {
    name: 'waits-ignored',
    mistake: 'nobody reads for how long the platform wants to be left alone',
    foundWithinSeeds: 10,
    focus: limitedWorld,
    reach: (reach) => ({
      async call(kind, body, signal) {
        const reply = await reach.call(kind, body, signal)
        return reply.kind === 'answer' && reply.status === 429
          ? { ...reply, body: { code: 'rate_limited' } }
          : reply
      },
    }),
  },
  {
    name: 'one-waits-all-wait',
    mistake: 'a place that is to be left alone stops its whole account',
    foundWithinSeeds: 20,
    focus: blockedWorld,
    channels: (channels) =>
      withSender(channels, (sender) => ({
        async send(message) {
          const outcome = await sender.send(message)
          return outcome.kind === 'not_sent' && outcome.scope === 'place'
            ? { ...outcome, scope: 'account' }
            : outcome
        },
      })),
  },
  {
    name: 'late-without-a-word',
    mistake: 'what comes late does not say so',
    foundWithinSeeds: 20,
    focus: blockedWorld,
    channels: (channels) =>
      withSender(channels, (sender) => ({
        send: (message) => sender.send({ ...message, text: message.text.replace(/^.*delayed.*\n+/i, '') }),
      })),
  },
  {
    name: 'parts-out-of-order',
    mistake: 'the parts of a long text are numbered from its end',
    foundWithinSeeds: 20,
    focus: { ...livelyWorld, model: { ...livelyModel, longChance: 0.8 } },
    channels: (channels) => ({
      find(channel, accountId) {
        const found = channels.find(channel, accountId)
        return (
          found && { ...found, renderer: { render: (input) => found.renderer.render(input).toReversed() } }
        )
      },
    }),
  },
  {
    name: 'last-part-left-out',
    mistake: 'a long text loses its last part when it is cut',
    foundWithinSeeds: 20,
    focus: { ...livelyWorld, model: { ...livelyModel, longChance: 0.8 } },
    store: (store) =>
      alterStatements(store, () => {
        let parts = 0
        return {
          run: (text) =>
            text.startsWith('insert into "deliveries"') && ++parts === 3 ? Promise.resolve(1) : undefined,
        }
      }),
  },
  {
    name: 'sends-before-the-disk',
    mistake: 'a request leaves before the disk has it on record',
    foundWithinSeeds: 60,
    focus: powerlessWorld,
    deliveryStore: (store) => ({ ...store, durable: async () => undefined }),
  },
  {
    name: 'sends-without-record',
    mistake: 'that a request leaves is not put on record before it does',
    foundWithinSeeds: 10,
    focus: livelyWorld,
    channels: (channels) =>
      withSender(channels, (sender) => ({
        send: (message) =>
          sender.send({ ...message, deliveryId: `${message.deliveryId}x` as typeof message.deliveryId }),
      })),
  },
  {
    name: 'lane-without-fence',
    mistake: 'whoever lost a lane goes on sending in it',
    foundWithinSeeds: 150,
    focus: frozenWorld,
    deliveries: (deliveries) => ({
      ...deliveries,
      drain: (job, destination) => deliveries.drain({ ...job, holds: async () => true }, destination),
    }),
  },
  {
    name: 'lanes-of-no-key',
    mistake: 'work on one lane has a key of its own each time',
    foundWithinSeeds: 10,
    focus: livelyWorld,
    deliveryTimers(timers) {
      let count = 0
      return {
        ...timers,
        schedule: (t, name, work) => timers.schedule(t, name, { ...work, key: `${work.key} ${++count}` }),
        ensure: (t, name, work) => timers.ensure(t, name, { ...work, key: `${work.key} ${++count}` }),
      }
    },
  },
]
