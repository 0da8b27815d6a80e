// What can be done with a row, handed down to all of them at once.

import type { EventJson } from '@heddle/contract'
import { createContext, use } from 'react'
import type { TalkHere } from '../focus/use-talk-here.ts'
import type { Asking } from '../use-asking.ts'

export interface TimelineActs {
  agentName: string
  /** May say something here, and so begin a fork or try again. */
  mayWrite: boolean
  /** May turn the composer of the page to another session. */
  mayTalk: boolean
  talk: TalkHere
  /** The session that is focused on the page. */
  talksTo: string | undefined
  /** May add to a budget. */
  mayRaise: boolean
  /** The turn that runs. */
  turnId: string | null
  /** What waits for somebody's word, and whether for the reader's. */
  asking: Asking
  /** The failed turn that can be tried again: the last one, while nothing runs. */
  retryTurnId: string | undefined
  mayRedact(event: EventJson): boolean
  redact(event: EventJson): void
  resend(event: EventJson): void
  fork(event: EventJson): void
  readWhole(eventId: string): void
  /** What was pressed is gone; one goes on by writing. */
  toComposer(): void
  sessionId: string
  /** The session of whose page it is a part: another one while something is focused there. */
  pageId: string
}

const TimelineActsContext = createContext<TimelineActs | null>(null)

export const TimelineActsProvider = TimelineActsContext

export function useTimelineActs(): TimelineActs {
  const acts = use(TimelineActsContext)
  if (acts === null) throw new Error('a row of the timeline stands outside of it')
  return acts
}
