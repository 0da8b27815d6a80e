// The words of the outbox: what is to become visible on an outside channel, and how far it has come.

export const deliveryKinds = ['message', 'edit', 'delete', 'open', 'close'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const deliveryStates = [
  'queued',
  /** A request is under way, or was when the program stopped. */
  'sending',
  /** For its next try, for its account, or, without a place, for somebody's word. */
  'waiting',
  /** It may or may not be there: it is looked for, and never sent again blindly. */
  'unknown',
  'sent',
  /** Its place refuses it for good. */
  'rejected',
  'gave_up',
  'withdrawn',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Those that nothing changes any more, unless somebody wants it sent again. */
export const settledStates: readonly DeliveryState[] = ['sent', 'rejected', 'gave_up', 'withdrawn']

/** For the list: what waits for somebody, or all that are on their way. */
export const deliveryFilters = ['open', 'trouble', 'sent', 'all'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

export const deliveryReasons = [
  /** There is no valid place for it. */
  'held',
  'rate_limited',
  'account_paused',
  'platform_trouble',
  /** What came of the last request is not known. */
  'no_answer',
  /** It could not be looked for. */
  'unreadable',
  'too_old',
  'place_refused',
  'refused',
  'too_many_tries',
  /** Somebody does not want it sent any more, or it no longer holds. */
  'dismissed',
  /** Where it was asked for: on a page of Heddle, or in another place. */
  'told_elsewhere',
  /** Another item has what it said, and waits for somebody's word. */
  'held_instead',
  'undone',
  'redacted',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]
