// Waits for the answer to a message that was said in a session, from whatever the log and the feed tell of it.

import { limits, type SessionId } from '@heddle/contract'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { Received } from '../../../routing/routing.ts'
import type { LogEvent, Sessions } from '../../../sessions/sessions.ts'
import type { AnswerEnd, AnswerWatch } from './answer-source.ts'
import { type FollowedTurn, followTurn } from './follow-turn.ts'
import { OpenAiError } from './openai-error.ts'
import type { SessionFollower, TurnFollowers } from './turn-followers.ts'

export interface AwaitTurnDeps {
  sessions: Pick<Sessions, 'logAfter' | 'streaming'>
  followers: TurnFollowers
  store: Pick<Store, 'read'>
  clock: Clock
  /** Aborted when the house closes: the turn goes on after the restart, the request cannot. */
  closing: AbortSignal
}

export function awaitTurn(
  deps: AwaitTurnDeps,
  { sessionId, eventId, seq }: Pick<Received, 'sessionId' | 'eventId' | 'seq'>,
  watch: AnswerWatch,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  return new Promise((resolve, reject) => {
    let isSettled = false
    const turn = followTurn(eventId, watch, end)
    const follower = createCatchingUp(turn)
    const unfollow = deps.followers.follow(sessionId, follower)
    const cancelTimer = deps.clock.timer(limits.completionTurnMsMax, () =>
      end({ kind: 'failed', error: stillRunning() }),
    )
    const leave = () => end({ kind: 'left' })
    const close = () => end({ kind: 'failed', error: closing() })
    signal.addEventListener('abort', leave)
    deps.closing.addEventListener('abort', close)

    function settle(): void {
      isSettled = true
      unfollow()
      cancelTimer()
      signal.removeEventListener('abort', leave)
      deps.closing.removeEventListener('abort', close)
    }

    function end(how: AnswerEnd): void {
      settle()
      resolve(how)
    }

    if (signal.aborted) leave()
    else if (deps.closing.aborted) close()
    else {
      catchUp(deps, { sessionId, after: seq, turn, follower, isSettled: () => isSettled }).catch(
        (error: unknown) => {
          settle()
          reject(error)
        },
      )
    }
  })
}

const logAtOnce = 200

interface CatchUp {
  sessionId: SessionId
  after: number
  turn: FollowedTurn
  follower: CatchingUp
  isSettled(): boolean
}

/**
 * What is on the log since the message, then what came while that was read, then what streams right now; from there on
 * the feed. A delta that comes before all that could be of an earlier turn, and counts for nothing.
 */
async function catchUp(deps: AwaitTurnDeps, what: CatchUp): Promise<void> {
  const { sessionId, turn, isSettled } = what
  let last = what.after
  for (let isEnd = false; !isEnd; ) {
    const from = last
    const events = await deps.store.read((r) => deps.sessions.logAfter(r, sessionId, from, logAtOnce))
    // Hung up meanwhile, or answered long ago: what else is on the log does not matter.
    for (const event of events) if (!isSettled()) turn.take(event)
    if (isSettled()) return
    last = events.at(-1)?.seq ?? last
    isEnd = events.length < logAtOnce
  }
  what.follower.goLive(last)
  for (const text of deps.sessions.streaming(sessionId)) turn.takeDelta(text)
}

interface CatchingUp extends SessionFollower {
  /** The log up to `after` was taken. */
  goLive(after: number): void
}

function createCatchingUp(turn: FollowedTurn): CatchingUp {
  let early: LogEvent[] | undefined = []
  let seen = 0

  function take(events: readonly LogEvent[]): void {
    for (const event of events) {
      if (event.seq <= seen) continue
      seen = event.seq
      turn.take(event)
    }
  }

  return {
    appended(events) {
      if (early === undefined) take(events)
      else early.push(...events)
    },
    delta(delta) {
      if (early === undefined) turn.takeDelta(delta)
    },
    reset: turn.takeReset,
    goLive(after) {
      seen = after
      const waiting = early ?? []
      early = undefined
      take(waiting)
    },
  }
}

function stillRunning(): OpenAiError {
  return new OpenAiError('The turn still runs. Read its answer in the session.', {
    status: 504,
    code: 'still_running',
  })
}

function closing(): OpenAiError {
  return new OpenAiError(
    'The server is stopping. The turn goes on after its start; read it in the session.',
    {
      status: 503,
      code: 'shutting_down',
      retryAfterMs: 5_000,
    },
  )
}
