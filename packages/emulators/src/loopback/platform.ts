// A chat platform that lives in memory: servers with channels and threads, direct messages, people and programs. People
// are moved by whoever holds it; programs ask by calls, which can be limited and can go wrong by plan.

import { answerCall, trouble } from './answer-calls.ts'
import { createEventFeed } from './event-feed.ts'
import { type Fault, type FaultPlan, noFaults } from './faults.ts'
import { copiesAmong, createGroundTruth, type GroundTruth } from './ground-truth.ts'
import { createPlatformPeople, type PlatformPeople } from './platform-people.ts'
import { type Bot, createPlatformState, type PlatformState } from './platform-state.ts'
import { pause, type PlatformClock, type PlatformRandom, untilAborted } from './platform-time.ts'
import type { PlatformCall, PlatformMessage, PlatformReply } from './platform-words.ts'
import { createRateLimiter, type RateLimits, type RateVerdict } from './rate-limits.ts'

export interface Platform extends PlatformPeople {
  readonly truth: GroundTruth
  /** From now on. */
  useFaults(plan: FaultPlan): void
  limitRates(limits: RateLimits): void
  /** What a program asks; never throws. */
  handle(call: PlatformCall, signal: AbortSignal): Promise<PlatformReply>
  /** All that can be seen, everywhere. */
  visible(): PlatformMessage[]
  /** Parts of deliveries that can be seen more than once. */
  copies(): ReadonlyMap<string, readonly PlatformMessage[]>
  readonly state: PlatformState
}

export interface PlatformOptions {
  clock: PlatformClock
  random: PlatformRandom
  /** How long requests and answers are on their way at most; within one process they are not. */
  transitMs?: number
  /** Ids are greater than that. One that follows another must give none that was given before: they were heard. */
  idsFrom?: number
}

export function createPlatform({ clock, random, transitMs = 0, idsFrom }: PlatformOptions): Platform {
  const state = createPlatformState(idsFrom)
  const truth = createGroundTruth()
  const limiter = createRateLimiter(clock, transitMs)
  let plan: FaultPlan = noFaults

  async function handle(call: PlatformCall, signal: AbortSignal): Promise<PlatformReply> {
    const bot = [...state.bots.values()].find(({ token }) => token === call.token)
    const conversationId = namedConversation(call.body)
    const asked = { accountId: bot?.id ?? '', kind: call.kind, conversationId }
    const fault = plan(asked)
    if (fault?.kind === 'unreachable') return { kind: 'unreachable' }
    const request = truth.begin(asked, clock.wall())
    const reply = await answer(call, bot, fault, signal, request.number)
    request.endedAt = clock.wall()
    if (reply.kind === 'answer') {
      request.status = reply.status
      request.isEarly = reply.isEarly === true
      if (reply.toldBefore !== undefined) request.toldBefore = reply.toldBefore
      return { kind: 'answer', status: reply.status, body: structuredClone(reply.body) }
    }
    if (reply.kind === 'garbage') request.status = reply.status
    return reply
  }

  type Reply = Exclude<PlatformReply, { kind: 'answer' }> | AnsweredReply
  interface AnsweredReply {
    kind: 'answer'
    status: number
    body: unknown
    isEarly?: boolean
    toldBefore?: number | undefined
  }

  async function answer(
    call: PlatformCall,
    bot: Bot | undefined,
    fault: Fault | undefined,
    signal: AbortSignal,
    number: number,
  ): Promise<Reply> {
    if (!bot) return answered(trouble(401, 'bad_token', 'This token is nobody’s.'))
    const asked = { number, accountId: bot.id, kind: call.kind, conversationId: namedConversation(call.body) }
    const verdict = limiter.judge(asked)
    if (verdict) return limited(verdict)
    const act = async () =>
      answered(await answerCall(call.kind, { state, bot, now: clock.wall(), signal }, call.body))
    if (!fault) return act()
    switch (fault.kind) {
      case 'rate_limited':
        limiter.block(asked, fault.scope, fault.retryAfterMs)
        return limited({ waitMs: fault.retryAfterMs, scope: fault.scope, isEarly: false })
      case 'status':
        if (fault.isDone) await act()
        return answered(trouble(fault.status, 'trouble', 'The platform has trouble.'))
      case 'silence':
        if (fault.isDone) await act()
        await untilAborted(signal)
        return { kind: 'left' }
      case 'late':
        clock.timer(fault.ms, () => void act())
        await untilAborted(signal)
        return { kind: 'left' }
      case 'reset':
        if (fault.isDone) await act()
        return { kind: 'reset' }
      case 'empty':
        await act()
        return { kind: 'answer', status: 200, body: {} }
      case 'garbage':
        await act()
        return { kind: 'garbage', status: 200 }
      case 'delay':
        await pause(clock, fault.ms, signal)
        return signal.aborted ? { kind: 'left' } : act()
      case 'unreachable':
        return { kind: 'unreachable' }
    }
  }

  function limited({ waitMs, scope, isEarly, toldBefore }: RateVerdict): AnsweredReply {
    const { status, body } = trouble(429, 'rate_limited', 'Too many requests.', {
      retryAfterMs: waitMs,
      scope,
    })
    return { kind: 'answer', status, body, isEarly, toldBefore }
  }

  const visible = () => [...state.messages.values()]
  return {
    ...createPlatformPeople({ state, clock, newFeed: () => createEventFeed(clock, random) }),
    truth,
    state,
    useFaults(next) {
      plan = next
    },
    limitRates(limits) {
      limiter.limits = limits
    },
    handle,
    visible,
    copies: () => copiesAmong(visible()),
  }
}

function answered({ status, body }: { status: number; body: unknown }) {
  return { kind: 'answer', status, body } as const
}

function namedConversation(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('conversationId' in body)) return undefined
  return typeof body.conversationId === 'string' ? body.conversationId : undefined
}
