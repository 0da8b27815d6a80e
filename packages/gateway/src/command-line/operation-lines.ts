// What travels over the command socket: `POST /operation {name, input}`, answered by JSON lines.

import { Refusal, type RefusalCode, refusalCodes } from '@heddle/contract'
import { z } from 'zod'

export const operationPath = '/operation'

const refusalSchema = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ field: z.string(), message: z.string(), nearest: z.string().optional() })),
  retryAfterMs: z.number().optional(),
})

export type RefusalJson = z.infer<typeof refusalSchema>

export type OperationLine = { progress: string } | { result: unknown } | { refusal: RefusalJson }

const lineSchema = z.union([
  z.object({ progress: z.string() }),
  z.object({ refusal: refusalSchema }),
  z.object({ result: z.unknown() }),
])

export function parseLine(text: string): OperationLine {
  return lineSchema.parse(JSON.parse(text))
}

export function refusalJson(refusal: Refusal): RefusalJson {
  return {
    code: refusal.code,
    message: refusal.message,
    issues: [...refusal.issues],
    ...(refusal.retryAfterMs !== undefined && { retryAfterMs: refusal.retryAfterMs }),
  }
}

/** A gateway of another version may know codes that we do not. */
export function refusalFrom(json: RefusalJson): Refusal {
  const isKnown = (code: string): code is RefusalCode => (refusalCodes as readonly string[]).includes(code)
  return new Refusal(isKnown(json.code) ? json.code : 'internal', {
    message: json.message,
    issues: json.issues,
    ...(json.retryAfterMs !== undefined && { retryAfterMs: json.retryAfterMs }),
  })
}
