// Whoever is taken out of a session loses what is below it too, while they look on.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestLive } from '../../../../test-support/open-test-live.ts'

test('[SES7] [LIV3] [I39] whoever is taken out of the session at the top is off the session of its sub-agent at once', async () => {
  await using it = await openTestLive({ toolOrigins: [] })
  const [ann, bob] = [await it.someone(), await it.someone()]
  const id = await it.chat(ann.actor, { participants: [bob.actor.handle] })
  const spawned = await it.ask('POST', `/sessions/${id}/runs`, {
    headers: ann.headers,
    body: { task: 'dig' },
  })
  assert.equal(spawned.status, 201)
  const { childSessionId: child, runId } = spawned.body as unknown as {
    childSessionId: string
    runId: string
  }
  await it.work()
  const clients = [await it.connect(ann), await it.connect(bob)] as const
  for (const client of clients) {
    client.send({ type: 'sub', scope: `s:${child}` })
    await client.next('snap')
  }
  const changed = await it.ask('PATCH', `/sessions/${id}`, {
    headers: ann.headers,
    body: { participants: [ann.actor.handle] },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const nak = await clients[1].next('nak')
  assert.deepEqual([nak.code, nak.scope], ['not_found', `s:${child}`])
  await it.say(ann.actor, child, 'Only for us')
  await it.work()
  for (const client of clients) await client.settle()
  assert.match(JSON.stringify(clients[0].frames), /Only for us/)
  assert.doesNotMatch(JSON.stringify(clients[1].frames), /Only for us/)
  for (const path of [
    `/sessions/${child}`,
    `/sessions/${child}/timeline`,
    `/sessions/${child}/queue`,
    `/sessions/${child}/subagents`,
    `/sessions/${id}/subagents`,
    `/runs/${runId}`,
  ]) {
    assert.equal((await it.ask('GET', path, { headers: bob.headers })).status, 404, path)
    assert.equal((await it.ask('GET', path, { headers: ann.headers })).status, 200, path)
  }
})
