// Puts the house together: rooms on the ground, doors in front, work running, and takes it apart in the right order.

import { join } from 'node:path'
import type { PersonId } from '@heddle/contract'
import type { DoorLimits } from './channels/web/door-limits.ts'
import { createWebDoor, type WebDoor } from './channels/web/web-door.ts'
import type { House, RunningGateway, StartOptions } from './command-line/house.ts'
import { withOperator } from './command-line/reach-operations.ts'
import { serveOperations } from './command-line/serve-operations.ts'
import { lanesWith } from './foundation/work/lanes.ts'
import { createWorkRunner, type WorkRunner } from './foundation/work/work-runner.ts'
import { workStore } from './foundation/work/work-store.ts'
import { openChannels } from './open-channels.ts'
import { isCredentialName } from './sealed-credentials.ts'
import { type OpenGround, openGround, warnOfDefaultModel } from './open-ground.ts'
import { defineReactionWork, reactAtCommit } from './reactions.ts'
import { settleMemory } from './settle-memory.ts'
import { defineScheduledWork, ensureSchedules } from './schedules.ts'
import { tellAccounts } from './tell-accounts.ts'
import { defineTimedWork } from './timers.ts'

export const house: House = { openGround, startGateway }

const webFolder = join(import.meta.dirname, '../../web/dist')

/** Other limits at the door are for measuring it: at the real ones a benchmark would measure the limiter. */
export async function startGateway(
  options: StartOptions & { doorLimits?: Partial<DoorLimits> },
): Promise<RunningGateway> {
  const { config, socketPath } = options
  const address: { url?: string } = {}
  // Stopping a session aborts what runs in it, and what runs is started by what is opened here.
  const running: { runner?: WorkRunner; door?: WebDoor } = {}
  const ground = await openGround({
    ...options,
    onBroken: options.onBroken,
    listeningUrl: () => address.url,
    attendance: { isThere: (personId, at) => running.door?.isThere(personId, at) ?? false },
    interrupt: (key, reason) => void running.runner?.interrupt(key, reason),
  })
  const closers: (() => Promise<void>)[] = [() => ground.close()]
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }

  try {
    const { store, log, people } = ground
    let state: 'starting' | 'ready' | 'stopping' = 'starting'
    const channels = openChannels({
      ...ground,
      registry: ground.channels,
      readSecret: (name) => store.read((r) => ground.secrets.read(r, name)),
      config: () => config.current().places,
      publicUrl: () => (ground.linkBase().startsWith('https://') ? ground.linkBase() : undefined),
      log: log.with({ room: 'channels' }),
    })
    const door = createWebDoor({
      ...ground,
      box: ground.secrets.box,
      host: config.current().server.host,
      epoch: ground.database.opening.epoch,
      trustedProxies: () => config.current().server.trustedProxies,
      flags: () => config.current().collaboration,
      webFolder,
      readiness: () =>
        state === 'ready' ? { ready: true } : { ready: false, reason: `Heddle is ${state}.` },
      work: () => store.read((r) => workStore.counts(r)),
      toolCatalogue: { list: () => ground.tools.list(ground.agents) },
      toolServers: ground.tools.servers,
      channelAccounts: tellAccounts({ ...ground, channels, registry: ground.channels }),
      ...(options.doorLimits && { limits: options.doorLimits }),
    })

    running.door = door

    // Before any turn: what an earlier process left running could still do what the turn is about to do again.
    await ground.tools.start(ground.database.opening)
    // Before any work: what waits to be sent must find its account.
    await channels.open()
    const followChannels = () =>
      void channels.follow().catch((error: unknown) => log.error('the channels could not follow', { error }))
    ground.secrets.watch((name) => isCredentialName(name) && followChannels())
    const runner = createRunner(ground, door)
    running.runner = runner
    await runner.start()
    closers.push(() => runner.stop())
    const replies = ground.routing.streamReplies((error) =>
      log.warn('an answer could not be shown while it was written', { error }),
    )
    closers.push(async () => replies.stop())
    const searching = ground.sessions.followSearch()
    closers.push(() => searching.stop())
    const typing = ground.routing.showTyping(ground.channels.typing)
    closers.push(async () => typing.stop())
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
    const settler = settleMemory()
    closers.push(async () => settler.stop())
    // Stopped first: nothing more comes in while the rest winds down.
    closers.push(() => channels.stop())

    const owner = await store.tx(async (t) => {
      await ensureSchedules(t, ground.queue)
      return people.openOwnerLink(t)
    })
    // The link is shown now, so what makes it work must be on disk now.
    await store.durable()
    state = 'ready'
    channels.start()
    log.info('ready', { url: listening.url, version: ground.version, epoch: ground.database.opening.epoch })

    return {
      url: listening.url,
      ownerLink: owner && `${ground.linkBase()}/join#${owner.code}`,
      applyConfig(outcome) {
        if (outcome.kind === 'invalid') {
          log.warn('the configuration has mistakes; the old one stays in force', { reason: outcome.reason })
          return
        }
        log.info('the configuration was read again', { ...outcome })
        log.setLevel(config.current().log.level)
        warnOfDefaultModel(ground.models, log)
        ground.tools.follow().catch((error: unknown) => log.error('the tools could not follow', { error }))
        followChannels()
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

function createRunner(ground: OpenGround, door: WebDoor): WorkRunner {
  const { store, clock, random, log, people, sessions, deliveries, routing, collaboration, queue, tools } =
    ground
  const { notifications, measures } = ground
  const live = { recheck: (personId: PersonId) => door.recheck(personId) }
  reactAtCommit(queue, { live })
  return createWorkRunner({
    store,
    clock,
    random,
    log: log.with({ room: 'work' }),
    lanes: lanesWith(() => ground.agents.subagentsAtOnce()),
    workStore,
    definitions: {
      ...defineReactionWork({
        people,
        sessions,
        deliveries,
        routing,
        collaboration,
        notifications,
        measures,
        tools,
        live,
      }),
      ...defineScheduledWork({ people, sessions, deliveries, routing, notifications }),
      ...defineTimedWork({ sessions, deliveries, routing, notifications }),
    },
    onRecorded: queue.onRecorded,
    // The folder's lock is ours, so no other process can hold a lease.
    soleOwner: true,
  })
}
