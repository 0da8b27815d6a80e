// One MCP server of the configuration: reaches it, keeps the list of its tools, reaches it again when it is lost. There is
// at most one connection, and at most one attempt to get one.

import { limits } from '@heddle/contract'
import type { Cancel, Clock } from '../../../foundation/clock.ts'
import type { Log } from '../../../foundation/logging/log.ts'
import type { Random } from '../../../foundation/random.ts'
import { chooseRetryWait } from './choose-retry-wait.ts'
import { type McpLink, type McpTarget, McpTrouble, type OpenMcpLink } from './mcp-link.ts'
import { readRemoteTools, type RemoteTools } from './read-remote-tools.ts'

export interface McpServer {
  state(): McpServerState
  /** The connection, once there is one; tries at once if the last attempt failed. Throws McpTrouble. */
  connect(signal: AbortSignal): Promise<ReadyServer>
  /** Waits for an attempt that is under way, but not for long; undefined when nothing is there. */
  look(signal: AbortSignal): Promise<ReadyServer | undefined>
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface ReadyServer extends RemoteTools {
  link: McpLink
}

export type McpServerState = { since: number } & (
  | { kind: 'connecting' }
  | ({ kind: 'ready' } & ReadyServer)
  | { kind: 'failed'; message: string }
  | { kind: 'stopped' }
)

export interface McpServerDeps {
  clock: Clock
  random: Random
  log: Log
  openLink: OpenMcpLink
}

/** Reached for so long, it starts again from the shortest wait. */
const steadyMs = 60_000

/** Begins to connect at once. */
export function createMcpServer(deps: McpServerDeps, target: McpTarget): McpServer {
  const { clock, random, log } = deps
  let state: McpServerState = { kind: 'stopped', since: clock.wall() }
  let attempt: { promise: Promise<ReadyServer>; abort: AbortController } | undefined
  let cancelRetry: Cancel = () => undefined
  let failures = 0

  function begin(): Promise<ReadyServer> {
    if (attempt) return attempt.promise
    cancelRetry()
    state = { kind: 'connecting', since: clock.wall() }
    const abort = new AbortController()
    const mine = { promise: reach(abort), abort }
    attempt = mine
    mine.promise.catch(() => undefined)
    return mine.promise
  }

  async function reach(abort: AbortController): Promise<ReadyServer> {
    const cancel = clock.timer(limits.mcpConnectMs, () => abort.abort(new McpTrouble(tooSlow)))
    try {
      const ready = await openReady(abort)
      abort.signal.throwIfAborted()
      state = { kind: 'ready', since: clock.wall(), ...ready }
      log.info('an MCP server is connected', { server: target.name, tools: ready.tools.length })
      return ready
    } catch (error) {
      const trouble = error instanceof McpTrouble ? error : new McpTrouble(`failed: ${String(error)}`)
      if (attempt?.abort === abort) fail(trouble.message)
      throw trouble
    } finally {
      cancel()
      if (attempt?.abort === abort) attempt = undefined
    }
  }

  async function openReady({ signal }: AbortController): Promise<ReadyServer> {
    const mine: { link?: McpLink } = {}
    const link = await deps.openLink(
      target,
      {
        onLost: (why) => lose(mine.link, why),
        onToolsChanged: () => void listAgain(mine.link),
      },
      signal,
    )
    mine.link = link
    try {
      return { link, ...(await readTools(link, signal)) }
    } catch (error) {
      await link.close()
      throw error
    }
  }

  async function readTools(link: McpLink, signal: AbortSignal): Promise<RemoteTools> {
    return readRemoteTools(target.name, await link.listTools(signal), target.entry.tools)
  }

  async function listAgain(link: McpLink | undefined): Promise<void> {
    if (link === undefined || state.kind !== 'ready' || state.link !== link) return
    const abort = new AbortController()
    const cancel = clock.timer(limits.mcpConnectMs, () => abort.abort(new McpTrouble(tooSlow)))
    try {
      const listed = await readTools(link, abort.signal)
      if (state.kind === 'ready' && state.link === link) state = { ...state, ...listed }
    } catch (error) {
      // The old list stays: calls of what is gone are refused by the server itself.
      log.warn('an MCP server did not tell its new tools', { server: target.name, error })
    } finally {
      cancel()
    }
  }

  function lose(link: McpLink | undefined, why: string): void {
    if (state.kind !== 'ready' || state.link !== link) return
    if (clock.wall() - state.since >= steadyMs) failures = 0
    fail(why)
  }

  function fail(message: string): void {
    failures++
    state = { kind: 'failed', since: clock.wall(), message: `The MCP server "${target.name}" ${message}` }
    const waitMs = chooseRetryWait(failures, random.fraction())
    log.warn('an MCP server is not there', { server: target.name, message, retryInMs: waitMs })
    cancelRetry()
    cancelRetry = clock.timer(waitMs, () => void begin())
  }

  async function stop(): Promise<void> {
    cancelRetry()
    const { link } = state.kind === 'ready' ? state : { link: undefined }
    const under = attempt
    attempt = undefined
    state = { kind: 'stopped', since: clock.wall() }
    under?.abort.abort(new McpTrouble('was stopped'))
    await Promise.allSettled([under?.promise, link?.close()])
  }

  void begin()
  return {
    state: () => state,
    stop,
    async connect(signal) {
      if (state.kind === 'ready') return state
      if (state.kind === 'stopped') throw new McpTrouble('is stopped')
      return unlessAborted(begin(), signal)
    },
    async look(signal) {
      if (state.kind === 'ready') return state
      if (!attempt) return undefined
      return patiently(clock, unlessAborted(attempt.promise, signal), signal)
    },
    async restart() {
      await stop()
      failures = 0
      await begin().catch(() => undefined)
    },
  }
}

const tooSlow = `did not answer within ${limits.mcpConnectMs / 1_000} seconds`

/** Undefined when it takes longer than a turn waits, or fails. */
function patiently<T>(clock: Clock, promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((done, reject) => {
    const cancel = clock.timer(limits.mcpWaitMs, () => done(undefined))
    promise
      .then(done, (error: unknown) => (signal.aborted ? reject(error as Error) : done(undefined)))
      .finally(cancel)
  })
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.throwIfAborted()
    const leave = () => fail(signal.reason as Error)
    signal.addEventListener('abort', leave, { once: true })
    promise.then(done, fail).finally(() => signal.removeEventListener('abort', leave))
  })
}
