// A word on a call that waits for one: once, for the session, or no; now and then two at once, now and then about another
// call than the one that waits, which must be refused.

import { queriesOver } from '../../../src/foundation/database/query.ts'
import type { Approval } from '../../../src/sessions/approvals/approvals.ts'
import type { SessionsTables } from '../../../src/sessions/sessions-tables.ts'
import type { Outcome } from './ask.ts'
import type { Act, ActScene } from './scene.ts'

const db = queriesOver<SessionsTables>()
const shownMax = 20
const decisions = ['once', 'once', 'session', 'deny'] as const

export const decide: Act = async (scene) => {
  const { actor, random, truth, sometimes } = scene
  const seen = await scene.ask({
    what: 'looks for what waits for a word',
    serve: (node) =>
      node.store.read((r) =>
        node.sessions.listApprovals(r, actor, { state: 'pending' }, { limit: shownMax }),
      ),
    acknowledge: ({ items }) => items.forEach((item) => truth.approvals.set(item.id, item)),
  })
  if (seen.kind !== 'done') return
  // Now and then from a page that was opened long ago.
  const items = random.chance(0.1) ? [...truth.approvals.values()] : seen.value.items
  if (items.length === 0) return
  if (random.chance(0.03)) await scene.comeBackTooLate()
  else if (random.chance(0.3)) await scene.pauseBeforeAskingAgain()
  const approval = random.pick(items)
  if (random.chance(0.15)) return contradict(scene, approval, items)
  const callHash = random.chance(0.5) ? approval.callHash : undefined
  const copies = random.chance(0.15) ? 2 : 1
  const outcomes = await Promise.all(
    Array.from({ length: copies }, () => say(scene, approval, random.pick(decisions), callHash)),
  )
  for (const outcome of outcomes) {
    if (outcome.kind !== 'refused') continue
    if (outcome.code === 'already_decided') sometimes.saw('a word came second')
    if (outcome.code === 'approval_expired') sometimes.saw('a word came too late')
  }
}

function say(
  scene: ActScene,
  approval: Approval,
  decision: (typeof decisions)[number],
  callHash: string | undefined,
): Promise<Outcome<boolean>> {
  const { actor, truth, sometimes, breaches } = scene
  const { id, turnId } = approval
  return scene.ask({
    what: `says ${decision} to ${id}`,
    serve: (node) =>
      node.store.tx(async (t) => {
        const turn = await t.one(db.selectFrom('turns').select('state').where('id', '=', turnId))
        await node.sessions.decideApproval(t, actor, id, { decision, callHash })
        return turn?.state === 'running'
      }),
    acknowledge(isInHand) {
      const before = truth.words.get(id)
      if (before?.personId === actor.personId && before.word === decision) {
        sometimes.saw('the same word was said again')
      } else if (before) breaches.report('I47', `${id} was decided twice: ${before.word} and ${decision}`)
      if (!approval.mayDecide) breaches.report('I47', `${actor.handle} may not decide ${id}, and did`)
      truth.words.set(id, { word: decision, personId: actor.personId })
      truth.acknowledged.add(`word ${id}`)
      sometimes.saw(sayings[decision])
      if (isInHand) sometimes.saw('a word came while its turn was at work')
    },
  })
}

const sayings = {
  once: 'a call was allowed once',
  session: 'a call was allowed for the session',
  deny: 'a call was denied',
} as const

/** With the hash of another call: whoever was shown that one decided nothing about this one. */
async function contradict(scene: ActScene, approval: Approval, shown: readonly Approval[]): Promise<void> {
  const other = shown.find(({ callHash }) => callHash !== approval.callHash)
  const outcome = await say(scene, approval, 'once', other?.callHash ?? 'of no call')
  if (outcome.kind === 'refused' && outcome.code === 'call_changed') {
    scene.sometimes.saw('a word about another call was refused')
  }
  if (outcome.kind === 'done') {
    scene.breaches.report('I47', `${approval.id} was decided by a word about another call`)
  }
}
