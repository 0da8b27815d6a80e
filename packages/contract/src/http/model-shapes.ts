// Providers of models, the test of a key, and what was used, as JSON.

import { z } from 'zod'
import { limits } from '../limits.ts'
import { providerNameCharsMax, providerNamePattern } from '../provider-name.ts'
import { time } from './times.ts'

export const providerKinds = [
  'openai',
  'anthropic',
  'google',
  'openrouter',
  'openai-compatible',
  'demo',
] as const
/** Those that can be added: the demo is always there. */
export const addedProviderKinds = [
  'openai',
  'anthropic',
  'google',
  'openrouter',
  'openai-compatible',
] as const

export const modelInput = z.strictObject({
  id: z.string().trim().min(1).max(200),
  contextTokens: z.int().min(1).max(100_000_000).optional(),
  /** Money per million tokens. */
  cost: z
    .strictObject({
      input: z.number().min(0),
      output: z.number().min(0),
      cachedInput: z.number().min(0).optional(),
      cacheWrite: z.number().min(0).optional(),
    })
    .optional(),
  vision: z.boolean().optional(),
})

export const providerShape = z.object({
  name: z.string(),
  kind: z.enum(providerKinds),
  baseUrl: z.string().nullable(),
  models: z.array(modelInput),
  /** Where the provider itself is set: what the file sets is read-only here. */
  source: z.enum(['file', 'web', 'built-in']),
  /** Where its key was found; null when there is none. The key itself is never given out. */
  keySource: z.enum(['file', 'secret', 'environment']).nullable(),
})

const providerName = z
  .string()
  .min(1)
  .max(providerNameCharsMax)
  .regex(providerNamePattern, 'must begin with a letter and hold only a-z, 0-9 and "-"')
const webAddress = z
  .string()
  .max(limits.urlCharsMax)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'must be a web address, such as "https://api.example.org/v1"',
  })
const apiKey = z.string().trim().min(1).max(4_096)

export const saveProviderInput = z.strictObject({
  kind: z.enum(addedProviderKinds).default('openai-compatible'),
  /** Absent: the vendor's own address; an OpenAI-compatible one has none of its own. */
  baseUrl: webAddress.optional(),
  /** Absent: the one that is kept stays. Null: it is forgotten. */
  apiKey: apiKey.nullable().optional(),
  models: z.array(modelInput).max(limits.modelsPerProviderMax).default([]),
})

export const providerPath = providerName

/** A provider that is set already, or one that is about to be: nothing of it is kept. */
export const testModelInput = z.strictObject({
  provider: z.string().max(40).optional(),
  /** Of the provider; absent: the first that it has. */
  model: z.string().trim().min(1).max(200).optional(),
  /** Absent: that of the provider, else OpenAI-compatible. With one, no address means the vendor's own. */
  kind: z.enum(addedProviderKinds).optional(),
  baseUrl: webAddress.optional(),
  apiKey: apiKey.optional(),
})

export const modelTestShape = z.object({
  ok: z.boolean(),
  model: z.string().nullable(),
  /** From the question to the whole answer. */
  tookMs: z.int(),
  /** What the model said, or what went wrong and what to do. */
  message: z.string(),
  /** `wrong_key`, `unknown_model`, `unreachable` …; absent when it worked. */
  code: z.string().optional(),
  /** The provider's own list, when it has one. */
  models: z.array(z.string()).optional(),
})

export const usageQuery = z.strictObject({
  /** Days in the caller's time zone, both included; absent: the last 30. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Everyone's, for admins; absent: one's own. */
  of: z.enum(['me', 'team']).default('me'),
})

export const usageFiguresShape = z.object({
  turns: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedTokens: z.int(),
  /** Of the turns with a known price, in millionths. */
  costMicros: z.int(),
  /** Turns whose price nobody knows: the cost above is without them. */
  unpricedTurns: z.int(),
})

const named = usageFiguresShape.extend({ id: z.string(), name: z.string() })

export const usageReportShape = z.object({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  of: z.enum(['me', 'team']),
  totals: usageFiguresShape,
  /** Every day of the range, also those without any. */
  days: z.array(usageFiguresShape.extend({ day: z.string() })),
  /** The most used first; at most a hundred of each. */
  agents: z.array(named),
  models: z.array(named),
  /** Empty when it is one's own. */
  members: z.array(named),
  countedAt: time,
})

export type ProviderJson = z.infer<typeof providerShape>
export type ModelInput = z.infer<typeof modelInput>
export type ModelTestJson = z.infer<typeof modelTestShape>
export type UsageFiguresJson = z.infer<typeof usageFiguresShape>
export type UsageReportJson = z.infer<typeof usageReportShape>
