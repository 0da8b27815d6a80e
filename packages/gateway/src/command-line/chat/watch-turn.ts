// Watches for the turn that takes one message: what it says, and how it ends. Pure but for what it is told.

import type { EventJson, UsageJson } from '@heddle/contract'
import { isSaid, namesIn, textIn } from '../session/read-payload.ts'
import type { Shown } from './create-follower.ts'

export type TurnNews =
  | { kind: 'nothing' }
  | { kind: 'began'; isDemo: boolean; model: string }
  | { kind: 'piece'; text: string }
  | { kind: 'again' }
  | { kind: 'ended'; event: EventJson }
  | { kind: 'aside'; event: EventJson }
  | { kind: 'succeeded'; usage: UsageJson }
  | { kind: 'failed'; message: string }

export interface TurnWatch {
  turnId(): string | undefined
  take(shown: Shown): TurnNews
}

const none: TurnNews = { kind: 'nothing' }

export function watchTurn(messageId: string): TurnWatch {
  let turnId: string | undefined

  function takeEntry(event: EventJson): TurnNews {
    if (event.kind === 'message.cancelled' && textIn(event, 'messageId') === messageId) {
      return { kind: 'failed', message: `${event.actor.name} cancelled the message before it was taken.` }
    }
    if (namesIn(event, 'messages').includes(messageId)) {
      if (event.kind === 'turn.started' || event.kind === 'message.taken') turnId = event.turnId
      if (event.kind !== 'turn.started') return none
      return { kind: 'began', isDemo: isSaid(event, 'isDemo'), model: textIn(event, 'model') }
    }
    if (turnId === undefined || event.turnId !== turnId) return none
    if (event.kind === 'turn.failed') return { kind: 'failed', message: textIn(event, 'message') }
    if (event.kind !== 'turn.finished') return { kind: 'aside', event }
    if (textIn(event, 'outcome') === 'succeeded') {
      // The contract's payload of this kind.
      return { kind: 'succeeded', usage: event.payload['usage'] as UsageJson }
    }
    const by = textIn(event, 'by')
    return { kind: 'failed', message: by === '' ? 'The turn was stopped.' : `The turn was stopped by ${by}.` }
  }

  /** A text whose beginning we have not seen belongs to whatever runs. */
  const isOurs = (of: string | undefined) => turnId !== undefined && (of === undefined || of === turnId)

  return {
    turnId: () => turnId,
    take(shown) {
      switch (shown.kind) {
        case 'entry':
          return takeEntry(shown.event)
        case 'piece':
          if (!isOurs(shown.turnId) || shown.of !== 'message.agent') return none
          return { kind: 'piece', text: shown.text }
        case 'again':
          return isOurs(shown.turnId) && shown.of === 'message.agent' ? { kind: 'again' } : none
        case 'ended':
          if (!isOurs(shown.event.turnId) || shown.event.kind !== 'message.agent') return none
          return { kind: 'ended', event: shown.event }
        case 'state':
          if (shown.turnId !== null || shown.queued > 0) return none
          return {
            kind: 'failed',
            message: 'The turn ended while the connection was lost; see: heddle session show',
          }
        case 'restored':
          return { kind: 'failed', message: 'Heddle was restored from a backup meanwhile.' }
        case 'gone':
          return { kind: 'failed', message: shown.message }
        case 'past':
          return none
      }
    },
  }
}
