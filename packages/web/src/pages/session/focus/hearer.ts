// Who hears what one writes on a page, where that is not the session of the page itself.

import type { FocusJson, SessionJson } from '@heddle/contract'
import type { SaidTo } from '../../../live/outbox.ts'

export interface Hearer {
  focus: FocusJson
  name: string
  state: SessionJson['state']
  /** How many messages wait there. */
  waiting: number
  /** Where it ended something goes on already, which takes the next message. */
  isContinued: boolean
  /** The page's own session, which is over: there is nothing to go back to. */
  isOwnPage: boolean
}

export function saidTo({ bindingId, sessionId, status }: FocusJson): SaidTo {
  // What is over goes on elsewhere, and where that is comes with the message.
  return status === 'active' ? { bindingId, sessionId } : { bindingId }
}
