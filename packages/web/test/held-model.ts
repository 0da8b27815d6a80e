// A model that speaks only when the test lets it: what is asked with "hold" in front waits in the middle of its answer
// for as long as the test wants, everything else is answered at once. Speaks OpenAI's chat completions.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const patienceMs = 20_000

export interface HeldAnswer {
  /** The last thing that was said. */
  asked: string
  write(text: string): void
  /** Calls a tool; the answer ends with it. */
  call(name: string, args: object): void
  end(): void
}

export interface HeldModel {
  baseUrl: string
  /** The next answer that is held, also one that was asked for before. */
  next(): Promise<HeldAnswer>
  /** What people said, as the model was last told it. */
  heard(): readonly string[]
  /** Ends whatever is still held, so that nothing of one test is left to the next. */
  release(): void
  /** What is asked next is refused, in a way that nobody tries again by itself. */
  refuseOnce(): void
  close(): void
}

export async function openHeldModel(): Promise<HeldModel> {
  let waiting: HeldAnswer[] = []
  let wanted: ((answer: HeldAnswer) => void)[] = []
  let held: HeldAnswer[] = []
  let heard: string[] = []
  const offer = (answer: HeldAnswer) => {
    held.push(answer)
    const give = wanted.shift()
    if (give) give(answer)
    else waiting.push(answer)
  }
  let isRefusing = false
  const server = createServer((request, response) => {
    if (!isRefusing) return void answer(request, response, offer, (texts) => (heard = texts))
    isRefusing = false
    const error = { message: 'The test said no.', type: 'invalid_request_error' }
    response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async next() {
      const asked = waiting.shift()
      if (asked) return asked
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('nobody asked the model')), patienceMs)
        wanted.push((answer) => {
          clearTimeout(timer)
          resolve(answer)
        })
      })
    },
    heard: () => heard,
    release() {
      for (const answer of held) answer.end()
      held = []
      waiting = []
      wanted = []
    },
    refuseOnce() {
      isRefusing = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  offer: (answer: HeldAnswer) => void,
  hear: (texts: string[]) => void,
): Promise<void> {
  // Whoever stops a turn hangs up in the middle of it.
  response.on('error', () => {})
  const texts = saidIn(await readBody(request))
  const asked = texts.at(-1) ?? ''
  hear(texts)
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const tell = (delta: unknown, finish: string | null) =>
    response.write(
      `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    )
  const finish = (why: 'stop' | 'tool_calls') => {
    if (response.writableEnded) return
    tell({}, why)
    response.end('data: [DONE]\n\n')
  }
  const held: HeldAnswer = {
    asked,
    write: (text) => void tell({ role: 'assistant', content: text }, null),
    call(name, args) {
      const said = { name, arguments: JSON.stringify(args) }
      tell({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: said }] }, null)
      finish('tool_calls')
    },
    end: () => finish('stop'),
  }
  if (asked.startsWith('hold')) return offer(held)
  held.write(`Heard: ${asked}`)
  held.end()
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

interface Asked {
  messages: { role: string; content: string | { type: string; text?: string }[] }[]
}

/** Who speaks stands in a part before the words. */
function saidIn(body: string): string[] {
  const { messages } = JSON.parse(body) as Asked
  return messages.flatMap(({ role, content }) => {
    if (role !== 'user') return []
    if (typeof content === 'string') return [content]
    const texts = content.flatMap(({ text }) => (text === undefined ? [] : [text]))
    return [texts.find((text) => !text.startsWith('{"speaker"')) ?? '']
  })
}
