// Loaded into the gateways of these rounds before the program itself: whoever is told something elsewhere is told within
// tenths of seconds, so that they are while the gateway is killed.

import { shortenWaits } from '../places/shorten-waits.ts'

shortenWaits(Number(process.env['HEDDLE_CHAOS_SLOWNESS'] ?? 1), {
  notifyMentionGraceMs: 80,
  notifyGraceMs: 250,
  notifyBackoffFirstMs: 60,
  notifyBackoffMaxMs: 1_000,
  notifyRetryLookMs: 300,
  notifyOpenTimeoutMs: 700,
})
