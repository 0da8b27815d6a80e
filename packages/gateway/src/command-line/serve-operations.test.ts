import assert from 'node:assert/strict'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { limits, refused } from '@heddle/contract'
import { makeTestFolder } from '../../test-support/create-test-world.ts'
import { StoreBroken } from '../foundation/database/store-errors.ts'
import { createSilentLog } from '../foundation/logging/log.ts'
import { callOperation } from './call-operation.ts'
import { type ServeOperationsDeps, serveOperations } from './serve-operations.ts'

async function serve(t: TestContext, run: ServeOperationsDeps['run']) {
  const socketPath = join(makeTestFolder(t), 'heddle.sock')
  const server = await serveOperations({ socketPath, run, log: createSilentLog() })
  t.after(() => server.close())
  const stages: string[] = []
  const call = (name: string, input: unknown = {}) =>
    callOperation({ socketPath, name, input, onProgress: (stage) => stages.push(stage) })
  return { socketPath, server, stages, call }
}

test('[OPS1] a command is answered through the socket, with its progress', async (t) => {
  const { call, stages, socketPath } = await serve(t, async (name, input, progress) => {
    progress('first')
    progress('second')
    return { name, input }
  })
  assert.deepEqual(await call('some.thing', { a: 'ü\n' }), { name: 'some.thing', input: { a: 'ü\n' } })
  assert.deepEqual(stages, ['first', 'second'])
  assert.equal(statSync(socketPath).mode & 0o777, 0o600)
})

test('[OPS1] a refusal arrives as the refusal it was', async (t) => {
  const { call } = await serve(t, async () => {
    throw refused('too_many_guesses', {
      message: 'Wait.',
      retryAfterMs: 5,
      issues: [{ field: 'handle', message: 'is wrong', nearest: 'ada' }],
    })
  })
  await assert.rejects(call('x'), (error: Record<string, unknown>) => {
    assert.deepEqual(
      [error['code'], error['message'], error['retryAfterMs'], error['issues']],
      ['too_many_guesses', 'Wait.', 5, [{ field: 'handle', message: 'is wrong', nearest: 'ada' }]],
    )
    return true
  })
})

test('[OPS1] an unexpected failure is told as one, without its stack', async (t) => {
  const { call } = await serve(t, async () => {
    throw new TypeError('cannot read x')
  })
  await assert.rejects(call('x'), { code: 'internal', message: /in the running Heddle: cannot read x$/ })
})

test('[OPS1] a full disk is told as one, also when it broke the store', async (t) => {
  const { call } = await serve(t, async () => {
    throw new StoreBroken('sync', 'x', Object.assign(new Error('x'), { code: 'ENOSPC' }))
  })
  await assert.rejects(call('x'), { code: 'disk_full' })
})

test('[OPS1] a stale socket file of a dead process is replaced', async (t) => {
  const socketPath = join(makeTestFolder(t), 'heddle.sock')
  writeFileSync(socketPath, '')
  await assert.rejects(callOperation({ socketPath, name: 'x', input: {}, onProgress: () => undefined }), {
    name: 'NobodyThere',
  })
  const server = await serveOperations({ socketPath, run: async () => 'alive', log: createSilentLog() })
  assert.equal(
    await callOperation({ socketPath, name: 'x', input: {}, onProgress: () => undefined }),
    'alive',
  )
  await server.close()
  assert.equal(existsSync(socketPath), false)
  await assert.rejects(callOperation({ socketPath, name: 'x', input: {}, onProgress: () => undefined }), {
    name: 'NobodyThere',
  })
})

test('[OPS6] what is no question is refused, and the next one is answered', async (t) => {
  const { call, socketPath } = await serve(t, async () => 'fine')
  const post = (path: string, body: string, method = 'POST') =>
    new Promise<string>((resolve, reject) => {
      const outgoing = request({ socketPath, path, method }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve(text))
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  assert.match(await post('/operation', 'nonsense'), /"bad_json"/)
  assert.match(await post('/operation', '{"name": 5}'), /"bad_json"/)
  assert.match(await post('/elsewhere', '{}'), /"not_found"/)
  assert.match(await post('/operation', '', 'GET'), /"not_found"/)
  assert.match(await post('/operation', `"${'x'.repeat(limits.requestBodyBytesMax)}"`), /"too_large"/)
  await new Promise<void>((resolve) => {
    const socket = connect(socketPath, () => socket.end('not http at all\r\n\r\n'))
    socket.on('close', () => resolve())
    socket.on('error', () => undefined)
    socket.resume()
  })
  assert.equal(await call('x'), 'fine')
})

test('[OPS1] closing waits for the command that runs', async (t) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { call, server } = await serve(t, async () => {
    begin()
    await released
    return 'done'
  })
  const answer = call('slow')
  await begun
  const closed = server.close()
  release()
  assert.equal(await answer, 'done')
  await closed
})

test('[OPS1] a gateway that dies before it answered is told as that, and not asked again', async (t) => {
  const socketPath = join(makeTestFolder(t), 'heddle.sock')
  const answers = [
    '',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n18\r\n{"progress":"half-way"}\n\n\r\n',
  ]
  for (const answer of answers) {
    const server = createServer((socket) => {
      socket.once('data', () => socket.write(answer, () => socket.destroy()))
    })
    await new Promise<void>((resolve) => server.listen(socketPath, resolve))
    await assert.rejects(callOperation({ socketPath, name: 'x', input: {}, onProgress: () => undefined }), {
      name: 'EndedEarly',
    })
    await new Promise((resolve) => server.close(resolve))
  }
})
