// Commands over the socket do what requests do.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestLive } from '../../../../test-support/open-test-live.ts'
import { toolCall } from '../../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../../test-support/tools-of.ts'

test('[LIV8] a message is acknowledged with its id and place, and the same one again with what it was', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const client = await it.connect(member)
  const message = {
    type: 'cmd',
    op: 'message',
    sessionId: id,
    body: 'Hello',
    clientMessageId: 'm1',
    mode: 'note',
  }
  client.send({ ...message, cid: 'c1' })
  const first = await client.next('ack')
  const [event] = await it.timeline(id)
  assert.deepEqual(first, {
    type: 'ack',
    cid: 'c1',
    ok: true,
    id: event?.eventId,
    seq: event?.seq,
    deduped: false,
  })
  client.send({ ...message, cid: 'c2' })
  assert.deepEqual(await client.next('ack'), { ...first, cid: 'c2', deduped: true })
  client.send({ ...message, cid: 'c3', body: 'Something else' })
  const nak = await client.next('nak')
  assert.deepEqual([nak.cid, nak.code], ['c3', 'message_conflict'])
  assert.equal((await it.timeline(id)).length, 1)
})

test('[LIV8] a message without an id of its own has the id of its command, and a scope names its session too', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const client = await it.connect(member)
  const message = { type: 'cmd', cid: 'c1', op: 'message', scope: `s:${id}`, body: 'Hello', mode: 'note' }
  client.send(message)
  const first = await client.next('ack')
  client.send(message)
  assert.deepEqual(await client.next('ack'), { ...first, deduped: true })
  client.send({ ...message, scope: 'l:' })
  assert.equal((await client.next('nak')).code, 'bad_input')
  assert.equal((await it.timeline(id)).length, 1)
})

test('[LIV8] messages arrive in the order in which one connection sent them', async () => {
  await using it = await openTestLive({}, { liveLimits: { turnsWaitingMax: 4 } })
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const client = await it.connect(member)
  const texts = Array.from({ length: 30 }, (_, i) => `number ${i}`)
  for (const [i, body] of texts.entries()) {
    const message = { op: 'message', sessionId: id, body, clientMessageId: `m${i}`, mode: 'note' }
    client.send({ type: 'cmd', cid: `c${i}`, ...message })
  }
  await client.next('ack', ({ cid }) => cid === 'c29')
  assert.deepEqual(
    (await it.timeline(id)).map(({ payload }) => payload['text']),
    texts,
  )
  assert.deepEqual(
    client.all('ack').map(({ cid }) => cid),
    texts.map((_, i) => `c${i}`),
  )
})

test('[LIV8] stop stops, read marks, and what is refused over HTTP is refused here', async () => {
  await using it = await openTestLive()
  const [member, viewer] = [await it.someone(), await it.someone('viewer')]
  const id = await it.chat(member.actor, { visibility: 'team' })
  const wait = Promise.withResolvers<void>()
  it.model.script('Well, ', { type: 'wait', until: wait.promise })
  await it.say(member.actor, id, 'Think long')
  await it.breathe()
  const client = await it.connect(member)
  client.send({ type: 'cmd', cid: 'stop', op: 'stop', sessionId: id })
  assert.match((await client.next('ack')).id ?? '', /^trn_/)
  await it.work()
  client.send({ type: 'cmd', cid: 'read', op: 'read', sessionId: id, seq: 1 })
  assert.equal((await client.next('ack')).seq, 1)
  const onlooker = await it.connect(viewer)
  const message = { op: 'message', sessionId: id, body: 'May I?', clientMessageId: 'm1' }
  onlooker.send({ type: 'cmd', cid: 'no', ...message })
  assert.equal((await onlooker.next('nak')).code, 'not_allowed')
  onlooker.send({ type: 'cmd', cid: 'none', op: 'stop', sessionId: 'ses_nothing' })
  assert.equal((await onlooker.next('nak', ({ cid }) => cid === 'none')).code, 'not_allowed')
  client.send({ type: 'cmd', cid: 'none', op: 'stop', sessionId: 'ses_nothing' })
  assert.equal((await client.next('nak')).code, 'not_found')
})

test('[LIV8][ATT1] a message over the socket has its files, and needs no text beside them', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const sessionId = await it.chat(member.actor)
  const file = await it.upload(member.actor, 'x')
  const client = await it.connect(member)
  const message = { type: 'cmd', op: 'message', sessionId, body: '', mode: 'note' }
  client.send({ ...message, cid: 'c1', attachments: [file.id] })
  assert.equal((await client.next('ack')).cid, 'c1')
  const [event] = await it.timeline(sessionId)
  const attachments = [{ id: file.id, name: 'file.txt', mediaType: 'application/octet-stream', bytes: 1 }]
  assert.deepEqual(event?.payload['attachments'], attachments)
  client.send({ ...message, cid: 'c2', attachments: ['fil_none'] })
  const nak = await client.next('nak')
  assert.deepEqual([nak.cid, nak.code], ['c2', 'unknown_file'])
})

test('[LIV8] [CNV7] a message for what is focused is acknowledged with the session that hears it', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const [id, other] = [await it.chat(member.actor), await it.chat(member.actor)]
  const conversation = { channel: 'web', accountId: member.actor.personId, conversationId: id }
  const bound = await it.store.tx((t) =>
    it.routing.makeBinding(t, member.actor, { targetSessionId: other, conversation }),
  )
  const client = await it.connect(member)
  const message = { type: 'cmd', op: 'message', sessionId: id, body: 'Hello', mode: 'note', to: 'focus' }
  client.send({ ...message, cid: 'c1', focusId: bound.id })
  const { id: eventId, sessionId } = await client.next('ack')
  assert.deepEqual([sessionId, eventId], [other, (await it.timeline(other)).at(-1)?.eventId])
  await it.store.tx((t) => it.routing.endBinding(t, member.actor, bound.id))
  client.send({ ...message, cid: 'c2', focusId: bound.id })
  const nak = await client.next('nak')
  assert.deepEqual([nak.cid, nak.code, nak.field], ['c2', 'not_bound', 'focusId'])
})

test('[LIV8] [AGT6] a call that waits is approved over the socket by who may, once, for exactly that call', async () => {
  const tools = toolsOf({
    judge: ({ name }) => ({
      kind: 'ask',
      why: 'policy',
      reason: 'It asks.',
      scope: { key: '', label: name },
    }),
    run: async ({ name }) => ({ output: `${name} is done`, isError: false }),
  })
  await using it = await openTestLive({ tools })
  const [member, viewer] = [await it.someone(), await it.someone('viewer')]
  const id = await it.chat(member.actor, { visibility: 'team' })
  it.model.script(toolCall('send'))
  await it.say(member.actor, id, 'Send it.')
  await it.work()
  const [approval] = (await it.ask('GET', '/approvals', { headers: member.headers })).body.items
  const [client, onlooker] = [await it.connect(member), await it.connect(viewer)]
  const approve = { type: 'cmd', op: 'approve', approvalId: approval.id, decision: 'once' }
  onlooker.send({ ...approve, cid: 'no' })
  assert.equal((await onlooker.next('nak')).code, 'not_allowed')
  client.send({ ...approve, cid: 'other', callHash: 'f'.repeat(64) })
  assert.equal((await client.next('nak')).code, 'call_changed')
  client.send({ ...approve, cid: 'wrong', decision: 'yes' })
  assert.deepEqual((await client.next('nak', ({ cid }) => cid === 'wrong')).field, 'decision')
  it.model.script('Sent.')
  client.send({ ...approve, cid: 'yes', callHash: approval.callHash })
  assert.deepEqual(await client.next('ack'), { type: 'ack', cid: 'yes', ok: true, id: approval.id })
  await it.work()
  const result = (await it.timeline(id)).find(({ kind }) => kind === 'tool.result')
  assert.equal(result?.payload['output'], 'send is done')
  client.send({ ...approve, cid: 'late', decision: 'deny' })
  assert.equal((await client.next('nak', ({ cid }) => cid === 'late')).code, 'already_decided')
})
