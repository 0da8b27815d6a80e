// The platform on which some of the people of these rounds have an account, and are written to directly. It outlives every
// gateway, has troubles of its own, and says when a gateway has just written to somebody and was not told so yet.

import { noFaults } from '@heddle/emulators/loopback/faults'
import { createPlatform, type Platform } from '@heddle/emulators/loopback/platform'
import { realPlatformClock } from '@heddle/emulators/loopback/platform-time'
import { servePlatform } from '@heddle/emulators/loopback/serve-platform'
import type { GatewayTwist } from '../gateway-process.ts'
import { chooseFaults } from '../places/place-faults.ts'
import { measureSlowness } from '../places/place-stage.ts'

export interface DirectStage {
  readonly platform: Platform
  readonly slowness: number
  /** As in the configuration. */
  readonly channels: object
  readonly twist: GatewayTwist
  /** Resolves when so many requests that write to somebody, or open the conversation for it, were done. */
  afterDone(count: number): Promise<void>
  /** How often something went wrong there on purpose. */
  faults(): number
  makeTrouble(): void
  endTrouble(): void
  close(): Promise<void>
}

export const botId = 'heddle'
const botToken = 'loopback'
const preload = new URL('hasty-gateway.ts', import.meta.url).href
/** Requests and answers need so long at most, on a machine with other things to do. */
const transitMs = 600

/** `linked`: those who have an account there, under their own name. */
export async function openDirectStage(linked: readonly string[]): Promise<DirectStage> {
  const slowness = measureSlowness()
  const platform = createPlatform({
    clock: realPlatformClock,
    random: { fraction: () => Math.random() },
    transitMs: transitMs * slowness,
  })
  platform.addBot('Heddle', botToken, { id: botId })
  for (const name of linked) platform.addUser(name, { id: name })
  let onDone = () => undefined as void
  const served = await servePlatform({
    ...platform,
    async handle(call, signal) {
      const reply = await platform.handle(call, signal)
      if (call.kind === 'send' || call.kind === 'dm.open') onDone()
      return reply
    },
  })
  let faults = 0
  return {
    platform,
    slowness,
    channels: {
      loopback: {
        accounts: { main: { apiUrl: served.url, token: botToken, allow: { people: [...linked] } } },
      },
    },
    twist: { preload, env: { HEDDLE_CHAOS_SLOWNESS: String(slowness) } },
    afterDone: (count) =>
      new Promise((resolve) => {
        let left = count
        onDone = () => {
          if (--left === 0) resolve()
        }
      }),
    faults: () => faults,
    makeTrouble: () => platform.useFaults(chooseFaults(() => void faults++)),
    endTrouble: () => platform.useFaults(noFaults),
    close: () => served.close(),
  }
}
