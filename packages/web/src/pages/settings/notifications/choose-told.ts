// What one is told of and where, and what of it can be changed. Pure. A mention always stands in the inbox; what is muted
// is told nowhere, whatever was chosen for it.

import { chatterKinds, type NotificationKind, type NotificationPreferencesJson } from '@heddle/contract'

export const settableChannels = ['in_app', 'discord', 'slack'] as const
export type SettableChannel = (typeof settableChannels)[number]

/** Why it cannot be changed. */
export type Fixed = 'always' | 'muted'

export function whyFixed(
  chosen: NotificationPreferencesJson,
  kind: NotificationKind,
  channel: SettableChannel,
): Fixed | undefined {
  if (kind === 'mention' && channel === 'in_app') return 'always'
  return chosen.muteChatter && chatterKinds.includes(kind) ? 'muted' : undefined
}

export function isTold(
  chosen: NotificationPreferencesJson,
  kind: NotificationKind,
  channel: SettableChannel,
): boolean {
  const fixed = whyFixed(chosen, kind, channel)
  return fixed === undefined ? chosen[kind][channel] : fixed === 'always'
}

export function choose(
  chosen: NotificationPreferencesJson,
  kind: NotificationKind,
  channel: SettableChannel,
  isOn: boolean,
): NotificationPreferencesJson {
  return whyFixed(chosen, kind, channel) === undefined
    ? { ...chosen, [kind]: { ...chosen[kind], [channel]: isOn } }
    : chosen
}

/** Elsewhere only where one has an account. */
export function chooseChannels(links: readonly { channel: string }[]): SettableChannel[] {
  return settableChannels.filter(
    (channel) => channel === 'in_app' || links.some((link) => link.channel === channel),
  )
}
