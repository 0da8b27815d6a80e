// A Discord that lives in memory: servers with channels and threads, direct messages, people, bots and webhooks. Bots
// ask by REST, which can be limited and can go wrong by plan, and hear of what happens through `onEvent`, which the
// gateway hands on. What people do is not here: the verbs (`message-verbs.ts` and its like) take this as their world.

import type { PlatformClock } from '../loopback/platform-time.ts'
import { answerRequest } from './answer-request.ts'
import { createDiscordState, type DiscordEvent, type DiscordWorld } from './discord-state.ts'
import { type FaultPlan, type FaultQuestion, noFaults } from './faults.ts'
import { createGroundTruth, type GroundTruth, type SeenRequest } from './ground-truth.ts'
import { createRateLimiter, type RateLimits } from './rate-limits.ts'
import type { DiscordReply, DiscordRequest } from './rest-words.ts'
import { discordRoutes } from './routes.ts'
import { createRouter, type DiscordRoute } from './router.ts'
import { createSnowflakes } from './snowflakes.ts'

export interface DiscordPlatform extends DiscordWorld {
  readonly clock: PlatformClock
  readonly truth: GroundTruth
  /** What comes back ends it. Listeners are called in the order of events, while the verb that caused it still runs. */
  onEvent(listener: (event: DiscordEvent) => void): () => void
  /** Each request once it is over, with its answer. */
  onExchange(listener: (request: SeenRequest) => void): () => void
  /** From now on. */
  useFaults(plan: FaultPlan): void
  limitRates(limits: RateLimits): void
  /** REST without a socket; never throws for what was asked. The signal says that the other side has left. */
  answer(request: DiscordRequest, signal?: AbortSignal): Promise<DiscordReply>
}

export interface DiscordPlatformOptions {
  clock: PlatformClock
  faults?: FaultPlan
  rates?: RateLimits
  /** Routes besides those of `routes.ts`: the answers to interactions. */
  routes?: readonly DiscordRoute[]
  /** How long requests and answers are on their way at most; within one process they are not. */
  transitMs?: number
  /** How many requests the ground truth keeps. */
  requestsKeptMax?: number
}

export function createDiscordPlatform(options: DiscordPlatformOptions): DiscordPlatform {
  const { clock } = options
  const listeners = new Set<(event: DiscordEvent) => void>()
  const watchers = new Set<(request: SeenRequest) => void>()
  const limiter = createRateLimiter(clock, options.transitMs)
  if (options.rates) limiter.limits = options.rates
  const truth = createGroundTruth(options.requestsKeptMax)
  const router = createRouter([...discordRoutes, ...(options.routes ?? [])])
  let plan = options.faults ?? noFaults
  let secrets = 0
  const nextId = createSnowflakes(() => clock.wall())
  const never = new AbortController().signal

  const platform: DiscordPlatform = {
    clock,
    state: createDiscordState(),
    truth,
    now: () => clock.wall(),
    nextId,
    nextSecret: () => `secret-${nextId()}-${++secrets}`,
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onExchange(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    useFaults(next) {
      plan = next
    },
    limitRates(limits) {
      limiter.limits = limits
    },
    async answer(request, signal = never) {
      const deps = { platform, router, limiter, truth, plan: (question: FaultQuestion) => plan(question) }
      const { reply, seen } = await answerRequest(deps, request, signal)
      for (const watch of watchers) watch(seen)
      return reply
    },
  }
  return platform
}
