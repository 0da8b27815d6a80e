// Whatever a test is about: what our bot asks of Discord, and what it is answered, is as Discord's own schemas have it.

import assert from 'node:assert/strict'
import type { Discord } from '@heddle/emulators/discord/open-discord'

/** `allowed`: what a test asks for wrongly, on purpose. */
export function assertJudged({ judge }: Pick<Discord, 'judge'>, allowed: readonly RegExp[] = []): void {
  assert.ok(judge, 'nobody judged this Discord')
  const { breaches } = judge.report()
  const unmeant = breaches.filter(({ what }) => !allowed.some((one) => one.test(what)))
  assert.deepEqual(unmeant, [])
}
