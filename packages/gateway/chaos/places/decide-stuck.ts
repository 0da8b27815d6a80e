// Somebody looks at what waits for a person's word in the outbox, and has some of it sent again and lets some of it be.

import { askGateway, untilGone } from '../ask-gateway.ts'
import { inspect } from '../inspect-database.ts'
import type { PlaceLedger } from './place-ledger.ts'
import type { PlaceStage } from './place-stage.ts'

const leftShare = 0.4

/** How many they decided. */
export async function decideStuck(
  stage: Pick<PlaceStage, 'path' | 'gateway' | 'tokenOf'>,
  { startedAt, resentByHand }: PlaceLedger,
  wrongAnswers: string[],
): Promise<number> {
  const asking = { url: stage.gateway.url, token: stage.tokenOf('ada'), wrongAnswers }
  const stuck = inspect(stage.path, (database) => database.rows<{ id: string }>(selectStuck, startedAt))
  const chosen = stuck.filter(() => Math.random() >= leftShare)
  await untilGone(async () => {
    for (const { id } of chosen) {
      const word = Math.random() < 0.6 ? 'resend' : 'dismiss'
      if (word === 'resend') resentByHand.add(id)
      // What is another's own talk is not shown to them, and what has settled meanwhile needs nobody.
      await askGateway(asking, 'POST', `/deliveries/${id}/${word}`, undefined, [200, 400, 403, 404, 409])
    }
  })
  return chosen.length
}

const selectStuck = `
  select id from deliveries where created_at >= ? and kind in ('message', 'edit')
    and (state in ('unknown', 'rejected', 'gave_up') or (state = 'waiting' and destination = ''))`
