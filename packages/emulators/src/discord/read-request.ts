// A request from a socket: its JSON, or its form with files.

import type { IncomingMessage } from 'node:http'
import { requestBytesMax } from './answer-request.ts'
import type { DiscordRequest, UploadedFile } from './rest-words.ts'

/** `path`: without what stands before it in the address. */
export async function readRequest(
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
): Promise<DiscordRequest> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  )
  const around = { method: request.method ?? 'GET', path, query: Object.fromEntries(query), headers }
  const { content, bytes } = await readBytes(request)
  // Refused for its size; what it says does not matter any more.
  if (!content) return { ...around, bytes }
  if (content.length === 0) return around
  try {
    return { ...around, bytes, ...(await readContent(content, headers['content-type'] ?? '')) }
  } catch {
    return { ...around, bytes, isMalformed: true }
  }
}

async function readContent(
  content: Buffer,
  type: string,
): Promise<{ body: unknown; files?: UploadedFile[] }> {
  if (!type.startsWith('multipart/form-data')) return { body: JSON.parse(content.toString('utf8')) }
  const form = await new Response(new Uint8Array(content), { headers: { 'content-type': type } }).formData()
  const files: UploadedFile[] = []
  let body: unknown
  for (const [field, value] of form) {
    if (typeof value === 'string') {
      if (field === 'payload_json') body = JSON.parse(value)
      continue
    }
    files.push({
      field,
      name: value.name,
      content: new Uint8Array(await value.arrayBuffer()),
      ...(value.type !== '' && { mediaType: value.type }),
    })
  }
  return { body, files }
}

/** Undefined content: too much. It is read to its end all the same, so that the answer can be read. */
async function readBytes(request: IncomingMessage): Promise<{ content: Buffer | undefined; bytes: number }> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes <= requestBytesMax) chunks.push(piece)
  }
  return { content: bytes > requestBytesMax ? undefined : Buffer.concat(chunks), bytes }
}
