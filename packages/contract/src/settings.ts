// The settings that admins can change in the web. Each also has a key in heddle.json5; what the file sets wins and is
// read-only in the web.

import { z } from 'zod'
import { limits } from './limits.ts'

export interface SettingDefinition<T = unknown> {
  schema: z.ZodType<T>
  default: T
  description: string
}

function setting<T>(schema: z.ZodType<T>, fallback: T, description: string): SettingDefinition<T> {
  return { schema, default: fallback, description }
}

/** Links are made by adding a path, so nothing may stand behind the port; and nobody's password belongs in it. */
function isOrigin(text: string): boolean {
  if (text === '') return true
  if (!URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return /^https?:$/.test(protocol) && (text === origin || text === `${origin}/`)
}

function isModelNameOrEmpty(text: string): boolean {
  return text === '' || (/^[^/]+\/.+$/.test(text) && !/[\s\p{Cc}]/u.test(text))
}

const wholeNumber = (min: number, max: number) => z.int().min(min).max(max)

export const settings = {
  'team.name': setting(
    z.string().trim().min(1).max(limits.teamNameCharsMax),
    'Heddle',
    'The name of this place, shown in the header and on invite pages.',
  ),
  'server.publicUrl': setting(
    z
      .string()
      .max(limits.urlCharsMax)
      .refine(isOrigin, 'must be a web address without a path, such as "https://heddle.example.org"'),
    '',
    'The address people use in their browser; links are made with it. Empty: the address the server listens on.',
  ),
  'invites.expireHours': setting(
    wholeNumber(1, limits.inviteExpireHoursMax),
    72,
    'How long an invite link works when its maker does not say.',
  ),
  'signIn.expireDays': setting(wholeNumber(1, 365), 30, 'How long a sign-in lasts without being used.'),
  'agents.defaults.model': setting(
    z
      .string()
      .trim()
      .max(256)
      .refine(isModelNameOrEmpty, 'must be a provider and its model, such as "ollama/llama3.2"'),
    '',
    'provider/model for every agent that names none. Empty: the first model of the first provider.',
  ),
} as const

export type SettingKey = keyof typeof settings
export type SettingValues = { [K in SettingKey]: (typeof settings)[K]['default'] }
export const settingKeys = Object.keys(settings) as SettingKey[]
