import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { dieAfterCommits } from '../../test-support/after-commits.ts'
import { openTestDeliveries, persona, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { type Behaviour, inTurn } from '../../test-support/scripted-channel.ts'

const killedMax = 80

/** The same world again and again, killed after its first commit, its second, and so on to the end. */
async function killEverywhere(
  begin: (h: TestDeliveries) => Promise<void>,
  check: (h: TestDeliveries) => Promise<void>,
): Promise<number> {
  for (let commits = 1; commits < killedMax; commits++) {
    await using h = await openTestDeliveries({ charsMax: 100, seed: commits, runTwiceShare: 0 })
    await begin(h)
    const death = dieAfterCommits(h.store, commits)
    h.isDead = () => death.hasCome
    await h.pass(90_000)
    const isOver = !death.hasCome
    h.isDead = () => false
    death.revive()
    await h.crash()
    await h.pass(15 * 60_000)
    await check(h)
    if (isOver) return commits
  }
  throw new Error('there is always one commit more')
}

const text = `${'x'.repeat(20)}${'y'.repeat(20)}z`

test('[F8] [F9] [F10] [F11] [I6] killed after any commit: each part is seen once, in order', async () => {
  const kills = await killEverywhere(
    async (h) => void (await h.put(h.message('c1', 'a', { text }), h.message('c1', 'b'))),
    async (h) => {
      assert.deepEqual(h.platform.texts('c1'), ['x'.repeat(20), 'y'.repeat(20), 'z', 'b'])
      assert.deepEqual(await h.states('a'), ['sent', 'sent', 'sent'])
    },
  )
  assert.ok(kills > 5)
})

for (const [name, behaviour] of [
  ['carried out', { kind: 'lost', isDone: true }],
  ['not carried out', { kind: 'lost', isDone: false }],
  ['carried out late', { kind: 'late', afterMs: limits.deliverySettleMs + 3_000 }],
] satisfies [string, Behaviour][]) {
  test(`[F12] [I6] killed after any commit around a request that was ${name}: seen once`, async () => {
    await killEverywhere(
      async (h) => {
        h.platform.script = inTurn('send', [behaviour])
        await h.put(h.message('c1', 'a'), h.message('c1', 'b'))
      },
      async (h) => {
        assert.deepEqual(h.platform.texts('c1').sort(), ['a', 'b'])
        assert.deepEqual([await h.states('a'), await h.states('b')], [['sent'], ['sent']])
      },
    )
  })
}

test('[F13] killed after any commit while a place is opened: one anchor, one thread, or nothing of either', async () => {
  await killEverywhere(
    async (h) => {
      const expiresAt = h.clock.wall() + limits.placeWaitMs
      const about = { title: 'fix', anchor: 'Working.', persona, under: h.place('c1') }
      await h.put({ kind: 'open', cause: 'place:1', expiresAt, ...about })
    },
    async (h) => {
      const [row] = await h.of('place:1')
      const anchors = h.platform.texts('c1').length
      if (row?.state === 'sent') assert.deepEqual([anchors, h.platform.closed.length], [1, 0])
      else assert.deepEqual([row?.state, anchors], ['gave_up', 0])
      assert.equal(h.settled.filter(({ cause }) => cause === 'place:1').length, 1)
    },
  )
})

test('[F12] killed after any commit around edits: the newest text stands', async () => {
  await killEverywhere(
    async (h) => {
      await h.put(h.message('c1', 'a', { text }))
      await h.put({ ...h.message('c1', 'e1', { text: 'short' }), kind: 'edit', target: 'a' })
      await h.put({ ...h.message('c1', 'e2', { text: `short${'!'.repeat(20)}` }), kind: 'edit', target: 'a' })
    },
    async (h) => assert.equal(h.platform.texts('c1').join(''), `short${'!'.repeat(20)}`),
  )
})
