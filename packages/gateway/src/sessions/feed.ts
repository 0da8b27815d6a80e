// What happens in sessions, told to whoever shows it live, in the order in which it happened. Told after the commit and
// before the disk has it: who sends something on awaits the store's `durable()` first. Nothing is kept here.

import type { EventId, PersonId, SessionId } from '@heddle/contract'
import type { LogEvent } from './session-values.ts'

export interface FeedListener {
  /** New entries of the log, ascending and without a hole. */
  appended(sessionId: SessionId, events: readonly LogEvent[]): void
  /** Text that was added to a text that streams. `offset` is where it belongs in the whole text. */
  delta(sessionId: SessionId, delta: TextDelta): void
  /** The text begins anew with this attempt. */
  reset(sessionId: SessionId, reset: { eventId: EventId; attempt: number }): void
  /** What a running tool has put out so far: the end of it. Nobody keeps it. */
  progress(sessionId: SessionId, progress: ToolProgress): void
  /** Something that a list of sessions shows has changed. */
  listed(sessionId: SessionId): void
  /** Who may see the session has changed. */
  accessChanged(sessionId: SessionId): void
  /** A new entry of someone's own log. */
  personAppended(personId: PersonId, event: PersonEvent): void
}

export interface TextDelta {
  eventId: EventId
  kind: 'message.agent' | 'reasoning'
  attempt: number
  offset: number
  text: string
}

export interface ToolProgress {
  /** Of the `tool.call`. */
  eventId: EventId
  text: string
}

export interface PersonEvent {
  seq: number
  eventId: EventId
  kind: string
  createdAt: number
  payload: Record<string, unknown>
}

export interface Feed extends FeedListener {
  /** What the listener leaves out, it does not hear. */
  listen(listener: Partial<FeedListener>): void
}

export function createFeed(): Feed {
  const listeners: Partial<FeedListener>[] = []
  return {
    listen: (listener) => void listeners.push(listener),
    appended: (sessionId, events) => listeners.forEach((one) => one.appended?.(sessionId, events)),
    delta: (sessionId, delta) => listeners.forEach((one) => one.delta?.(sessionId, delta)),
    reset: (sessionId, reset) => listeners.forEach((one) => one.reset?.(sessionId, reset)),
    progress: (sessionId, progress) => listeners.forEach((one) => one.progress?.(sessionId, progress)),
    listed: (sessionId) => listeners.forEach((one) => one.listed?.(sessionId)),
    accessChanged: (sessionId) => listeners.forEach((one) => one.accessChanged?.(sessionId)),
    personAppended: (personId, event) => listeners.forEach((one) => one.personAppended?.(personId, event)),
  }
}
