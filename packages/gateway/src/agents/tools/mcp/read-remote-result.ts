// What a server answered to a call, as text for a model: words as they are, pictures and the like by kind and size. Pure.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { ToolOutcome } from '../../tools.ts'
import { fitOutput } from '../fit-output.ts'

const resultSchema = z.object({
  content: z.array(z.unknown()).optional().catch(undefined),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional().catch(undefined),
})

const parts = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string().catch('unknown') }),
  z.object({
    type: z.literal('resource'),
    resource: z.object({
      uri: z.string(),
      mimeType: z.string().optional().catch(undefined),
      text: z.string().optional(),
      blob: z.string().optional(),
    }),
  }),
  z.object({ type: z.literal('resource_link'), uri: z.string(), name: z.string().catch('') }),
])

export function readRemoteResult(answer: unknown): ToolOutcome {
  const { success, data } = resultSchema.safeParse(answer)
  if (!success)
    return { output: 'The server answered with nothing that can be read.', isError: true, isUntrusted: false }
  const { content = [], structuredContent, isError = false } = data
  const said = content.map(tellPart)
  const structured = structuredContent === undefined ? undefined : JSON.stringify(structuredContent)
  // Servers are asked to say it in words as well, for clients that do not know this.
  if (structured !== undefined && !said.some((text) => isSameJson(text, structured))) said.push(structured)
  const output = said.length === 0 ? '(The server answered, with nothing in it.)' : said.join('\n\n')
  return { output: fitOutput(output, limits.mcpOutputBytesMax), isError, isUntrusted: true }
}

function tellPart(part: unknown): string {
  const { success, data } = parts.safeParse(part)
  if (!success) return `[something that cannot be shown: ${kindOf(part)}]`
  switch (data.type) {
    case 'text':
      return data.text
    case 'image':
    case 'audio':
      return `[${data.type}: ${data.mimeType}, ${sizeOf(data.data)} bytes]`
    case 'resource': {
      const { uri, mimeType = 'unknown', text, blob } = data.resource
      if (text !== undefined) return `[resource ${uri}]\n${text}`
      return `[resource ${uri}: ${mimeType}, ${sizeOf(blob ?? '')} bytes]`
    }
    case 'resource_link':
      return `[link: ${data.name} ${data.uri}]`
  }
}

function kindOf(part: unknown): string {
  const kind: unknown = typeof part === 'object' && part !== null && 'type' in part ? part.type : undefined
  return JSON.stringify(typeof kind === 'string' ? kind.slice(0, 40) : 'unknown')
}

function sizeOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4)
}

/** Long ones are not compared: what stands there twice is cut anyway. */
const comparedCharsMax = 100_000

function isSameJson(text: string, json: string): boolean {
  if (text.length > comparedCharsMax) return true
  try {
    return JSON.stringify(JSON.parse(text)) === json
  } catch {
    return false
  }
}
