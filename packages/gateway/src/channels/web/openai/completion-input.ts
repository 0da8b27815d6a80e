// What a chat completion may ask for. What tunes the vendor's own models is ignored, because an agent is tuned in the
// configuration; what would change the form of the answer and cannot be given is refused by name.

import { limits } from '@heddle/contract'
import { z } from 'zod'

const text = z.string().refine((value) => value.isWellFormed(), 'has half a character in it')

const part = z
  .looseObject({ type: z.enum(['text', 'refusal']), text: text.optional(), refusal: text.optional() })
  .transform((given) => given.text ?? given.refusal ?? '')

/** A text, or a list of parts of which only text can be taken; either way one text. */
const content = z
  .unknown()
  .refine(
    (given) => typeof given === 'string' || Array.isArray(given),
    'must be text or a list of text parts',
  )
  .transform((given) => (typeof given === 'string' ? [{ type: 'text', text: given }] : given))
  .pipe(z.array(part))
  .transform((parts) => parts.join('\n'))

const name = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"')
const callId = z.string().min(1).max(256)

const toolCall = z.looseObject({
  id: callId,
  type: z.literal('function').default('function'),
  function: z.looseObject({ name, arguments: text }),
})

const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('system'), content }),
  z.looseObject({ role: z.literal('developer'), content }),
  z.looseObject({ role: z.literal('user'), content, name: text.max(limits.nameCharsMax).optional() }),
  z.looseObject({
    role: z.literal('assistant'),
    content: content.nullish(),
    tool_calls: z.array(toolCall).max(limits.completionToolsMax).nullish(),
  }),
  z.looseObject({ role: z.literal('tool'), content, tool_call_id: callId }),
])

const tool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name,
    description: text.optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
  }),
})

const never = (why: string) =>
  z
    .unknown()
    .refine((given) => given === null, why)
    .optional()

export const completionInput = z.looseObject({
  model: z.string().min(1).max(limits.handleCharsMax),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  tools: z.array(tool).max(limits.completionToolsMax).nullish(),
  tool_choice: z.enum(['auto', 'none']).nullish(),
  n: z.literal(1).nullish(),
  response_format: z.looseObject({ type: z.literal('text') }).nullish(),
  logprobs: z.literal(false).nullish(),
  functions: never('is no longer supported; use tools'),
  function_call: never('is no longer supported; use tool_choice'),
  audio: never('is not supported'),
})

export type CompletionInput = z.output<typeof completionInput>
export type CompletionMessage = CompletionInput['messages'][number]
