// The troubles that the platform has of its own in a round: answers that go wrong, events that come twice, in another order
// or not at all, and an account that is not known for a while.

import { noFaults } from '@heddle/emulators/loopback/faults'
import { between } from '../chaos-round.ts'
import { chooseFaults } from './place-faults.ts'
import { countFault, type PlaceLedger } from './place-ledger.ts'
import { botId, botToken, type PlaceStage } from './place-stage.ts'

/** What comes back ends it. */
export function makeTrouble(stage: PlaceStage, ledger: PlaceLedger): () => void {
  const { platform } = stage
  platform.useFaults(chooseFaults((kind) => countFault(ledger, kind)))
  const feed = platform.state.bots.get(botId)?.feed
  if (!feed) throw new Error('the program is not on the platform')
  ledger.hasSwaps = Math.random() < 0.3
  ledger.hasCopies = Math.random() < 0.5
  ledger.namesMissed = Math.random() < 0.7
  Object.assign(feed.manners, {
    copyRate: ledger.hasCopies ? 0.3 : 0,
    swapRate: ledger.hasSwaps ? 0.2 : 0,
    namesMissed: ledger.namesMissed,
  })
  const later: NodeJS.Timeout[] = []
  if (Math.random() < 0.3) {
    const lose = () => {
      if (feed.lose() > 0) ledger.lossAt.push(Date.now())
    }
    later.push(setTimeout(lose, between(600, 1_500)))
  }
  if (Math.random() < 0.1) {
    // The platform knows the account no more, until somebody sees to it.
    const refuse = () => {
      platform.changeToken(botId, 'another')
      countFault(ledger, 'token refused')
    }
    later.push(setTimeout(refuse, between(200, 1_000)))
  }
  return () => {
    for (const timer of later) clearTimeout(timer)
    endTrouble(stage)
  }
}

function endTrouble({ platform }: PlaceStage): void {
  platform.useFaults(noFaults)
  platform.changeToken(botId, botToken)
  for (const { id, closedTo } of platform.state.conversations.values()) {
    if (closedTo.size > 0) platform.close(id, botId, false)
  }
  const feed = platform.state.bots.get(botId)?.feed
  if (feed) Object.assign(feed.manners, { copyRate: 0, swapRate: 0 })
}
