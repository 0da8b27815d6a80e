// The words of what people say about a moment of a session, and of whom that is told to.

/** `orphaned_anchor`: what it is about was redacted; it stays readable and can be answered. */
export const threadStates = ['active', 'orphaned_anchor'] as const
export type ThreadState = (typeof threadStates)[number]

/** Why somebody is not told who was named. `unknown`: nobody here has that handle. `not_a_member`: they may not see it. */
export const mentionRejections = ['unknown', 'not_a_member'] as const
export type MentionRejection = (typeof mentionRejections)[number]

/** Why somebody is told, the strongest first: of several reasons for one source the first counts. */
export const notificationReasons = [
  'mention',
  'approval',
  'reply_to_you',
  'reply_in_thread',
  'failure',
  'completion',
  'delivery_gave_up',
] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** What somebody can turn on and off: reasons that are of one kind. */
export const notificationKinds = [
  'mention',
  'reply',
  'approval',
  'completion',
  'failure',
  'delivery',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const kindOfReason: Readonly<Record<NotificationReason, NotificationKind>> = {
  mention: 'mention',
  approval: 'approval',
  reply_to_you: 'reply',
  reply_in_thread: 'reply',
  failure: 'failure',
  completion: 'completion',
  delivery_gave_up: 'delivery',
}

/** What `muteChatter` silences: nobody in particular is asked for anything by it. */
export const chatterKinds: readonly NotificationKind[] = ['reply', 'completion']

export const notificationChannels = ['in_app', 'discord', 'slack', 'loopback'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export const notificationStatuses = [
  'pending',
  /** It waits a while, in case it is read before. */
  'held',
  'delivered',
  'retrying',
  'failed',
  'suppressed',
  /** It may or may not be there. */
  'unknown',
] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

/** Why nothing was sent there. */
export const suppressions = [
  'read',
  'present',
  'no_longer_a_member',
  'may_not_see',
  'not_linked',
  'turned_off',
  'source_deleted',
  'no_longer_mentioned',
  /** Somebody who looks after the outbox does not want it sent. */
  'dismissed',
] as const
export type Suppression = (typeof suppressions)[number]

/** What can be turned on and off in the configuration; off means absent. */
export const collaborationFlags = ['threads', 'mentions', 'notifications', 'summary', 'contents'] as const
export type CollaborationFlag = (typeof collaborationFlags)[number]
export type CollaborationFlags = Readonly<Record<CollaborationFlag, boolean>>

export const collaborationDefaults: CollaborationFlags = {
  threads: true,
  mentions: true,
  notifications: true,
  summary: true,
  contents: true,
}
