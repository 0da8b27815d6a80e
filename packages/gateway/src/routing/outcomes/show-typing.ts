// As long as a turn runs whose answer goes to an outside place, that place shows that somebody is about to write, where its
// channel can. It lives in memory and nobody waits for it: a sign that is lost is lost.

import type { ConversationRef, TurnId } from '@heddle/contract'
import type { Cancel } from '../../foundation/clock.ts'
import type { TypingSign, TypingSigns } from '../ports.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { findOutsidePlace } from './find-place.ts'
import { decideReply } from './send-turn-reply.ts'

/** Who answers at once shows nothing: the sign would come with the answer, and cost as much. */
const firstAfterMs = 400
/** Platforms show a sign for about ten seconds. */
const againMs = 8_000
/** A turn that waits for somebody's word does not write. */
const shownAtMostMs = 5 * 60_000

export interface TypingShown {
  stop(): void
}

export function showTyping(deps: RoutingRoom, signs: TypingSigns): TypingShown {
  const { clock, sessions } = deps
  const timers = new Map<TurnId, Cancel>()
  let isStopped = false

  function end(turnId: TurnId): void {
    timers.get(turnId)?.()
    timers.delete(turnId)
  }

  function begin(turnId: TurnId): void {
    const until = clock.mono() + shownAtMostMs
    const look = () =>
      findPlace(deps, turnId).then(
        (place) => (place === undefined ? end(turnId) : show(turnId, place, until)),
        () => end(turnId),
      )
    timers.set(
      turnId,
      clock.timer(firstAfterMs, () => void look()),
    )
  }

  /** What a platform asked for outlives the account's own memory of it, as a restart ends that. */
  async function showUnlessToWait(place: ConversationRef, sign: TypingSign): Promise<void> {
    if (!(await deps.store.read((r) => deps.deliveries.isToWait(r, place)))) await sign.show(place)
  }

  function show(turnId: TurnId, place: ConversationRef, until: number): void {
    const sign = signs.find(place.channel, place.accountId)
    if (isStopped || !timers.has(turnId) || sign === undefined || clock.mono() > until) return end(turnId)
    showUnlessToWait(place, sign).catch(() => undefined)
    timers.set(
      turnId,
      clock.timer(againMs, () => show(turnId, place, until)),
    )
  }

  sessions.feed.listen({
    appended(_, events) {
      for (const { kind, turnId } of events) {
        if (turnId === null) continue
        if (kind === 'turn.started') begin(turnId)
        else if (kind === 'turn.finished' || kind === 'turn.failed' || kind === 'approval.asked') end(turnId)
      }
    },
  })

  return {
    stop() {
      isStopped = true
      for (const turnId of timers.keys()) end(turnId)
    },
  }
}

async function findPlace(deps: RoutingRoom, turnId: TurnId): Promise<ConversationRef | undefined> {
  return deps.store.read(async (r) => {
    const turn = await deps.sessions.readTurn(r, turnId)
    if (turn === undefined) return undefined
    const { choice } = await decideReply(deps, r, turn)
    return 'conversation' in choice ? findOutsidePlace(r, choice.conversation) : undefined
  })
}
