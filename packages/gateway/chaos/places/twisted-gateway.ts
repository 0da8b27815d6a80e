// Loaded into the gateways of these rounds before the program itself. Where it is to end itself stands in a file, which is
// read at the start and at each SIGUSR2.

import { existsSync, readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { dieAtPoints } from './die-at-point.ts'
import type { ArmedPoint } from './die-points.ts'
import { shortenWaits } from './shorten-waits.ts'

shortenWaits(Number(process.env['HEDDLE_CHAOS_SLOWNESS'] ?? 1))
const path = process.env['HEDDLE_CHAOS_POINT']
if (isMainThread && path !== undefined) {
  const arm = dieAtPoints()
  const read = () => {
    // Written by the rounds that start this process.
    arm(existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ArmedPoint<string>) : undefined)
  }
  process.on('SIGUSR2', read)
  read()
}
