import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { createFraming, frameBytes } from './frame-bytes.ts'

/** Around each length at which the protocol says it in another way. */
const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 300_000]

test('[LIV2] a frame is put together as the protocol has it, whatever its length', () => {
  const heads = lengths.map((length) => {
    const bytes = frameBytes(Buffer.alloc(length, 'x'))
    return bytes.subarray(0, bytes.length - length).toString('hex')
  })
  assert.deepEqual(heads, [
    '8100',
    '8101',
    '817d',
    '817e007e',
    '817e007f',
    '817effff',
    '817f0000000000010000',
    '817f00000000000493e0',
  ])
})

test('[LIV2] what goes to many is put together once, and read by each between what the library itself sends', async () => {
  const frame = createFraming()
  const payload = Buffer.from('{"type":"ev"}')
  assert.equal(frame(payload), frame(payload))
  assert.notEqual(frame(Buffer.from(payload)), frame(payload))
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const texts = lengths.map((length) => Buffer.alloc(length, '王').toString())
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => {
      for (const [i, text] of texts.entries()) {
        if (i % 2 === 0) ws.send(text)
        else socket.write(frame(Buffer.from(text)))
        ws.ping()
      }
      ws.close(1000)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const heard: string[] = []
  let pings = 0
  client.on('message', (data: Buffer, isBinary) => void heard.push(isBinary ? '' : data.toString()))
  client.on('ping', () => void pings++)
  const code = await new Promise((resolve) => client.once('close', resolve))
  server.close()
  assert.deepEqual([code, pings], [1000, texts.length])
  assert.deepEqual(heard, texts)
})
