// Somebody looks at what is stuck in the outbox, and has it sent again or lets it be.

import type { ActScene } from '../../sessions/load/scene.ts'
import type { PlacesTruth } from '../places-truth.ts'

const shownMax = 20

export async function settleDelivery(scene: ActScene, truth: PlacesTruth): Promise<void> {
  const { actor, random, sometimes } = scene
  const seen = await scene.ask({
    what: 'looks at what is stuck',
    serve: (node) =>
      node.store.read((r) => node.routing.outbox.list(r, actor, { state: 'trouble' }, { limit: shownMax })),
  })
  if (seen.kind !== 'done' || seen.value.items.length === 0) return
  const { id } = random.pick(seen.value.items)
  if (random.chance(0.3)) await scene.pauseBeforeAskingAgain()
  if (random.chance(0.5)) {
    truth.resentByHand.add(id)
    await scene.ask({
      what: `has ${id} sent again`,
      serve: (node) => node.store.tx((t) => node.routing.outbox.resend(t, actor, id)),
      acknowledge() {
        truth.acknowledged.add(`resend ${id}`)
        sometimes.saw('somebody had something sent again')
      },
    })
    return
  }
  await scene.ask({
    what: `lets ${id} be`,
    serve: (node) => node.store.tx((t) => node.routing.outbox.dismiss(t, actor, id)),
    acknowledge() {
      truth.acknowledged.add(`dismiss ${id}`)
      truth.dismissed.add(id)
      sometimes.saw('somebody let something be')
    },
  })
}
