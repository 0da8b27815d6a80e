// The words of a binding: which session hears what is written in a conversation.

/** `active` routes to its session; `ending`: its session is over, and the next message revives; `ended`: history. */
export const bindingStatuses = ['active', 'ending', 'ended'] as const
export type BindingStatus = (typeof bindingStatuses)[number]

export const bindingTargets = ['subagent', 'session', 'acp'] as const
export type BindingTarget = (typeof bindingTargets)[number]

export const bindingEnds = [
  'unfocus',
  'kill',
  /** The run is over, and its session was to be put away at once. */
  'cleanup',
  /** Nobody spoke there for as long as it was to last. */
  'idle',
  'max_age',
  /** Another one took its place. */
  'replaced',
  /** Its conversation was deleted, or archived, on the platform. */
  'place_deleted',
  'place_archived',
  /** The platform refuses what is sent there, for good. */
  'place_refused',
  'session_deleted',
  /** Others read there than those who may see the session now. */
  'made_private',
] as const
export type BindingEnd = (typeof bindingEnds)[number]

/** For people, as the end of "No longer bound: …". */
export const bindingEndWords: Readonly<Record<BindingEnd, string>> = {
  unfocus: 'someone left it',
  kill: 'the sub-agent was stopped',
  cleanup: 'the sub-agent is done',
  idle: 'nobody wrote here for a while',
  max_age: 'its time is over',
  replaced: 'something else was focused here',
  place_deleted: 'the conversation was deleted',
  place_archived: 'the conversation was archived',
  place_refused: 'nothing can be sent here any more',
  session_deleted: 'the session was put away',
  made_private: 'the session was made private',
}
