// Mistakes about what agents say besides their answers, and about what people decide of what was said.

import { selectDelivery } from '../../../src/delivery/delivery-store.ts'
import { alterStatements } from '../../sessions/plants/alter-statements.ts'
import { withEnqueue } from './change-deliveries.ts'
import {
  askingWorld,
  crumblingWorld,
  forgetfulWorld,
  livelyModel,
  livelyWorld,
  quotingWorld,
  strandedWorld,
  streamingWorld,
  unsettledWorld,
} from './lively-places.ts'
import { placeMixOf } from '../load/place-mix.ts'
import type { PlacesPlant } from './places-plant.ts'

export const saidPlants: readonly PlacesPlant[] = [
  {
    name: 'redacted-stays-outside',
    mistake: 'what was redacted stays where it was told',
    foundWithinSeeds: 20,
    focus: { ...livelyWorld, mix: placeMixOf({ redact: 6 }) },
    deliveries: (deliveries) => ({ ...deliveries, redact: async () => undefined }),
  },
  {
    name: 'redacted-stays-quoted',
    mistake: 'what people quoted of us stays quoted when it is redacted',
    foundWithinSeeds: 20,
    focus: quotingWorld,
    routing: (routing) => ({ ...routing, changeQuotes: async () => undefined }),
  },
  {
    name: 'besides-and-besides',
    mistake: 'what an agent says besides its answer is said twice',
    foundWithinSeeds: 10,
    focus: { ...livelyWorld, model: { ...livelyModel, messageChance: 0.9 } },
    deliveries: (deliveries) =>
      withEnqueue(deliveries, (item) =>
        item.cause.startsWith('tool:') ? [item, { ...item, cause: `${item.cause}:again` }] : [item],
      ),
  },
  {
    name: 'decided-copies-still-ask',
    mistake: 'copies of an approval are not changed when it is decided',
    foundWithinSeeds: 20,
    focus: askingWorld,
    routing: (routing) => ({ ...routing, settleApprovalCopies: async () => undefined }),
  },
  {
    name: 'let-be-and-sent',
    mistake: 'what somebody let be stays where it was',
    foundWithinSeeds: 40,
    focus: { ...crumblingWorld, mix: placeMixOf({ lockThread: 4, settle: 8 }) },
    deliveries: (deliveries) => ({
      ...deliveries,
      async dismiss(t, id) {
        const found = await deliveries.read(t, id)
        if (!found) throw new Error(`there is no delivery ${id}`)
        return found
      },
    }),
  },
  {
    name: 'streamed-and-said',
    mistake: 'what was shown while it was written is followed by the whole answer once more',
    foundWithinSeeds: 20,
    focus: streamingWorld,
    deliveries: (deliveries) =>
      withEnqueue(deliveries, (item) =>
        item.kind === 'edit' && item.cause.startsWith('turn:') ? [{ ...item, kind: 'message' }] : [item],
      ),
  },
  {
    name: 'half-of-it-stays-behind',
    mistake: 'what was shown while it was written stays where it is not told',
    foundWithinSeeds: 40,
    focus: unsettledWorld,
    deliveries: (deliveries) =>
      withEnqueue(deliveries, (item) => (item.cause.endsWith(':elsewhere') ? [] : [item])),
  },
  {
    name: 'begun-and-lost',
    mistake: 'an answer whose beginning was refused has the name of its beginning, and is said nowhere',
    foundWithinSeeds: 40,
    focus: strandedWorld,
    deliveries: (deliveries) =>
      withEnqueue(deliveries, (item) =>
        item.kind === 'message' && item.cause.endsWith(':whole')
          ? [{ ...item, cause: item.cause.slice(0, -':whole'.length) }]
          : [item],
      ),
  },
  {
    name: 'carried-and-forgotten',
    mistake: 'nobody sees that what was begun for a turn carries what its run came to',
    foundWithinSeeds: 60,
    focus: strandedWorld,
    routing: (routing) => ({
      ...routing,
      followDelivery: async (t, id) => {
        const { state, cause } = (await t.one(selectDelivery({ id }))) ?? {}
        if (state !== 'rejected' || !cause?.startsWith('turn:')) await routing.followDelivery(t, id)
      },
    }),
  },
  {
    name: 'opened-and-unknown',
    mistake: 'after a gap nobody looks where nobody has spoken yet',
    foundWithinSeeds: 60,
    focus: forgetfulWorld,
    store: (store) =>
      alterStatements(store, () => ({
        run: (text) =>
          text.startsWith('insert into "place_marks"') && text.endsWith('do nothing')
            ? Promise.resolve(1)
            : undefined,
      })),
  },
]
