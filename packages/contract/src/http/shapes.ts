// The JSON that travels over HTTP, as schemas. Times are ISO 8601 in UTC.

import { z } from 'zod'
import { type CollaborationFlag, collaborationFlags } from '../collaboration-words.ts'
import { limits } from '../limits.ts'
import { roles, scopes } from '../roles.ts'
import { notificationPreferencesShape } from './notification-preferences.ts'
import { time } from './times.ts'

export { time } from './times.ts'

export const roleShape = z.enum(roles)
export const scopeShape = z.enum(scopes)
const id = z.string().min(1).max(64)

export const handleInput = z.string().min(1).max(limits.handleCharsMax)
export const nameInput = z.string().trim().min(1).max(limits.nameCharsMax)
export const passwordInput = z.string().min(limits.passwordCharsMin).max(limits.passwordCharsMax)
export const timeZoneInput = z.string().min(1).max(64)

export const personShape = z.object({
  id,
  handle: z.string(),
  name: z.string(),
  role: roleShape,
  state: z.enum(['active', 'removed']),
  timeZone: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
  version: z.int(),
})

export const meShape = z.object({
  person: personShape,
  /** How this request was recognised, and what it may do at most. */
  credential: z.object({ kind: z.enum(['sign_in', 'token']), id, scopes: z.array(scopeShape) }),
})

export const preferencesShape = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
  notifications: notificationPreferencesShape.prefault({}),
})

/** What is not said of notifications stays as it is. */
export const preferencesInput = preferencesShape.extend({
  notifications: notificationPreferencesShape.optional(),
})

export const tokenShape = z.object({
  id,
  name: z.string(),
  scopes: z.array(scopeShape),
  createdAt: time,
  lastUsedAt: time.nullable(),
  expiresAt: time.nullable(),
})

export const createdTokenShape = tokenShape.extend({ token: z.string() })

export const signInShape = z.object({
  id,
  current: z.boolean(),
  device: z.string(),
  address: z.string(),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
})

export const inviteShape = z.object({
  id,
  role: roleShape,
  note: z.string(),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
  createdBy: id.nullable(),
  createdAt: time,
  expiresAt: time,
  usedBy: id.nullable(),
})

export const createdInviteShape = inviteShape.extend({ code: z.string(), url: z.string() })

export const auditShape = z.object({
  id,
  at: time,
  actor: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  action: z.string(),
  outcome: z.enum(['allowed', 'refused']),
  resource: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})

export const settingShape = z.object({
  key: z.string(),
  value: z.unknown(),
  source: z.enum(['default', 'web', 'file']),
  description: z.string(),
  /** Why it does not act as it is set. */
  warning: z.string().optional(),
})

export const aboutShape = z.object({
  name: z.string(),
  version: z.string(),
  needsOwner: z.boolean(),
  /** What people can do here with each other; what is turned off or not built is false. */
  collaboration: z.object(
    Object.fromEntries(collaborationFlags.map((flag) => [flag, z.boolean()])) as Record<
      CollaborationFlag,
      z.ZodBoolean
    >,
  ),
})

export const errorShape = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    issues: z
      .array(z.object({ field: z.string(), message: z.string(), nearest: z.string().optional() }))
      .optional(),
  }),
})

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().optional() })
}

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(limits.pageItemsMax).default(limits.pageItemsDefault),
  cursor: z.string().max(limits.cursorCharsMax).optional(),
})

export const nothing = z.undefined()

export type PersonJson = z.infer<typeof personShape>
export type MeJson = z.infer<typeof meShape>
export type PreferencesJson = z.infer<typeof preferencesShape>
export type PreferencesInput = z.infer<typeof preferencesInput>
export type TokenJson = z.infer<typeof tokenShape>
export type CreatedTokenJson = z.infer<typeof createdTokenShape>
export type SignInJson = z.infer<typeof signInShape>
export type InviteJson = z.infer<typeof inviteShape>
export type CreatedInviteJson = z.infer<typeof createdInviteShape>
export type AuditJson = z.infer<typeof auditShape>
export type SettingJson = z.infer<typeof settingShape>
export type AboutJson = z.infer<typeof aboutShape>
export type ErrorJson = z.infer<typeof errorShape>
export interface PageJson<T> {
  items: T[]
  next?: string
}
