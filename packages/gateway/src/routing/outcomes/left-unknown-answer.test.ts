import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { noFaults, scriptFaults } from '@heddle/emulators/loopback/faults'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'

const minuteMs = 60_000

for (const isDone of [false, true]) {
  const what = isDone ? 'was said' : 'was not said'
  test(`[DLV3] [I6] [I9] an answer of which nothing but nonsense is read for minutes and that ${what} is there once in the end, others do not wait so long`, async () => {
    await using h = await openHearingHouse()
    const { user } = await h.member('kim')
    const answers = ['First.', 'Second.']
    h.model.respond(() => [answers.shift() ?? 'Third.'])
    h.platform.useFaults(
      scriptFaults([
        { on: 'send', fault: { kind: 'reset', isDone } },
        { on: 'history', fault: { kind: 'garbage' }, times: 1_000 },
      ]),
    )
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 2_500) {
        h.clock.advance(2_500)
        await h.settle()
      }
    }
    const told = () => h.read(h.general).filter((line) => line.startsWith('Heddle'))
    h.platform.say(user.id, h.general, `${h.mention} one`)
    await h.settle()
    h.platform.say(user.id, h.general, `${h.mention} two`)
    await pass(limits.deliveryReconcileMs / 2)
    assert.deepEqual(told(), isDone ? ['Heddle: First.'] : [], 'the second waits while one looks')
    await pass(limits.deliveryReconcileMs / 2 + minuteMs)
    assert.deepEqual(told(), isDone ? ['Heddle: First.', 'Heddle: Second.'] : ['Heddle: Second.'])
    assert.deepEqual(await h.store.read((r) => h.deliveries.counts(r)), { open: 1, unknown: 1 })
    await h.restart()
    h.platform.useFaults(noFaults)
    await pass(limits.deliveryUnknownLookMsMax)
    assert.deepEqual(
      told(),
      isDone
        ? ['Heddle: First.', 'Heddle: Second.']
        : ['Heddle: Second.', 'Heddle: ⚠️ belongs further up\nFirst.'],
    )
    assert.deepEqual(await h.store.read((r) => h.deliveries.counts(r)), { open: 0, unknown: 0 })
    assert.deepEqual([...h.platform.copies()], [])
  })
}
