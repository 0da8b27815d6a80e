// A server on loopback that speaks OpenAI's chat completions, and costs next to nothing: what is measured or killed is
// whoever asks it. Each of its models answers in a way of its own: at once, slowly, without sense, or without end.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AskedMessage,
  callDeltas,
  type CallScript,
  type EmulatedCall,
  readConversation,
  wholeCalls,
} from './model-endpoint-calls.ts'

export interface ModelAnswer {
  /** How many pieces the text comes in. */
  pieces: number
  piece: string
  firstDelayMs: number
  /** Between two pieces; 0 sends all of them at once. */
  delayMs: number
  usage: { promptTokens: number; completionTokens: number }
  /** Calls that follow the text. */
  calls: CallScript
  fault:
    | 'none'
    /** Bytes that are neither events nor JSON nor UTF-8, then the end. */
    | 'garbage'
    /** Pieces as fast as they are taken, until the other side hangs up. */
    | 'endless'
    /** The first piece, then nothing, with the connection open. */
    | 'silent'
    /** The connection breaks after the first piece. */
    | 'cut'
  /** How many answers have the fault; those that follow are good. */
  faultTimes: number
}

export const instantAnswer: ModelAnswer = {
  pieces: 3,
  piece: 'All is well. ',
  firstDelayMs: 0,
  delayMs: 0,
  usage: { promptTokens: 20, completionTokens: 9 },
  calls: () => [],
  fault: 'none',
  faultTimes: Number.POSITIVE_INFINITY,
}

export interface ModelEndpoint {
  /** With the version, as a configuration wants it. */
  url: string
  /** How many answers were begun, and how many are being written now. */
  figures(): { begun: number; open: number }
  close(): Promise<void>
}

/** By the name of each model, where its answer differs from the instant one. */
export type EndpointModels = Readonly<Record<string, Partial<ModelAnswer>>>

export async function openModelEndpoint(models: EndpointModels): Promise<ModelEndpoint> {
  const figures = { begun: 0, open: 0 }
  const faultsShown = new Map<string, number>()
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (request.method === 'GET' && request.url === '/v1/models') {
      const data = Object.keys(models).map((id) => ({ id, object: 'model' }))
      return answerJson(response, 200, { object: 'list', data })
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      return refuse(response, 404, `there is no ${request.method} ${request.url}`)
    }
    const asked = parseAsked(body)
    if (asked === undefined) return refuse(response, 400, 'the body is not a JSON object with a model')
    if (!Object.hasOwn(models, asked.model)) {
      const known = Object.keys(models).join(', ')
      return refuse(response, 404, `there is no model "${asked.model}"; there is: ${known}`)
    }
    figures.begun++
    figures.open++
    response.once('close', () => figures.open--)
    const answer = chooseAnswer(asked.model)
    const calls = answer.calls(asked.conversation)
    if (asked.stream) await stream(response, asked.model, answer, calls)
    else answerJson(response, 200, wholeAnswer(asked.model, answer, calls))
  }

  function chooseAnswer(model: string): ModelAnswer {
    const answer: ModelAnswer = { ...instantAnswer, ...models[model] }
    if (answer.fault === 'none') return answer
    const shown = faultsShown.get(model) ?? 0
    faultsShown.set(model, shown + 1)
    return shown < answer.faultTimes ? answer : { ...answer, fault: 'none' }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  // The edge: a TCP server that listens has an address of this shape.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, figures: () => ({ ...figures }), close: () => close(server) }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

interface Asked {
  model: string
  stream: boolean
  conversation: AskedMessage[]
}

function parseAsked(body: string): Asked | undefined {
  try {
    const asked: unknown = JSON.parse(body)
    if (typeof asked !== 'object' || asked === null || !('model' in asked)) return undefined
    if (typeof asked.model !== 'string') return undefined
    const conversation = readConversation('messages' in asked ? asked.messages : undefined)
    return { model: asked.model, stream: 'stream' in asked && asked.stream === true, conversation }
  } catch {
    return undefined
  }
}

async function stream(
  response: ServerResponse,
  model: string,
  answer: ModelAnswer,
  calls: readonly EmulatedCall[],
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (answer.fault === 'garbage') return streamGarbage(response)
  if (answer.fault === 'endless') return streamEndlessly(response, model, answer.piece)
  if (answer.firstDelayMs > 0) await wait(answer.firstDelayMs, response)
  const piece = eventOf(model, { delta: { role: 'assistant', content: answer.piece }, finish_reason: null })
  if (answer.fault === 'silent' || answer.fault === 'cut') {
    response.write(piece)
    if (answer.fault === 'cut') setImmediate(() => response.destroy())
    return
  }
  if (answer.delayMs === 0) {
    response.end(piece.repeat(answer.pieces) + lastEvents(model, answer, calls))
    return
  }
  for (let i = 0; i < answer.pieces && !response.destroyed; i++) {
    if (i > 0) await wait(answer.delayMs, response)
    response.write(piece)
  }
  response.end(lastEvents(model, answer, calls))
}

function lastEvents(model: string, { usage }: ModelAnswer, calls: readonly EmulatedCall[]): string {
  const called = callDeltas(calls).map((delta) => eventOf(model, { delta, finish_reason: null }))
  const finish = eventOf(model, { delta: {}, finish_reason: finishOf(calls) })
  const told = { ...headOf(model), choices: [], usage: usageJson(usage) }
  return `${called.join('')}${finish}data: ${JSON.stringify(told)}\n\ndata: [DONE]\n\n`
}

function streamGarbage(response: ServerResponse): void {
  response.write('data: {"choices":[{"delta":{"content":"half a ')
  response.write(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a, 0x0a]))
  for (let i = 0; i < 200; i++) response.write(`data: <html>${i}\u0000</html>\n\nevent: \u2028\n:\n\n`)
  response.end('data: [[[[[[{"choices":null}\n\n')
}

async function streamEndlessly(response: ServerResponse, model: string, piece: string): Promise<void> {
  const event = eventOf(model, { delta: { content: piece }, finish_reason: null })
  while (!response.destroyed) {
    const isTaken = response.write(event)
    await new Promise<void>((resolve) => {
      if (isTaken) setImmediate(resolve)
      else {
        response.once('drain', resolve)
        response.once('close', resolve)
      }
    })
  }
}

/** Until the time is over or the other side has gone. */
function wait(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    response.once('close', done)
  })
}

function headOf(model: string) {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model }
}

function eventOf(model: string, choice: object): string {
  return `data: ${JSON.stringify({ ...headOf(model), choices: [{ index: 0, ...choice }] })}\n\n`
}

function finishOf(calls: readonly EmulatedCall[]): string {
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

function wholeAnswer(
  model: string,
  { pieces, piece, usage }: ModelAnswer,
  calls: readonly EmulatedCall[],
): object {
  const called = calls.length > 0 && { tool_calls: wholeCalls(calls) }
  const message = { role: 'assistant', content: piece.repeat(pieces), ...called }
  return {
    ...headOf(model),
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finishOf(calls) }],
    usage: usageJson(usage),
  }
}

function usageJson({ promptTokens, completionTokens }: ModelAnswer['usage']): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  answerJson(response, status, { error: { message, type: 'invalid_request_error' } })
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
