// What somebody wants to be told, by kind and channel. Mentions are always told here: one can turn off their message
// elsewhere, but not all of them together with what is merely said around.

import { z } from 'zod'
import {
  chatterKinds,
  kindOfReason,
  type NotificationChannel,
  type NotificationReason,
} from '../collaboration-words.ts'

const on = z.boolean().default(true)
const channels = { in_app: on, discord: on, slack: on }
const kind = z.strictObject(channels).prefault({})
/** What went well is told where it was asked for; on top of that only whoever wants it is written to. */
const off = z.boolean().default(false)
const quiet = z.strictObject({ in_app: on, discord: off, slack: off }).prefault({})
const always = on.refine((isOn) => isOn, 'stays on: whoever names you reaches you here')

export const notificationPreferencesShape = z.strictObject({
  /** Replies and completions are not told anywhere; everything else is. */
  muteChatter: z.boolean().default(false),
  mention: z.strictObject({ ...channels, in_app: always }).prefault({}),
  reply: kind,
  approval: kind,
  completion: quiet,
  failure: kind,
  delivery: kind,
})

export type NotificationPreferencesJson = z.infer<typeof notificationPreferencesShape>

/** Whether somebody who prefers so is told for that reason there. Pure. */
export function isWanted(
  preferences: NotificationPreferencesJson,
  reason: NotificationReason,
  channel: NotificationChannel,
): boolean {
  const kindOf = kindOfReason[reason]
  if (preferences.muteChatter && chatterKinds.includes(kindOf)) return false
  // The emulated platform is for development, and has no choice of its own: there it is as it begins elsewhere.
  return channel === 'loopback' ? kindOf !== 'completion' : preferences[kindOf][channel]
}
