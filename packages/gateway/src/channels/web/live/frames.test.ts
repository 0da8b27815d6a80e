// Frames that are not what they should be.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes, limits } from '@heddle/contract'
import { openTestLive } from '../../../../test-support/open-test-live.ts'

test('[LIV2] a wrong frame is answered with what is wrong, and the connection stays', async () => {
  await using it = await openTestLive()
  const client = await it.connect(await it.someone())
  const wrong: [frame: object | string, code: string, field?: string, nearest?: string][] = [
    ['{', 'bad_json'],
    ['[]', 'bad_input'],
    ['7', 'bad_input'],
    ['{"__proto__":{}}', 'bad_json'],
    ['['.repeat(100) + ']'.repeat(100), 'bad_json'],
    [{}, 'bad_input', 'type'],
    [{ type: 'sbu', scope: 'l:' }, 'bad_input', 'type', 'sub'],
    [{ type: 'sub' }, 'bad_input', 'scope'],
    [{ type: 'sub', scope: 'l:', after: -1 }, 'bad_input', 'after'],
    [{ type: 'sub', scope: 'l:', aftr: 1 }, 'bad_input', 'aftr', 'after'],
    [{ type: 'sub', scope: 'session:ses_1' }, 'bad_input', 'scope', 's:ses_1'],
    [{ type: 'sub', scope: 'ses_1' }, 'bad_input', 'scope', 's:ses_1'],
    [{ type: 'unsub', scope: 'me' }, 'bad_input', 'scope', 'u:me'],
    [{ type: 'presence', state: 'actve' }, 'bad_input', 'state', 'active'],
    [{ type: 'cmd', cid: 'c1', op: 'mesage' }, 'bad_input', 'op', 'message'],
    [{ type: 'cmd', cid: 'c1', op: 'read', sessionId: 's', sq: 1 }, 'bad_input', 'seq'],
    [{ type: 'cmd', op: 'stop', sessionId: 's' }, 'bad_input', 'cid'],
  ]
  for (const [frame, code, field, nearest] of wrong) {
    client.send(frame)
    const nak = await client.next('nak')
    assert.deepEqual([nak.code, nak.field, nak.nearest], [code, field, nearest], JSON.stringify(frame))
    assert.equal(nak.cid, typeof frame === 'object' && 'cid' in frame ? frame.cid : undefined)
    assert.doesNotMatch(nak.message, /undefined/)
  }
  await client.settle()
})

test('[LIV2] hello comes first, and in a protocol that we speak', async () => {
  await using it = await openTestLive()
  const { headers } = await it.someone()
  const client = await it.dial(headers)
  client.send({ type: 'sub', scope: 'l:' })
  assert.match((await client.next('nak')).message, /hello first/)
  client.send({ type: 'hello', proto: 2 })
  assert.equal((await client.closed).code, closeCodes.protocol)
})

test('[LIV2] whoever never gets it right is sent away; one right frame starts the count anew', async () => {
  await using it = await openTestLive({}, { liveLimits: { badFramesMax: 3 } })
  const client = await it.connect(await it.someone())
  for (let i = 0; i < 2; i++) client.send('?')
  await client.settle()
  for (let i = 0; i < 3; i++) client.send('?')
  assert.equal((await client.closed).code, closeCodes.protocol)
  assert.equal(client.all('nak').length, 5)
})

test('[LIV2] a frame that is too large, binary or no UTF-8 ends the connection', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const large = await it.connect(member)
  large.send(`"${'x'.repeat(limits.liveFrameInBytesMax)}"`)
  assert.equal((await large.closed).code, closeCodes.protocol)
  const binary = await it.connect(member)
  binary.socket.send(Buffer.from('{"type":"ping"}'), { binary: true })
  assert.equal((await binary.closed).code, closeCodes.protocol)
  const broken = await it.connect(member)
  broken.socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false })
  assert.equal((await broken.closed).code, closeCodes.protocol)
  await (await it.connect(member)).settle()
})

test('[LIV8] more commands than allowed are refused with the time to wait; frames without end are a mistake', async () => {
  await using it = await openTestLive(
    {},
    { liveLimits: { liveCommandsPerMinuteMax: 2, requestsPerMinutePerson: 40 } },
  )
  const member = await it.someone()
  const client = await it.connect(member)
  const session = await it.chat(member.actor)
  for (let i = 0; i < 25; i++) client.send({ type: 'cmd', cid: `c${i}`, op: 'typing', sessionId: session })
  await client.next('nak', ({ cid }) => cid === 'c24')
  await client.next('ack', ({ cid }) => cid === 'c1')
  const naks = client.all('nak')
  assert.equal(naks.length, 23)
  assert.ok(naks.every(({ code, retryAfterMs }) => code === 'too_many_requests' && retryAfterMs === 30_000))
  for (let i = 0; i < 40; i++) client.send({ type: 'ping' })
  assert.equal((await client.closed).code, closeCodes.protocol)
})
