import assert from 'node:assert/strict'
import { test } from 'node:test'
import { avatarPath, avatarSeed, drawAvatar } from '../../draw-avatar.ts'
import { openTestDoor } from '../../../../test-support/open-test-door.ts'
import { passwordOf } from '../../../../test-support/open-test-people.ts'

test('[OPS4] health answers always, readiness when the house says so, with the reason when not', async () => {
  let reason = 'Heddle is starting.'
  await using house = await openTestDoor(
    {},
    { readiness: () => (reason === '' ? { ready: true } : { ready: false, reason }) },
  )
  assert.equal((await house.fetch('/healthz')).status, 200)
  const early = await house.fetch('/readyz')
  assert.equal(early.status, 503)
  assert.equal(await early.text(), 'Heddle is starting.\n')
  reason = ''
  assert.equal((await house.fetch('/readyz')).status, 200)
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const wrong = await house.fetch(path, { method: 'POST' }, '127.0.0.1')
    assert.equal(wrong.status, 405)
    assert.equal(wrong.headers.get('Allow'), 'GET, HEAD')
  }
})

test('[OPS4] the figures are for this machine itself, and for whoever may read them', async () => {
  await using house = await openTestDoor()
  const status = async (headers: Record<string, string>, peer: string) =>
    (await house.fetch('/metrics', { headers }, peer)).status
  assert.equal(await status({}, '127.0.0.1'), 200)
  assert.equal(await status({}, '::1'), 200)
  assert.equal(await status({}, '::ffff:127.0.0.1'), 200)
  assert.equal(await status({ Host: '[::1]:7420' }, '::1'), 200)
  assert.equal(await status({}, '192.0.2.7'), 401)
  // A proxy here that says nothing of its client still passes on the name under which it was asked.
  assert.equal(await status({ Host: '192.0.2.1' }, '127.0.0.1'), 401)
  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Host', 'Via']) {
    assert.equal(await status({ [header]: '127.0.0.1' }, '127.0.0.1'), 401, header)
  }
  assert.equal(await status(await house.bearerOf('admin', ['admin']), '192.0.2.7'), 200)
  assert.equal(await status(await house.bearerOf('admin', ['read', 'write']), '192.0.2.7'), 403)
  assert.equal(await status(await house.bearerOf('member', ['read']), '192.0.2.7'), 403)
  assert.equal(await status({ Authorization: 'Bearer hdt_x' }, '192.0.2.7'), 401)
})

test('[OPS4] the figures tell of requests, sign-ins, store and work, from the first request on', async () => {
  const work = [{ lane: 'reactions', state: 'ready', count: 3 }]
  await using house = await openTestDoor({}, { work: async () => work })
  await house.signedIn('kim', 'member')
  for (const password of [passwordOf('kim'), 'wrong', 'wrong too']) {
    await house.ask('POST', '/sign-in', {
      headers: { 'X-Heddle-Request': '1' },
      body: { handle: 'kim', password },
    })
  }
  await house.ask('GET', '/nothing/here')
  await house.fetch('/some/page')
  const look = async () => (await house.fetch('/metrics', {}, '127.0.0.1')).text()
  const text = await look()
  for (const line of [
    'heddle_http_requests_total{route="signIn",method="POST",status="200"} 1',
    'heddle_http_requests_total{route="signIn",method="POST",status="401"} 2',
    'heddle_http_requests_total{route="unknown",method="GET",status="404"} 1',
    'heddle_http_requests_total{route="static",method="GET",status="503"} 1',
    'heddle_sign_ins_total{outcome="signed_in"} 1',
    'heddle_sign_ins_total{outcome="wrong"} 2',
    'heddle_work_items{lane="reactions",state="ready"} 3',
    'heddle_info{version="0.0.0-test"} 1',
  ]) {
    assert.ok(text.includes(`${line}\n`), line)
  }
  assert.match(text, /^heddle_store_commits_total [1-9]/m)
  assert.match(text, /^heddle_store_wal_bytes [1-9]/m)
  for (const name of [
    'heddle_event_loop_lag_seconds',
    'heddle_store_sync_seconds_total',
    'heddle_store_commit_seconds_total',
  ]) {
    assert.match(text, new RegExp(`^# HELP ${name} `, 'm'))
  }
  // A second look counts the first, and counts nothing twice.
  const again = await look()
  assert.ok(again.includes('heddle_http_requests_total{route="metrics",method="GET",status="200"} 1\n'))
  assert.ok(again.includes('heddle_http_requests_total{route="signIn",method="POST",status="401"} 2\n'))
})

test('[R12] invented methods and paths do not grow the figures', async () => {
  await using house = await openTestDoor()
  for (let i = 0; i < 50; i++) {
    await house.fetch(`/api/v1/x${i}`, { method: `M${i}` })
    await house.fetch(`/api/v1/members/per_${i}`, {})
  }
  const text = await (await house.fetch('/metrics', {}, '127.0.0.1')).text()
  const lines = text.split('\n').filter((line) => line.startsWith('heddle_http_requests_total{'))
  assert.equal(lines.length, 2)
})

test('[OPS4] conversations that are bound are counted while they are', async () => {
  await using test = await openTestDoor()
  const { actor } = await test.signedIn('ann', 'member')
  const sessionId = await test.chat(actor)
  const look = async () =>
    /^heddle_bindings (\d+)$/m.exec(await (await test.fetch('/metrics', {}, '127.0.0.1')).text())?.[1]
  assert.equal(await look(), '0')
  const conversation = { channel: 'web', accountId: actor.personId, conversationId: sessionId }
  const place = {
    conversation,
    placeKind: 'web',
    sessionId,
    boundBy: null,
    label: null,
    isOpened: false,
  } as const
  const { id } = await test.store.tx((t) => test.routing.bindings.bind(t, place))
  assert.equal(await look(), '1')
  await test.store.tx((t) => test.routing.bindings.unbind(t, id, { why: 'unfocus' }))
  assert.equal(await look(), '0')
})

test('[OPS4] [DLV4] what goes elsewhere is counted, by channel and by what became of it', async () => {
  await using test = await openTestDoor()
  const persona = { name: 'main', agentId: 'main', isAccount: true }
  const place = { channel: 'chat', accountId: 'bot', conversationId: 'c1' }
  const put = (cause: string) =>
    test.store.tx((t) => test.deliveries.enqueue(t, { kind: 'message', cause, place, text: 'Hi.', persona }))
  await put('a')
  await put('b')
  await test.store.tx((t) => test.deliveries.withdraw(t, 'a', 'undone'))
  const text = await (await test.fetch('/metrics', {}, '127.0.0.1')).text()
  for (const line of [
    'heddle_deliveries_total{channel="chat",outcome="withdrawn"} 1',
    'heddle_deliveries_open{state="open"} 1',
    'heddle_deliveries_open{state="unknown"} 0',
  ]) {
    assert.ok(text.includes(`${line}\n`), line)
  }
})

test('[OPS4] turns are counted, by how they ended', async () => {
  await using test = await openTestDoor()
  const { actor } = await test.signedIn('ann', 'member')
  const id = await test.chat(actor)
  await test.say(actor, id, 'hello')
  await test.work()
  test.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await test.say(actor, id, 'again')
  await test.work()
  const text = await (await test.fetch('/metrics', {}, '127.0.0.1')).text()
  for (const line of [
    'heddle_turns_started_total 2',
    'heddle_turns_finished_total{outcome="succeeded"} 1',
    'heddle_turns_finished_total{outcome="failed"} 1',
    'heddle_live_sockets 0',
  ]) {
    assert.ok(text.includes(`${line}\n`), line)
  }
  assert.match(text, /^heddle_turn_queue_wait_seconds_total /m)
})

test('[PER1] every persona has a picture of its own that whoever shows it can fetch, and no path draws anything else', async () => {
  await using house = await openTestDoor()
  const seeds = ['main', 'main · worker', 'Über'].map(avatarSeed)
  const pictures = await Promise.all(
    seeds.map(async (seed) => {
      const answer = await house.fetch(avatarPath(seed), {}, '192.0.2.7')
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('Content-Type'), 'image/png')
      assert.match(answer.headers.get('Cache-Control') ?? '', /immutable/)
      return Buffer.from(await answer.arrayBuffer())
    }),
  )
  assert.equal(new Set(pictures.map((bytes) => bytes.toString('hex'))).size, 3)
  assert.deepEqual(pictures[0], Buffer.from(drawAvatar(seeds[0]!)))
  assert.equal(pictures[0]?.subarray(1, 4).toString(), 'PNG')
  for (const path of ['/avatars/x.png', `/avatars/${seeds[0]}.gif`, '/avatars/', `/avatars/${seeds[0]}`]) {
    assert.equal((await house.fetch(path)).status, 404, path)
  }
})
