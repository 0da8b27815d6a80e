// The platform as the program is connected to it: the real channel, its real ears, the accounts that the configuration names.

import { createLoopbackChannel } from '@heddle/emulators/loopback/loopback-channel'
import type { Reach } from '@heddle/emulators/loopback/reach-platform'
import { createChannelRegistry } from '../../../src/channel-registry.ts'
import { createPlaceRules, findAccount } from '../../../src/choose-place-rules.ts'
import { openChannels } from '../../../src/open-channels.ts'
import type { Outside } from '../../sessions/outside.ts'
import type { Scheduler } from '../../time/scheduler.ts'
import type { RequestWatch } from '../watch/watch-requests.ts'
import { reachOverWire } from './reach-over-wire.ts'
import type { Town } from './town.ts'

export function openOutside(deps: {
  town: Town
  scheduler: Scheduler
  transitMs: number
  watch: RequestWatch
  /** A mistake that was put in between the channel and the platform. */
  plantReach?: ((reach: Reach) => Reach) | undefined
}): Outside {
  const { town, scheduler, watch } = deps
  const config = () => town.config
  return {
    placeRules: createPlaceRules(config, () => ''),
    connect({ life, disk, clock, random, log }) {
      const registry = createChannelRegistry()
      let channels: ReturnType<typeof openChannels> | undefined
      return {
        channelsOf: (runner) => watch.overShoulder(runner, registry.outbound, { life, disk }),
        histories: registry.histories,
        typing: registry.typing,
        async start({ store, routing, people, deliveries }) {
          channels = openChannels({
            store,
            routing,
            people,
            deliveries,
            clock,
            random,
            log,
            config,
            registry,
            openers: {
              loopback: async () => (around) => {
                const token = () => findAccount(config(), 'loopback', around.accountId)?.token ?? ''
                const wire = reachOverWire({
                  platform: town.platform,
                  token,
                  life,
                  scheduler,
                  random: random.stream(`wire ${around.accountId}`),
                  transitMs: deps.transitMs,
                })
                const noted = watch.onWire(wire, around.accountId, life)
                return createLoopbackChannel(around, deps.plantReach?.(noted) ?? noted)
              },
            },
          })
          await channels.open()
          channels.start()
        },
        stop: async () => channels?.stop(),
      }
    },
  }
}
