// Opens the accounts that the configuration names, keeps them hearing, and follows the configuration when it is read
// again. A channel is loaded when an account of it is configured, and not before.

import { createChannelNotes } from './channel-notes.ts'
import { createChannelEars, type EarsDeps } from './channel-ears.ts'
import type { ChannelRegistry } from './channel-registry.ts'
import { type ChannelOpeners, channelOpeners } from './channel-openers.ts'
import type { ChannelAccount } from './channels/channel.ts'
import { NeedsSomebody } from './channels/needs-somebody.ts'
import type { ChannelsConfig } from './channels-config-schema.ts'
import { accountsOf, findAccount, type OutsideChannel } from './choose-place-rules.ts'
import type { Cancel, Clock } from './foundation/clock.ts'
import type { Log } from './foundation/logging/log.ts'
import type { Random } from './foundation/random.ts'
import { type AccountName, readCredentials } from './sealed-credentials.ts'

export interface ChannelsDeps extends EarsDeps {
  clock: Clock
  random: Random
  log: Log
  config(): ChannelsConfig
  /** Under which the whole world reaches Heddle, if it does. */
  publicUrl?(): string | undefined
  registry: ChannelRegistry
  /** A sealed secret by its name, undefined where there is none. Absent: nothing is sealed. */
  readSecret?(name: string): Promise<string | undefined>
  /** Other ways to open a channel, for tests. */
  openers?: Partial<ChannelOpeners>
}

export interface OpenChannels {
  /** Whoever is configured can be written to from here on, and is not heard yet. */
  open(): Promise<void>
  /** Begins to hear. An account that cannot is tried again, and again, unless only somebody can help. */
  start(): void
  /** After the configuration was read again, or a secret changed. */
  follow(): Promise<void>
  /** Of each account, in the order of the configuration. */
  states(): AccountState[]
  stop(): Promise<void>
}

export interface AccountState {
  channel: OutsideChannel
  accountId: string
  /** `waiting`: it is not heard yet. `failing`: it is not heard, and `trouble` says why. */
  state: 'waiting' | 'heard' | 'failing'
  trouble?: string
  /** Since when it is so, or since the last try. */
  since: number
}

const retryFirstMs = 1_000
const retryMaxMs = 5 * 60_000

interface Opened {
  channel: OutsideChannel
  account: ChannelAccount
  since: number
  /** Why it could not begin to hear. */
  trouble?: string
  isHearing: boolean
  isStopped: boolean
  /** There to be ended: it is tried again, by the clock or when the configuration is read again. */
  retry?: Cancel
  /** How often the configuration was read again. */
  changes: number
  starting?: Promise<void>
}

export function openChannels(deps: ChannelsDeps): OpenChannels {
  const { registry, clock } = deps
  const opened = new Map<string, Opened>()
  /** Read when an account is opened, and whenever something may have changed. */
  const credentials = new Map<string, Readonly<Record<string, string>>>()
  let isStarted = false
  let isStopped = false
  /** One change after another: two at a time could open an account twice. */
  let changing = Promise.resolve()

  const logOf = ({ channel, accountId }: Pick<ChannelAccount, 'channel' | 'accountId'>) =>
    deps.log.with({ channel, account: accountId })

  async function readSealed(account: AccountName): Promise<void> {
    const { readSecret } = deps
    if (!readSecret) return
    const name = nameOf(account.channel, account.accountId)
    try {
      credentials.set(name, await readCredentials(account, readSecret))
    } catch (error) {
      // It is as if there were none; the log says which key is missing, and the account that it has no token.
      credentials.delete(name)
      logOf(account).error('what is sealed for an account cannot be opened', { error: wordsOf(error) })
    }
  }

  async function openOne(channel: OutsideChannel, accountId: string): Promise<void> {
    await readSealed({ channel, accountId })
    const openChannel = await (deps.openers?.[channel] ?? channelOpeners[channel])()
    const account = openChannel({
      accountId,
      settings: () => ({
        ...credentials.get(nameOf(channel, accountId)),
        ...findAccount(deps.config(), channel, accountId),
      }),
      notes: createChannelNotes(deps.store, { channel, accountId }),
      publicUrl: () => deps.publicUrl?.(),
      clock,
      random: deps.random,
      log: logOf({ channel, accountId }),
    })
    registry.add(account)
    const one: Opened = {
      channel,
      account,
      since: clock.wall(),
      isHearing: false,
      isStopped: false,
      changes: 0,
    }
    opened.set(nameOf(channel, accountId), one)
    if (isStarted) begin(one, 0)
  }

  function begin(one: Opened, failures: number): void {
    if (one.isStopped || one.isHearing) return
    const log = logOf(one.account)
    const { changes } = one
    delete one.retry
    one.starting = one.account.start(createChannelEars(deps, one.account)).then(
      () => {
        one.isHearing = true
        one.since = clock.wall()
        delete one.trouble
        log.info('the account is heard')
        return resume(one)
      },
      (error: unknown) => {
        if (one.isStopped) return
        one.trouble = wordsOf(error)
        one.since = clock.wall()
        if (error instanceof NeedsSomebody) {
          log.error('an account cannot be heard until somebody sees to it', { error: one.trouble })
          // Somebody may have done so while it was tried.
          if (one.changes !== changes) return begin(one, 0)
          one.retry = () => undefined
          return
        }
        const waitMs = Math.min(retryMaxMs, retryFirstMs * 2 ** failures)
        log.warn('an account cannot be heard; trying again', { error: one.trouble, waitMs })
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
    await readSealed({ channel: one.channel, accountId: one.account.accountId })
    one.changes++
    one.account.followSettings?.()
    if (one.isHearing) return resume(one)
    if (!one.retry) return
    one.retry()
    begin(one, 0)
  }

  async function closeOne(name: string, one: Opened): Promise<void> {
    opened.delete(name)
    credentials.delete(name)
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
    states: () => [...opened.values()].map(stateOf),
    async stop() {
      isStopped = true
      await changing.catch(() => undefined)
      await Promise.all([...opened].map(([name, one]) => closeOne(name, one)))
    },
  }
}

function stateOf({ channel, account, since, isHearing, ...one }: Opened): AccountState {
  const { accountId } = account
  const lost = isHearing ? account.trouble?.() : undefined
  if (lost) return { channel, accountId, since: lost.since, state: 'failing', trouble: lost.words }
  const { trouble } = one
  if (trouble !== undefined) return { channel, accountId, since, state: 'failing', trouble }
  return { channel, accountId, since, state: isHearing ? 'heard' : 'waiting' }
}

function nameOf(channel: string, accountId: string): string {
  return `${channel}/${accountId}`
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
