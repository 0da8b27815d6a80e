// Stands in for the live line in the gallery: says to each follower what the fixture has for its scope, and sends
// nothing.

import type { RejectedMentionJson, ServerFrame } from '@heddle/contract'
import type { Live } from '../live/live.ts'
import type { Outgoing } from '../live/outbox.ts'
import type { HeldMessage, Upload } from '../live/uploads.ts'
import { now } from './sample-people.ts'

/** Files on their way, and the message that waits for them. */
export interface Attached {
  uploads: readonly Upload[]
  held?: HeldMessage
}

export interface Said {
  frames?: readonly ServerFrame[] | undefined
  outgoing?: readonly Outgoing[] | undefined
  attached?: Attached | undefined
  rejected?: readonly RejectedMentionJson[] | undefined
}

export function createFixtureLive(said: Said): Live {
  const { frames = [], outgoing = [], attached = { uploads: [] }, rejected = [] } = said
  const nothing = () => {}
  return {
    expect: async () => {},
    heldFor: () => [],
    enter: nothing,
    leave: nothing,
    follow(scope, follower) {
      for (const frame of frames) {
        if (frame.type === 'nak' && frame.scope === scope) follower.refused(frame.code, frame.message)
        else if ('scope' in frame && frame.scope === scope) follower.hear(frame)
      }
      return nothing
    },
    askAgain: nothing,
    say: () => true,
    sayAgain: nothing,
    hearRejected(listener) {
      for (const { sessionId } of outgoing.slice(0, 1)) listener(sessionId, rejected)
      return nothing
    },
    tellTyping: nothing,
    tellViewing: nothing,
    markRead: () => true,
    tellPresence: nothing,
    serverNow: now,
    wake: nothing,
    doubt: nothing,
    outbox: {
      all: () => outgoing,
      add: () => undefined,
      acknowledge: nothing,
      refuse: nothing,
      retry: () => undefined,
      drop: nothing,
      seen: nothing,
      forget: nothing,
      restore: nothing,
      subscribe: () => nothing,
    },
    uploads: {
      enter: nothing,
      leave: nothing,
      of: () => attached.uploads,
      add: nothing,
      adopt: nothing,
      retry: nothing,
      wake: nothing,
      remove: nothing,
      clear: nothing,
      held: () => attached.held ?? null,
      hold: nothing,
      release: nothing,
      subscribe: () => nothing,
    },
  }
}
