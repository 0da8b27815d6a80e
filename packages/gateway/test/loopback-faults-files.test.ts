// Files that agents send, on a disk and a platform that fail at any moment: the bytes of the moment they were attached,
// there once, or named.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, scriptFaults, seedFaults } from '@heddle/emulators/loopback/faults'
import { attach, type AttachingHouse, message, openAttachingHouse } from '../test-support/attaching-house.ts'
import { createSeededRandom } from '../test-support/open-test-store.ts'
import {
  broken,
  brokenAfterwards,
  lostAnswer,
  lostRequest,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'
import type { Blobs } from '../src/foundation/files/blobs.ts'

async function asking(options: Parameters<typeof openAttachingHouse>[0] = {}) {
  const h = await openAttachingHouse(options)
  const { user } = await h.member('kim')
  return { h, ask: (text: string) => void h.platform.say(user.id, h.general, `${h.mention} ${text}`) }
}

/** What carries files there. */
const carried = (h: AttachingHouse) => h.seen(h.general).filter((line) => line.endsWith(']'))

async function rest(h: AttachingHouse): Promise<void> {
  for (let i = 0; i < 6; i++) await h.pass(untilSettledMs)
}

const ways = {
  'with the answer': [[attach('report.txt')], ['Here.']],
  'by `message`': [[message({ attachments: ['report.txt'] })], ['Done.']],
} as const

for (const [way, plan] of Object.entries(ways)) {
  test(`[F7] [ATT1] ${way}: killed between keeping a file and sending it, what was there when it was asked for is sent, once`, async () => {
    const { h, ask } = await asking()
    await using _ = h
    h.platform.useFaults(scriptFaults([{ on: 'send', times: 1_000, fault: unreachable }]))
    h.plan(...plan.map((parts) => [...parts]))
    ask('send it')
    await h.pass(3_000)
    h.write('report.txt', 'something else')
    await h.crash()
    h.forget('report.txt')
    h.platform.useFaults(scriptFaults([]))
    await rest(h)
    assert.deepEqual(
      carried(h).map((line) => line.replace('Here. ', '')),
      ['[report.txt:warp and weft]'],
    )
  })

  for (const [name, fault] of Object.entries({ lostAnswer, lostRequest, brokenAfterwards, broken })) {
    test(`[F9] [F28] [I6] [ATT1] ${way}: ${name}, and killed after it, there is one copy with the same bytes`, async () => {
      const { h, ask } = await asking()
      await using _ = h
      h.platform.useFaults(scriptFaults([{ on: 'send', times: 2, fault }]))
      h.plan(...plan.map((parts) => [...parts]))
      ask('send it')
      await h.pass(2_000)
      h.forget('report.txt')
      await h.crash()
      await rest(h)
      assert.equal(carried(h).length, 1)
      assert.match(carried(h)[0] ?? '', /\[report.txt:warp and weft\]$/)
      assert.deepEqual([...h.platform.copies()], [])
    })
  }
}

test('[SES5] [FIL1] [ATT1] killed while it copies the second of two, the call is made again and both are attached once', async () => {
  let stages = 0
  const breakBlobs = (real: Blobs): Blobs => ({
    ...real,
    stage: (...given) => (++stages === 2 ? new Promise(() => undefined) : real.stage(...given)),
  })
  const { h, ask } = await asking({ breakBlobs })
  await using _ = h
  h.write('data.csv', 'a,b')
  h.plan([attach('report.txt', 'data.csv')], ['Both.'])
  ask('send them')
  for (let i = 0; stages < 2; i++) {
    assert.ok(i < 500, 'it does not come to the second')
    await h.pass(10)
  }
  await h.crash()
  await h.settle()
  assert.deepEqual(carried(h), ['Both. [report.txt:warp and weft, data.csv:a,b]'])
})

test('[FIL1] a copy whose bytes are lost before it is sent is named, and the text goes out', async () => {
  let isLost = false
  const breakBlobs = (real: Blobs): Blobs => ({
    ...real,
    open: (...given) => (isLost ? Promise.resolve(undefined) : real.open(...given)),
  })
  const { h, ask } = await asking({ breakBlobs })
  await using _ = h
  h.plan([attach('report.txt')], () => {
    isLost = true
    return ['Here.']
  })
  ask('send it')
  await h.settle()
  assert.equal(h.seen(h.general).at(-1), 'Here.\n\n📎 report.txt: it can no longer be read')
})

for (const seed of [1, 2, 3]) {
  test(`[DLV1] [I6] [ATT1] whatever happens, each file is there once and in its order, seed ${seed}`, async () => {
    const { h, ask } = await asking()
    await using _ = h
    const fate = (rate: number, fault: Fault) => ({ rate, on: ['send'] as const, fault })
    const fates = [
      fate(0.15, tooMany(1_500)),
      fate(0.1, broken),
      fate(0.1, brokenAfterwards),
      fate(0.1, lostAnswer),
      fate(0.1, { kind: 'reset', isDone: true }),
      fate(0.1, unreachable),
    ]
    h.platform.useFaults(seedFaults(createSeededRandom(seed), fates))
    for (let i = 0; i < 5; i++) {
      h.write('report.txt', `version ${i}`)
      h.plan([i % 2 === 0 ? attach('report.txt') : message({ attachments: ['report.txt'] })], [`Done ${i}.`])
      ask(`once more, ${i}`)
      await h.pass(3_000)
      await h.crash()
    }
    await rest(h)
    await rest(h)
    const versions = carried(h).map((line) => /version \d/.exec(line)?.[0])
    assert.deepEqual(versions, ['version 0', 'version 1', 'version 2', 'version 3', 'version 4'])
    assert.deepEqual([...h.platform.copies()], [])
  })
}
