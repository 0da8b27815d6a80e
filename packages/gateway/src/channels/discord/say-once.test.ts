import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Fault, seedFaults } from '@heddle/emulators/discord/faults'
import { webhooksIn } from '@heddle/emulators/discord/look-at-discord'
import type { OutboundMessage } from '../channel.ts'
import {
  bot,
  type DiscordAccountScene,
  openDiscordAccount,
  placeAt,
  poet,
} from '../../../test-support/open-discord-account.ts'

const troubles: readonly Fault[] = [
  { kind: 'rate_limited', scope: 'user', retryAfterMs: 15 },
  { kind: 'rate_limited', scope: 'shared', retryAfterMs: 15 },
  { kind: 'rate_limited', scope: 'global', retryAfterMs: 15 },
  { kind: 'edge_limited', retryAfterMs: 15 },
  { kind: 'status', status: 500, isDone: true },
  { kind: 'status', status: 500, isDone: false },
  { kind: 'status', status: 502, isDone: false },
  { kind: 'status', status: 504, isDone: true },
  { kind: 'drop', isDone: true },
  { kind: 'drop', isDone: false },
  { kind: 'drop', isDone: true, isMidway: true },
  { kind: 'empty' },
  { kind: 'garbage' },
]

/** Chance from a seed. */
function chance(seed: number): { fraction(): number } {
  let state = seed
  return {
    fraction() {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    },
  }
}

/** As delivery does: only what is proven is tried again, and what is unknown is looked for. */
async function deliver(scene: DiscordAccountScene, message: OutboundMessage): Promise<string> {
  const { sender, time } = scene
  const startedAt = Date.now()
  for (let tries = 0; tries < 200; tries++) {
    const outcome = await sender.send(message)
    if (outcome.kind === 'sent') return outcome.platformId
    if (outcome.kind === 'not_sent') {
      assert.equal(outcome.why, 'later', outcome.detail)
      // A webhook that may be on its way is waited for by our own clock.
      if ((outcome.retryAfterMs ?? 0) > 10_000) time.aheadMs += 21_000
      else await wait(outcome.retryAfterMs ?? 1)
      continue
    }
    for (let looks = 0; looks < 200; looks++) {
      const found = await sender.find?.({ ...message, after: null, startedAt })
      if (found?.kind === 'found') return found.copies[0]?.platformId ?? ''
      if (found?.kind === 'absent') break
      await wait(found?.kind === 'unreadable' ? (found.retryAfterMs ?? 1) : 1)
    }
  }
  throw new Error('it never went through')
}

for (const seed of [1, 2, 3]) {
  test(`[DLV3] whatever goes wrong, each text is there once, by one webhook and under its name (seed ${seed})`, async () => {
    await using scene = await openDiscordAccount()
    const { message, people, ann, general, said, platform } = scene
    const thread = people.openThread(ann, scene.say('look').id, 'a thread').id
    const rate = 0.35 / troubles.length
    platform.useFaults(
      seedFaults(
        chance(seed),
        troubles.map((fault) => ({ fault, rate })),
      ),
    )
    const lanes = [placeAt(general), placeAt(thread, general)].map(async (place) => {
      const expected: { name: string; text: string }[] = []
      for (let i = 0; i < 12; i++) {
        const persona = i % 3 === 0 ? bot : { ...poet, name: `Poet ${i % 3}` }
        const text = `text ${i}`
        await deliver(scene, message(text, { place, persona }))
        expected.push({ name: persona.isAccount ? 'heddle' : persona.name, text })
      }
      assert.deepEqual(
        said(place.conversationId).filter(({ name }) => name !== 'ann'),
        expected,
      )
    })
    await Promise.all(lanes)
    assert.equal(webhooksIn(platform.state, general).length, 1)
  })
}
