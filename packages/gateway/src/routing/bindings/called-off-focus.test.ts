import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { type PlannedFault, scriptFaults } from '@heddle/emulators/loopback/faults'
import { type FocusScene, openFocusScene } from '../../../test-support/focus-scene.ts'

const later: PlannedFault[] = [
  { on: 'thread.open', fault: { kind: 'rate_limited', retryAfterMs: 5_000, scope: 'conversation' } },
]
const lost: PlannedFault[] = [
  { on: 'thread.open', fault: { kind: 'reset', isDone: true } },
  { on: 'history', times: 3, fault: { kind: 'unreachable' } },
]

/** Ann focuses the sub-agent in the channel, and something goes wrong with the thread. */
async function focusWith(scene: FocusScene, faults: readonly PlannedFault[]): Promise<void> {
  const { h, ann, say } = scene
  h.platform.useFaults(scriptFaults(faults))
  await say(ann, h.general, `${h.mention} /focus worker`)
}

/** Nothing is bound, no thread stands open, and it was said once, in the channel. */
async function assertCalledOff(scene: FocusScene, why: string): Promise<void> {
  const { h, ann, threads, told } = scene
  for (let i = 0; i < 12; i++) {
    h.clock.advance(limits.deliveryTimeoutMs)
    await h.settle()
  }
  const page = { limit: 10 }
  const { items } = await h.store.read((r) => h.routing.listBindings(r, ann.actor, { status: 'all' }, page))
  assert.deepEqual(items, [])
  const open = threads().filter(({ name, isArchived }) => name.startsWith('🤖') && !isArchived)
  assert.deepEqual(open, [])
  const said = told(h.general).filter((line) => line.includes('could not be opened'))
  assert.deepEqual(said, [
    `Main · worker: ⚙️ The thread for Main · worker could not be opened: ${why}. Nothing was changed.`,
  ])
  assert.equal(
    told(h.general).some((line) => line.includes('speaks in this thread')),
    false,
  )
}

for (const [when, faults] of [
  ['before its thread was asked for', later],
  ['while nobody knows whether its thread is there', lost],
] as const) {
  test(`[CMD2] [SUB16] what is killed ${when} is bound to nothing, and whoever asked is told`, async () => {
    await using scene = await openFocusScene()
    const { h, ann, say } = scene
    await focusWith(scene, faults)
    await say(ann, h.general, `${h.mention} /subagents kill worker`)
    await assertCalledOff(scene, 'the sub-agent was stopped')
  })
}

test('[CMD2] [SUB16] what is killed when its thread is there and not bound yet gets it put away again', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker } = scene
  let isKilled = false
  const { followDelivery } = h.routing
  h.routing.followDelivery = async (t, id) => {
    const delivery = await h.deliveries.read(t, id)
    if (delivery?.kind === 'open' && delivery.state === 'sent') {
      const run = await h.sessions.runOfSession(t, worker)
      const { state } = await h.sessions.glance(t, worker)
      // A transaction may run twice, and the first time leaves nothing behind.
      if (state !== 'archived') await h.sessions.kill(t, ann.actor, run?.id ?? '')
      isKilled = true
    }
    await followDelivery(t, id)
  }
  await scene.say(ann, h.general, `${h.mention} /focus worker`)
  assert.equal(isKilled, true)
  await assertCalledOff(scene, 'the sub-agent was stopped')
})

test('[CMD2] [CNV5] what is made private before its thread is there is not bound where others read', async () => {
  await using scene = await openFocusScene()
  const { h, ann, root } = scene
  await focusWith(scene, later)
  await h.store.tx((t) => h.sessions.change(t, ann.actor, root, { visibility: 'private' }))
  await assertCalledOff(scene, 'the session was made private')
})
