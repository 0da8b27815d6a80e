// Opens the accounts that the configuration names, keeps them hearing, and follows the configuration when it is read
// again. A channel is loaded when an account of it is configured, and not before.

import { createChannelEars, type EarsDeps } from './channel-ears.ts'
import type { ChannelRegistry } from './channel-registry.ts'
import type { ChannelAccount, OpenChannel } from './channels/channel.ts'
import type { ChannelsConfig } from './channels-config-schema.ts'
import { accountsOf, findAccount, type OutsideChannel } from './choose-place-rules.ts'
import type { Cancel, Clock } from './foundation/clock.ts'
import type { Log } from './foundation/logging/log.ts'
import type { Random } from './foundation/random.ts'

export interface ChannelsDeps extends EarsDeps {
  clock: Clock
  random: Random
  log: Log
  config(): ChannelsConfig
  registry: ChannelRegistry
  /** Other ways to open a channel, for tests. */
  openers?: Readonly<Record<OutsideChannel, () => Promise<OpenChannel>>>
}

export interface OpenChannels {
  /** Whoever is configured can be written to from here on, and is not heard yet. */
  open(): Promise<void>
  /** Begins to hear. An account that cannot is tried again, and again. */
  start(): void
  /** After the configuration was read again. */
  follow(): Promise<void>
  stop(): Promise<void>
}

const openers: Readonly<Record<OutsideChannel, () => Promise<OpenChannel>>> = {
  loopback: async () => (await import('@heddle/emulators/loopback/loopback-channel')).openLoopbackChannel,
}

const retryFirstMs = 1_000
const retryMaxMs = 5 * 60_000

interface Opened {
  account: ChannelAccount
  isHearing: boolean
  isStopped: boolean
  retry?: Cancel
  starting?: Promise<void>
}

export function openChannels(deps: ChannelsDeps): OpenChannels {
  const { registry, clock } = deps
  const opened = new Map<string, Opened>()
  let isStarted = false
  let isStopped = false
  /** One change after another: two at a time could open an account twice. */
  let changing = Promise.resolve()

  const logOf = ({ channel, accountId }: Pick<ChannelAccount, 'channel' | 'accountId'>) =>
    deps.log.with({ channel, account: accountId })

  async function openOne(channel: OutsideChannel, accountId: string): Promise<void> {
    const openChannel = await (deps.openers ?? openers)[channel]()
    const account = openChannel({
      accountId,
      settings: () => ({ ...findAccount(deps.config(), channel, accountId) }),
      clock,
      random: deps.random,
      log: logOf({ channel, accountId }),
    })
    registry.add(account)
    const one: Opened = { account, isHearing: false, isStopped: false }
    opened.set(nameOf(channel, accountId), one)
    if (isStarted) begin(one, 0)
  }

  function begin(one: Opened, failures: number): void {
    if (one.isStopped || one.isHearing) return
    const log = logOf(one.account)
    delete one.retry
    one.starting = one.account.start(createChannelEars(deps, one.account)).then(
      () => {
        one.isHearing = true
        log.info('the account is heard')
        return resume(one)
      },
      (error: unknown) => {
        if (one.isStopped) return
        const waitMs = Math.min(retryMaxMs, retryFirstMs * 2 ** failures)
        log.warn('an account cannot be heard; trying again', { error: wordsOf(error), waitMs })
        one.retry = clock.timer(waitMs, () => begin(one, failures + 1))
      },
    )
  }

  /** It was let in, or somebody read the configuration again: what its last refusal held back is tried once more. */
  async function resume({ account }: Opened): Promise<void> {
    const { channel, accountId } = account
    try {
      await deps.store.tx((t) => deps.deliveries.resumeAccount(t, channel, accountId))
    } catch (error) {
      logOf(account).warn('what waits for the account could not be woken', { error: wordsOf(error) })
    }
  }

  /** With a new token, say, nobody should wait until the old one would have been tried again. */
  async function followOne(one: Opened): Promise<void> {
    if (one.isHearing) return resume(one)
    if (!one.retry) return
    one.retry()
    begin(one, 0)
  }

  async function closeOne(name: string, one: Opened): Promise<void> {
    opened.delete(name)
    one.isStopped = true
    one.retry?.()
    const wasHearing = one.isHearing
    await one.account.stop()
    await one.starting
    // It began to hear while it was stopped.
    if (one.isHearing && !wasHearing) await one.account.stop()
  }

  async function change(): Promise<void> {
    const wanted = new Map(
      accountsOf(deps.config()).map(({ channel, accountId }) => [
        nameOf(channel, accountId),
        { channel, accountId },
      ]),
    )
    for (const [name, one] of opened) {
      if (wanted.has(name)) {
        await followOne(one)
        continue
      }
      registry.remove(one.account.channel, one.account.accountId)
      await closeOne(name, one)
    }
    for (const [name, { channel, accountId }] of wanted) {
      if (!opened.has(name) && !isStopped) await openOne(channel, accountId)
    }
  }

  function follow(): Promise<void> {
    changing = changing.catch(() => undefined).then(change)
    return changing
  }

  return {
    open: follow,
    start() {
      isStarted = true
      for (const one of opened.values()) begin(one, 0)
    },
    follow,
    async stop() {
      isStopped = true
      await changing.catch(() => undefined)
      await Promise.all([...opened].map(([name, one]) => closeOne(name, one)))
    },
  }
}

function nameOf(channel: string, accountId: string): string {
  return `${channel}/${accountId}`
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
