// The sections `agents` and `models` of heddle.json5, each by itself. What must hold between them stands in
// judge-agents-config.ts.

import { judgeHandle, limits, providerKinds, thinkingLevels } from '@heddle/contract'
import { z } from 'zod'
import { splitModelName } from './agents/model-name.ts'
import { vendorAddress } from './agents/providers/vendor-addresses.ts'
import { agentToolsSchema } from './tools-config-schema.ts'

const modelNameSchema = z
  .string()
  .max(256)
  .refine(isModelName, 'must be a provider and its model, such as "ollama/llama3.2"')

const thinkingSchema = z.enum(thinkingLevels)

const priceSchema = z.number().min(0).max(1_000_000)

const modelSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(200)
    .refine(hasNoSpace, 'may not have spaces')
    .describe('As the provider calls it.'),
  cost: z
    .strictObject({
      input: priceSchema.describe('For a million tokens that are read.'),
      output: priceSchema.describe('For a million tokens that are written.'),
      cachedInput: priceSchema
        .describe('For a million tokens that the provider had cached. Default: as input.')
        .optional(),
      cacheWrite: priceSchema
        .describe('For a million tokens that the provider puts into its cache. Default: as input.')
        .optional(),
    })
    .describe("Prices, in the currency of your choice. Default: the vendor's, as far as Heddle knows them.")
    .optional(),
  contextTokens: z
    .int()
    .min(1)
    .max(100_000_000)
    .describe('How many tokens fit into it. Default: as far as Heddle knows.')
    .optional(),
  vision: z
    .boolean()
    .describe('Whether it can look at images. Default: as far as Heddle knows, else false.')
    .optional(),
})

const apiKeySchema = z.string().min(1).max(limits.secretValueBytesMax)

const baseUrlSchema = z.string().superRefine((text, check) => {
  const complaint = judgeBaseUrl(text)
  if (complaint !== undefined) check.addIssue(complaint)
})

export const providerSchema = z
  .strictObject({
    kind: z.enum(providerKinds).describe('How it is spoken to.'),
    baseUrl: baseUrlSchema
      .describe(
        'Where its API is, with the version: "http://127.0.0.1:11434/v1". Default: the address of the vendor.',
      )
      .optional(),
    apiKey: apiKeySchema
      .describe(
        'Its key, best as "${NAME}". Default: the secret models.<provider>.apiKey, then <PROVIDER>_API_KEY of the environment.',
      )
      .optional(),
    models: z
      .array(modelSchema)
      .max(500)
      .describe('The models that may be used. Default: whatever an agent names.')
      .optional(),
  })
  .superRefine((provider, check) => {
    const { kind, baseUrl } = provider
    if (kind !== 'demo' && baseUrl === undefined && vendorAddress(kind) === undefined) {
      check.addIssue({ code: 'custom', path: ['baseUrl'], message: 'is missing; say where the API is' })
    }
    const seen = new Set<string>()
    for (const [i, { id }] of (provider.models ?? []).entries()) {
      if (seen.has(id))
        check.addIssue({ code: 'custom', path: ['models', i], message: 'has an id that is listed before it' })
      seen.add(id)
    }
  })

export const modelsSchema = z.strictObject({
  providers: z
    .record(z.string(), providerSchema)
    .describe(
      'Where models are reached, by a name of your choice. Without any, agents run on the demo model.',
    )
    .optional(),
})

const fallbackModelsSchema = z.array(modelNameSchema).max(10)

const authSchema = z.strictObject({
  profiles: z
    .record(z.string(), z.strictObject({ apiKey: apiKeySchema.describe('Best as "${NAME}".').optional() }))
    .describe(
      'Keys of its own, by the name of the provider. Default: the secrets agents.<id>.<provider>.apiKey, then what the main agent has, then the key of the provider.',
    )
    .optional(),
  isolated: z.boolean().describe('Whether it uses no other keys than its own. Default: false.').optional(),
})

const subagentFields = {
  model: modelNameSchema.describe("provider/model of sub-agents. Default: the caller's.").optional(),
  thinking: thinkingSchema.describe("How hard they think. Default: as the caller's.").optional(),
  runTimeoutSeconds: z
    .int()
    .min(0)
    .max(limits.runTimeoutSecondsMax)
    .describe('After so long a run is ended; 0: never. Default: 0.')
    .optional(),
  maxSpawnDepth: z
    .int()
    .min(1)
    .max(limits.subagentDepthMax)
    .describe('How deep sub-agents may have sub-agents. Default: 1.')
    .optional(),
  maxChildrenPerAgent: z
    .int()
    .min(1)
    .max(limits.subagentChildrenMax)
    .describe('How many of one session may be active at a time. Default: 5.')
    .optional(),
  archiveAfterMinutes: z
    .int()
    .min(1)
    .max(limits.archiveAfterMinutesMax)
    .describe('How long after its end the session of a sub-agent is archived. Default: 60.')
    .optional(),
  allowAgents: z
    .array(z.string().min(1).max(limits.handleCharsMax))
    .max(200)
    .describe('The agents that may be given tasks, by id; "*" is any. Default: only the one who asks.')
    .optional(),
}

const agentSchema = z.strictObject({
  id: z
    .string()
    .superRefine((id, check) => {
      const verdict = judgeHandle(id)
      if (!verdict.ok) check.addIssue(verdict.reason)
    })
    .describe('Its handle, unique among agents.'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(limits.nameCharsMax)
    .refine((name) => !/\p{Cc}/u.test(name), 'must be one line')
    .describe('Default: the id.')
    .optional(),
  avatar: z
    .string()
    .max(limits.urlCharsMax)
    .refine(isAvatar, 'must be a web address of an image, or one emoji')
    .describe('A web address of an image, or one emoji. Default: one is drawn.')
    .optional(),
  model: modelNameSchema.describe('provider/model. Default: agents.defaults.model.').optional(),
  thinking: thinkingSchema.describe('Default: agents.defaults.thinking.').optional(),
  workspace: z
    .string()
    .min(1)
    .max(4_096)
    .refine((path) => !path.includes('\0'), 'is not a path')
    .describe(
      'The folder of its instructions and files. A relative one begins at the folder of this file. Default: one under the data folder.',
    )
    .optional(),
  tools: agentToolsSchema.optional(),
  fallbackModels: fallbackModelsSchema
    .describe('Asked in this order when its model cannot answer. Default: agents.defaults.fallbackModels.')
    .optional(),
  auth: authSchema.optional(),
  subagents: z.strictObject(subagentFields).describe('Default: agents.defaults.subagents.').optional(),
})

export const agentsSchema = z.strictObject({
  defaults: z
    .strictObject({
      model: modelNameSchema
        .describe('provider/model for every agent that names none. Default: the first model that is listed.')
        .optional(),
      thinking: thinkingSchema.describe('How hard agents think that do not say. Default: "off".').optional(),
      fallbackModels: fallbackModelsSchema
        .describe('Asked in this order when the model of an agent cannot answer. Default: none.')
        .optional(),
      subagents: z
        .strictObject({
          ...subagentFields,
          maxConcurrent: z
            .int()
            .min(1)
            .max(limits.subagentsAtOnceMax)
            .describe('How many sub-agents work at once, in all. Default: 8.')
            .optional(),
        })
        .optional(),
    })
    .optional(),
  list: z.array(agentSchema).max(200).describe('The agents. Default: one, "main".').optional(),
})

function isModelName(name: string): boolean {
  return splitModelName(name) !== undefined && hasNoSpace(name)
}

function hasNoSpace(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text)
}

function judgeBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a web address, such as "http://127.0.0.1:11434/v1"'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with "http://" or "https://"'
  if (url.username !== '' || url.password !== '')
    return 'may not have a name or password in it; put the key into apiKey'
  if (url.search !== '' || url.hash !== '') return 'must end with the path, without "?" or "#"'
  return undefined
}

function isAvatar(text: string): boolean {
  if (URL.canParse(text)) return /^https?:$/.test(new URL(text).protocol)
  return text.length > 0 && text.length <= 16 && /^\P{Cc}+$/u.test(text) && !/[\s:/<>]/.test(text)
}
