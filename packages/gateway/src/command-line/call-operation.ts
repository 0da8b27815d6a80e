// Asks the gateway that runs on a data folder to do something, through the folder's socket.

import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { operationPath, parseLine, refusalFrom } from './operation-lines.ts'

/** Nobody listens on the socket: no gateway runs on this folder, or it is only just starting or ending. */
export class NobodyThere extends Error {
  constructor() {
    super('no gateway answers on the command socket')
    this.name = 'NobodyThere'
  }
}

/** What was asked for may or may not have been done, so it is not asked for again. */
export class EndedEarly extends Error {
  constructor() {
    super('The running Heddle ended before it answered. Look at its log, then see whether it was done.')
    this.name = 'EndedEarly'
  }
}

export interface CallOptions {
  socketPath: string
  name: string
  input: unknown
  onProgress(stage: string): void
  /** Gives up waiting; what was asked for may be done all the same. */
  signal?: AbortSignal
}

/** Throws NobodyThere, or the Refusal that the gateway gave. */
export async function callOperation(options: CallOptions): Promise<unknown> {
  const response = await send(options)
  let result: { value: unknown } | undefined
  for await (const text of linesOf(response)) {
    const line = parseLine(text)
    if ('progress' in line) options.onProgress(line.progress)
    else if ('refusal' in line) throw refusalFrom(line.refusal)
    else result = { value: line.result }
  }
  if (!result) throw new EndedEarly()
  return result.value
}

/** Whether a gateway listens there. */
export function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') throw new EndedEarly()
    throw error
  }
}

function send({ socketPath, name, input, signal }: CallOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      socketPath,
      path: operationPath,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(signal && { signal }),
    })
    outgoing.on('response', resolve)
    outgoing.on('error', (error) => reject(explain(error)))
    outgoing.end(JSON.stringify({ name, input }))
  })
}

function explain(error: Error): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return new NobodyThere()
  return code === 'ECONNRESET' || code === 'EPIPE' ? new EndedEarly() : error
}
