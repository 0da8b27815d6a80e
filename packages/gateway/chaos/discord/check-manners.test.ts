import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroundTruth } from '@heddle/emulators/discord/ground-truth'
import { checkManners, transitMs } from './check-manners.ts'
import { createDiscordLedger } from './discord-ledger.ts'
import type { DiscordStage } from './discord-stage.ts'

const toldAt = 1_000_000

/** Told to wait, and asked again so long after; the gateway ended at those times. */
function complaints(given: { method: 'GET' | 'POST'; afterMs: number; endedAfterMs?: number }): string[] {
  const truth = createGroundTruth()
  const route = '/channels/{channel_id}/messages'
  const asked = { botId: '1', method: given.method, path: '/channels/5/messages', route }
  const begin = (at: number) =>
    truth.begin({ ...asked, query: {}, body: undefined, files: [], fileFields: [], at })
  const told = begin(toldAt)
  truth.end(told, { kind: 'answer', status: 429, headers: {}, body: {} }, toldAt)
  const again = begin(toldAt + given.afterMs)
  again.isEarly = true
  again.toldBefore = told.number
  const ends = given.endedAfterMs === undefined ? [] : [toldAt + given.endedAfterMs]
  // All that is looked at.
  const discord = { platform: { truth, state: { identifies: [] } } }
  const stage = { discord, ends, slowness: 1 } as unknown as DiscordStage
  return checkManners(stage, { ...createDiscordLedger(toldAt, stage.discord, []), firstRequest: 0 })
}

test('[I30] the rounds see a request that comes before the time that was told', () => {
  assert.match(complaints({ method: 'GET', afterMs: 60_000 }).join(), /\[I30\] GET .* came early \(60000 ms/)
})

test('[I30] whoever had asked before the answer came could not know, nor does a new process what was not on record', () => {
  assert.deepEqual(complaints({ method: 'GET', afterMs: transitMs }), [])
  assert.deepEqual(complaints({ method: 'GET', afterMs: 60_000, endedAfterMs: 30_000 }), [])
  assert.deepEqual(complaints({ method: 'POST', afterMs: 60_000, endedAfterMs: 500 }), [])
  const onRecord = complaints({ method: 'POST', afterMs: 60_000, endedAfterMs: 30_000 })
  assert.match(onRecord.join(), /POST .* ended 30000 ms before/)
})
