// The least that a message can cost with the same parts: a bare socket that commits durably, calls the model through the
// same library, commits durably again, and answers. No rights, no log, no turns. Arguments: a folder, the models' address.

import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { WebSocketServer } from 'ws'
import { compileOnce, queriesOver } from '../src/foundation/database/query.ts'
import { openRealDisk } from '../src/foundation/database/real-disk.ts'
import { createStore } from '../src/foundation/database/store.ts'
import { createRealClock } from '../src/foundation/real-clock.ts'
import { offerToParent } from './forked-process.ts'

const [, , folder = '', modelsUrl = ''] = process.argv

interface Tables {
  messages: { id: string; body: string }
}

const disk = openRealDisk(join(folder, 'floor.db'), 'group')
disk.writer.exec('create table messages (id text primary key, body text not null) strict, without rowid')
const store = createStore({
  disk,
  clock: createRealClock(),
  onBroken: (error) => {
    throw error
  },
})
const insert = compileOnce<Tables['messages'], unknown>((place) =>
  queriesOver<Tables>()
    .insertInto('messages')
    .values({ id: place('id'), body: place('body') }),
)
let written = 0

async function commit(body: string): Promise<void> {
  const id = `m${String(++written).padStart(12, '0')}`
  await store.tx((t) => t.run(insert({ id, body })))
  await store.durable()
}

const provider = createOpenAICompatible({ name: 'bench', baseURL: modelsUrl, includeUsage: true })

async function callModel(text: string): Promise<string> {
  const { stream } = await provider.chatModel('instant').doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
  })
  let answer = ''
  for await (const part of stream) if (part.type === 'text-delta') answer += part.delta
  return answer
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    void (async () => {
      const text = data.toString()
      await commit(text)
      const answer = await callModel(text)
      await commit(answer)
      socket.send(answer)
    })()
  })
})
server.once('listening', () => {
  const address = server.address()
  // The edge: a TCP server has an address with a port.
  offerToParent({ url: `ws://127.0.0.1:${(address as { port: number }).port}` })
})
