// Rights that are taken away while a connection is open.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeCodes, type Facts, limits, type SessionId, type TokenId } from '@heddle/contract'
import { createFakeLogs } from '../../../../test-support/create-fake-logs.ts'
import { openTestLive } from '../../../../test-support/open-test-live.ts'

test('[PPL2] [I39] a token that is revoked ends its connections at once, and no other', async () => {
  await using it = await openTestLive()
  const { actor } = await it.signedIn('holder', 'member')
  const [revoked, kept] = [await it.tokenOf(actor), await it.tokenOf(actor)]
  const headersOf = (secret: string) => ({ Authorization: `Bearer ${secret}` })
  const [first, second] = [
    await it.connect(headersOf(revoked.secret)),
    await it.connect(headersOf(revoked.secret)),
  ]
  const other = await it.connect(headersOf(kept.secret))
  await it.store.tx((t) => it.people.revokeTokens(t, actor, { id: revoked.actor.credential.id as TokenId }))
  await it.door.recheck(actor.personId)
  assert.equal((await first.closed).code, closeCodes.signIn)
  assert.equal((await second.closed).code, closeCodes.signIn)
  await other.settle()
})

test('[PPL2] [I39] a revocation over HTTP reaches the socket through its fact, without any timer', async () => {
  await using it = await openTestLive()
  const { actor, secret } = await it.signedIn('holder', 'member')
  const cookie = { Cookie: `heddle_sign_in=${secret}`, 'X-Heddle-Request': '1' }
  const token = await it.tokenOf(actor)
  const client = await it.connect({ Authorization: `Bearer ${token.secret}` })
  const answer = await it.ask('DELETE', `/me/tokens/${token.actor.credential.id}`, { headers: cookie })
  assert.equal(answer.status, 204)
  const told = it.told.find(({ kind }) => kind === 'access_revoked')
  assert.ok(told, 'the fact that the reaction answers to')
  await it.door.recheck((told.payload as Facts['access_revoked']).personId)
  assert.equal((await client.closed).code, closeCodes.signIn)
})

test('[I39] a person who is removed is off the socket without waiting for any timer', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const bystander = await it.someone()
  const [client, stays] = [await it.connect(member), await it.connect(bystander)]
  await it.store.tx((t) => it.people.removeMember(t, it.operator, member.personId))
  await it.door.recheck(member.personId)
  assert.equal((await client.closed).code, closeCodes.signIn)
  await stays.settle()
})

test('[PPL2] [I39] what people tell reaches the socket by its work alone: a token revoked, a member removed', async () => {
  await using it = await openTestLive()
  it.reactByWork()
  const { actor } = await it.signedIn('holder', 'member')
  const token = await it.tokenOf(actor)
  const [member, bystander] = [await it.someone(), await it.someone()]
  const first = await it.connect({ Authorization: `Bearer ${token.secret}` })
  const [second, stays] = [await it.connect(member), await it.connect(bystander)]
  const id = token.actor.credential.id as TokenId
  await it.store.tx((t) => it.people.revokeTokens(t, actor, { id }))
  await it.work()
  assert.equal((await first.closed).code, closeCodes.signIn)
  await it.store.tx((t) => it.people.removeMember(t, it.operator, member.personId))
  await it.work()
  assert.equal((await second.closed).code, closeCodes.signIn)
  await stays.settle()
})

test('[LIV12] [PPL2] from the commit that removes someone on they are told nothing, and the others everything', async () => {
  await using it = await openTestLive()
  it.reactAtCommit()
  const [maker, removed] = [await it.someone(), await it.someone()]
  const id = await it.chat(maker.actor, { visibility: 'team' })
  const [client, own] = [await it.connect(removed), await it.connect(maker)]
  for (const one of [client, own]) {
    one.send({ type: 'sub', scope: `s:${id}` })
    await one.next('snap')
  }
  const removal = it.store.tx((t) => it.people.removeMember(t, it.operator, removed.personId))
  const said = it.say(maker.actor, id, 'now they are gone', { mode: 'note' })
  await Promise.all([removal, said])
  await own.next('ev', ({ kind }) => kind === 'message.user')
  assert.equal((await client.closed).code, closeCodes.signIn)
  assert.deepEqual(client.all('ev'), [])
})

test('[PPL2] a command of someone whose token has ended is not carried out, even before anyone said so', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const id = await it.chat(member.actor)
  const client = await it.connect(member)
  await it.store.tx((t) => it.people.removeMember(t, it.operator, member.personId))
  const body = { body: 'late', clientMessageId: 'm1', mode: 'note' }
  client.send({ type: 'cmd', cid: 'c1', op: 'message', sessionId: id, ...body })
  assert.equal((await client.closed).code, closeCodes.signIn)
  assert.equal(
    (await it.timeline(id)).some(({ payload }) => payload['text'] === 'late'),
    false,
  )
})

test('[LIV12] rights are looked up again by themselves, a share each second', async () => {
  await using it = await openTestLive()
  const members = await Promise.all(Array.from({ length: 3 }, () => it.someone()))
  const clients = []
  for (const member of members) clients.push(await it.connect(member))
  for (const { personId } of members) {
    await it.store.tx((t) => it.people.removeMember(t, it.operator, personId))
  }
  for (let ms = 0; ms < limits.liveRecheckMs; ms += 1_000) {
    it.clock.advance(1_000)
    await it.breathe()
  }
  for (const client of clients) assert.equal((await client.closed).code, closeCodes.signIn)
})

test('[LIV12] [PPL2] whoever loses a session loses its subscription at once and hears nothing more of it', async () => {
  await using it = await openTestLive()
  const [maker, guest] = [await it.someone(), await it.someone()]
  const id = await it.chat(maker.actor, { participants: [guest.actor.handle] })
  const client = await it.connect(guest)
  const own = await it.connect(maker)
  for (const one of [client, own]) {
    one.send({ type: 'sub', scope: `s:${id}` })
    await one.next('snap')
  }
  await it.store.tx((t) => it.sessions.change(t, maker.actor, id, { participants: [maker.actor.handle] }))
  await it.say(maker.actor, id, 'now we are alone', { mode: 'note' })
  const nak = await client.next('nak')
  assert.deepEqual([nak.code, nak.scope], ['not_found', `s:${id}`])
  await own.next('ev', ({ kind }) => kind === 'message.user')
  await client.settle()
  assert.equal(
    client.all('ev').some(({ kind }) => kind === 'message.user'),
    false,
  )
})

test('[LIV12] a session that one may no longer see is found out by itself, too', async () => {
  const logs = createFakeLogs()
  const id = 'ses_hidden' as SessionId
  const log = logs.log(id)
  await using it = await openTestLive({}, { sessions: logs.sessions })
  const client = await it.connect(await it.someone())
  client.send({ type: 'sub', scope: `s:${id}` })
  await client.next('snap')
  logs.hide(id)
  for (let ms = 0; ms < limits.liveRecheckMs; ms += 1_000) {
    it.clock.advance(1_000)
    await it.breathe()
  }
  const nak = await client.next('nak')
  assert.deepEqual([nak.code, nak.scope], ['not_found', `s:${id}`])
  log.append('notice')
  await it.breathe()
  await client.settle()
  assert.equal(client.all('ev').length, 0)
})

test('[LIV11] whoever does not answer two pings is gone; whoever answers stays', async () => {
  await using it = await openTestLive()
  const member = await it.someone()
  const silent = await it.connect(member)
  silent.socket.pause()
  const awake = await it.connect(member)
  for (let i = 0; i < 4; i++) {
    for (let s = 0; s < limits.livePingMs; s += 1_000) it.clock.advance(1_000)
    await it.breathe()
    await awake.settle()
  }
  silent.socket.resume()
  assert.equal((await silent.closed).code, 1006)
  assert.equal(awake.socket.readyState, 1)
})

test('[LIV2] whoever never says hello does not stay', async () => {
  await using it = await openTestLive()
  const client = await it.dial((await it.someone()).headers)
  for (let i = 0; i < 4; i++) {
    for (let s = 0; s < limits.livePingMs; s += 1_000) it.clock.advance(1_000)
    await it.breathe()
  }
  assert.equal((await client.closed).code, closeCodes.protocol)
})
