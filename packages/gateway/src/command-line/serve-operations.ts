// Answers commands on the folder's socket. Who can open the socket owns the folder, so there is no sign-in here; the
// file's rights are the gate. The caller holds the folder's lock: a socket file that is there belongs to nobody.

import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { limits, Refusal, refused } from '@heddle/contract'
import type { Log } from '../foundation/logging/log.ts'
import { lacksRoom } from './explain-failure.ts'
import { type OperationLine, operationPath, refusalJson } from './operation-lines.ts'

export interface OperationServer {
  /** Answers no more questions, and waits for those that run, for a while. */
  close(): Promise<void>
}

export interface ServeOperationsDeps {
  socketPath: string
  run(name: string, input: unknown, progress: (stage: string) => void): Promise<unknown>
  log: Log
}

const callersMax = 256

export async function serveOperations(deps: ServeOperationsDeps): Promise<OperationServer> {
  const server = createServer({ requestTimeout: limits.requestTimeMs }, (request, response) => {
    void answer(deps, request, response)
  })
  server.maxConnections = callersMax
  rmSync(deps.socketPath, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.socketPath, resolve)
  })
  chmodSync(deps.socketPath, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), limits.shutdownMs / 2).unref()
      }),
  }
}

async function answer(
  deps: ServeOperationsDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const write = (line: OperationLine) => response.write(`${JSON.stringify(line)}\n`)
  // A caller that went away does not stop what it asked for: half a backup helps nobody.
  response.on('error', () => undefined)
  response.setHeader('content-type', 'application/x-ndjson')
  response.setHeader('connection', 'close')
  try {
    const { name, input } = await readQuestion(request)
    const result = await deps.run(name, input, (stage) => write({ progress: stage }))
    write({ result: result ?? null })
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log.error('a command failed', { error })
    write({ refusal: refusalJson(toRefusal(error)) })
  }
  response.end()
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (lacksRoom(error)) return refused('disk_full')
  const why = error instanceof Error ? error.message : String(error)
  return refused('internal', { message: `Something went wrong in the running Heddle: ${why}` })
}

async function readQuestion(request: IncomingMessage): Promise<{ name: string; input: unknown }> {
  if (request.method !== 'POST' || request.url !== operationPath) throw refused('not_found')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > limits.requestBodyBytesMax) throw refused('too_large')
    chunks.push(chunk)
  }
  const question = parse(Buffer.concat(chunks).toString('utf8'))
  if (typeof question !== 'object' || question === null || !('name' in question)) throw refused('bad_json')
  if (typeof question.name !== 'string') throw refused('bad_json')
  return { name: question.name, input: 'input' in question ? question.input : {} }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('bad_json')
  }
}
