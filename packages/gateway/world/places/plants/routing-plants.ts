// Mistakes about who hears what is written outside, and where outcomes are told.

import type { ConversationRef } from '@heddle/contract'
import { selectDelivery } from '../../../src/delivery/delivery-store.ts'
import { type BindingRow, queries } from '../../../src/routing/routing-tables.ts'
import { alterStatements } from '../../sessions/plants/alter-statements.ts'
import { withEnqueue } from './change-deliveries.ts'
import {
  crumblingWorld,
  fickleWorld,
  forgetfulWorld,
  interruptedWorld,
  intrudedWorld,
  livelyWorld,
  powerlessWorld,
  repeatingWorld,
  twoAccountsWorld,
} from './lively-places.ts'
import type { PlacesPlant } from './places-plant.ts'

function above({ channel, accountId, parentConversationId }: ConversationRef): ConversationRef | undefined {
  return parentConversationId === undefined
    ? undefined
    : { channel, accountId, conversationId: parentConversationId }
}

function asIfGoingOn(text: string, row: unknown): unknown {
  if (text.includes('from "bindings"')) return { ...(row as object), status: 'active' }
  return text.includes('from "runs"') ? { ...(row as object), is_over: 0 } : row
}

export const routingPlants: readonly PlacesPlant[] = [
  {
    name: 'nothing-heard-is-noted',
    mistake: 'nobody notes what came in, and a copy of it comes in again',
    foundWithinSeeds: 10,
    focus: repeatingWorld,
    store: (store) =>
      alterStatements(store, () => ({
        run: (text) => (text.startsWith('insert into "arrivals"') ? Promise.resolve(1) : undefined),
      })),
  },
  {
    name: 'heard-by-the-other-account',
    mistake: 'what one account has heard counts as heard by all',
    foundWithinSeeds: 20,
    focus: twoAccountsWorld,
    routing(routing) {
      const heard = new Map<string, string>()
      return {
        ...routing,
        async hear(t, event, fetched) {
          const { accountId } = event.conversation
          if ((heard.get(event.eventId) ?? accountId) !== accountId) {
            return { kind: 'ignored', reason: 'repeated', deduped: true }
          }
          heard.set(event.eventId, accountId)
          return routing.hear(t, event, fetched)
        },
      }
    },
  },
  {
    name: 'kept-are-overtaken',
    mistake: 'what is written while others wait in a place is not put behind them',
    foundWithinSeeds: 300,
    focus: interruptedWorld,
    doorStore: (store) =>
      alterStatements(store, () => ({
        one: (text, _, row) => (text.startsWith('select * from "kept_arrivals"') ? undefined : row),
      })),
  },
  {
    name: 'revived-again-and-again',
    mistake: 'the binding of a session that goes on still points at the one that ended',
    foundWithinSeeds: 30,
    focus: livelyWorld,
    store: (store) =>
      alterStatements(store, () => ({
        run: (text) =>
          text.startsWith('update "bindings" set "session_id"') ? Promise.resolve(1) : undefined,
      })),
  },
  {
    name: 'over-still-hears',
    mistake: 'what is written where something is over goes into what is over',
    foundWithinSeeds: 10,
    focus: livelyWorld,
    doorStore: (store) =>
      alterStatements(store, () => ({
        one: (text, _, row) => (row === undefined ? row : asIfGoingOn(text, row)),
      })),
  },
  {
    name: 'acknowledged-before-the-disk',
    mistake: 'the platform is told that we have it before the disk does',
    foundWithinSeeds: 60,
    focus: powerlessWorld,
    doorStore: (store) => ({ ...store, durable: async () => undefined }),
  },
  {
    name: 'gaps-stay',
    mistake: 'after a gap nobody fetches what was missed',
    foundWithinSeeds: 20,
    focus: forgetfulWorld,
    routing: (routing) => ({ ...routing, lastHeard: async () => [] }),
  },
  {
    name: 'hears-itself',
    mistake: 'what we wrote ourselves is taken for somebody’s',
    foundWithinSeeds: 10,
    focus: livelyWorld,
    deliveries: (deliveries) => ({ ...deliveries, isOwn: async () => false }),
    routing: (routing) => ({
      ...routing,
      hear: (t, event, fetched) =>
        routing.hear(
          t,
          event.author.isOwn
            ? {
                ...event,
                isAddressed: true,
                author: { ...event.author, platformId: 'vera', isOwn: false, isBot: false },
              }
            : event,
          fetched,
        ),
    }),
  },
  {
    name: 'threads-are-open-to-all',
    mistake: 'in a platform thread nobody asks who may speak',
    foundWithinSeeds: 20,
    focus: intrudedWorld,
    routing: (routing) => ({
      ...routing,
      hear: (t, event, fetched) =>
        routing.hear(
          t,
          event.kind === 'thread' ? { ...event, author: { ...event.author, platformId: 'vera' } } : event,
          fetched,
        ),
    }),
  },
  {
    name: 'copy-to-the-channel',
    mistake: 'what is said in a thread is said in its channel too',
    foundWithinSeeds: 10,
    focus: livelyWorld,
    deliveries: (deliveries) =>
      withEnqueue(deliveries, (item) => {
        const parent = item.kind === 'message' ? above(item.place) : undefined
        return item.kind === 'message' && parent !== undefined ? [item, { ...item, place: parent }] : [item]
      }),
  },
  {
    name: 'told-in-the-wrong-place',
    mistake: 'what is said in a thread is said in its channel instead',
    foundWithinSeeds: 10,
    focus: livelyWorld,
    deliveries: (deliveries) =>
      withEnqueue(deliveries, (item) => {
        const parent = item.kind === 'message' ? above(item.place) : undefined
        return item.kind === 'message' && parent !== undefined ? [{ ...item, place: parent }] : [item]
      }),
  },
  {
    name: 'farewell-twice',
    mistake: 'a farewell is said once for each time that somebody thinks of it',
    foundWithinSeeds: 20,
    focus: fickleWorld,
    deliveries: (deliveries) =>
      withEnqueue(deliveries, (item) =>
        item.cause.startsWith('farewell:') ? [item, { ...item, cause: `${item.cause}:again` }] : [item],
      ),
  },
  {
    name: 'no-farewell',
    mistake: 'nobody says that a place is no longer bound',
    foundWithinSeeds: 20,
    focus: fickleWorld,
    routing: (routing) => ({
      ...routing,
      postFarewell: async () => undefined,
      postIntro: async () => undefined,
    }),
  },
  {
    name: 'ended-still-routes',
    mistake: 'the end of a binding is told, and the binding stays',
    foundWithinSeeds: 10,
    focus: fickleWorld,
    store: (store) =>
      alterStatements(store, () => ({
        async one(text, _, row, t) {
          if (row !== undefined && text.startsWith('update "bindings" set "status"')) {
            // The edge: what this statement gives back.
            const { id } = row as Pick<BindingRow, 'id'>
            const inForce = { status: 'active', ended_at: null, end_reason: null } as const
            await t.run(queries.updateTable('bindings').set(inForce).where('id', '=', id))
          }
          return row
        },
      })),
  },
  {
    name: 'notices-keep-alive',
    mistake: 'a word of ours about a place counts as if somebody had spoken there',
    foundWithinSeeds: 30,
    focus: fickleWorld,
    deliveries: (deliveries) => ({
      ...deliveries,
      async read(r, id) {
        const found = await deliveries.read(r, id)
        return found && { ...found, isNotice: false }
      },
    }),
  },
  {
    name: 'refused-and-forgotten',
    mistake: 'nobody decides once more where to tell what its place refused',
    foundWithinSeeds: 60,
    focus: crumblingWorld,
    routing: (routing) => ({
      ...routing,
      followDelivery: async (t, id) => {
        const { state } = (await t.one(selectDelivery({ id }))) ?? {}
        if (state !== 'rejected') await routing.followDelivery(t, id)
      },
    }),
  },
]
