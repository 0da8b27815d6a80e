// Puts the house together: rooms on the ground, doors in front, work running, and takes it apart in the right order.

import { join } from 'node:path'
import type { DoorLimits } from './channels/web/door-limits.ts'
import { createWebDoor } from './channels/web/web-door.ts'
import type { House, RunningGateway, StartOptions } from './command-line/house.ts'
import { withOperator } from './command-line/reach-operations.ts'
import { serveOperations } from './command-line/serve-operations.ts'
import { defaultLanes } from './foundation/work/lanes.ts'
import { createWorkRunner } from './foundation/work/work-runner.ts'
import { workStore } from './foundation/work/work-store.ts'
import { type OpenGround, openGround } from './open-ground.ts'
import { defineReactionWork } from './reactions.ts'
import { defineScheduledWork, ensureSchedules } from './schedules.ts'

export const house: House = { openGround, startGateway }

const webFolder = join(import.meta.dirname, '../../web/dist')

/** Other limits at the door are for measuring it: at the real ones a benchmark would measure the limiter. */
export async function startGateway(
  options: StartOptions & { doorLimits?: Partial<DoorLimits> },
): Promise<RunningGateway> {
  const { config, socketPath } = options
  const address: { url?: string } = {}
  const ground = await openGround({
    ...options,
    onBroken: options.onBroken,
    listeningUrl: () => address.url,
  })
  const closers: (() => Promise<void>)[] = [() => ground.close()]
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }

  try {
    const { store, log, people } = ground
    let state: 'starting' | 'ready' | 'stopping' = 'starting'
    const runner = createRunner(ground)
    const door = createWebDoor({
      ...ground,
      box: ground.secrets.box,
      host: config.current().server.host,
      trustedProxies: () => config.current().server.trustedProxies,
      webFolder,
      readiness: () =>
        state === 'ready' ? { ready: true } : { ready: false, reason: `Heddle is ${state}.` },
      work: () => store.read((r) => workStore.counts(r)),
      ...(options.doorLimits && { limits: options.doorLimits }),
    })

    await runner.start()
    closers.push(() => runner.stop())
    const listening = await door.listen(config.current().server)
    closers.push(() => listening.close())
    address.url = listening.url
    const operations = await serveOperations({
      socketPath,
      log,
      async run(name, input, progress) {
        // Loaded when a command first asks: most starts never need it.
        const { runOperation } = await import('./command-line/operations.ts')
        return runOperation(withOperator(ground), name, input, progress)
      },
    })
    closers.push(() => operations.close())

    const owner = await store.tx(async (t) => {
      await ensureSchedules(t, ground.queue)
      return people.openOwnerLink(t)
    })
    // The link is shown now, so what makes it work must be on disk now.
    await store.durable()
    state = 'ready'
    log.info('ready', { url: listening.url, version: ground.version, epoch: ground.database.opening.epoch })

    return {
      url: listening.url,
      ownerLink: owner && `${ground.linkBase()}/join#${owner.code}`,
      applyConfig(outcome) {
        log.info('the configuration was read again', { ...outcome })
        log.setLevel(config.current().log.level)
      },
      async stop() {
        if (state === 'stopping') return
        state = 'stopping'
        log.info('stopping')
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function createRunner(ground: OpenGround) {
  const { store, clock, random, log, people, queue } = ground
  return createWorkRunner({
    store,
    clock,
    random,
    log: log.with({ room: 'work' }),
    lanes: defaultLanes,
    workStore,
    definitions: { ...defineReactionWork({ people }), ...defineScheduledWork({ people }) },
    onRecorded: queue.onRecorded,
    // The folder's lock is ours, so no other process can hold a lease.
    soleOwner: true,
  })
}
