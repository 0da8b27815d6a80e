import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import { openTestDeliveries, type TestDeliveries } from '../../test-support/open-test-deliveries.ts'
import { inTurn } from '../../test-support/scripted-channel.ts'
import { queries } from './delivery-tables.ts'

const sessionId = 'ses_child' as SessionId
const persona = { name: 'Main · the secret task', agentId: 'main', isAccount: false }
const renamed = (h: TestDeliveries) =>
  h.store.tx((t) => h.deliveries.renameSpeaker(t, sessionId, { agentId: 'main', name: 'Main' }))
const kept = async (h: TestDeliveries) =>
  JSON.stringify(
    await h.store.read((r) => r.all(queries.selectFrom('deliveries').select(['extra']).orderBy('id'))),
  )

test('[SES6] what a speaker was called by goes from all that it said, and what it said stays', async () => {
  await using h = await openTestDeliveries()
  const other = { ...persona, name: 'Other · the other task', agentId: 'other' }
  h.platform.script = ({ conversationId }) =>
    conversationId === 'waits'
      ? { kind: 'not_sent', why: 'later', detail: '429', retryAfterMs: 60_000 }
      : undefined
  await h.put(
    h.message('c1', 'a', { sessionId, persona }),
    h.message('waits', 'b', { sessionId, persona }),
    h.message('c1', 'c', { sessionId, persona: other }),
    h.message('c1', 'd', { sessionId: 'ses_other' as SessionId, persona: other }),
  )
  await h.work()
  await renamed(h)
  assert.doesNotMatch(await kept(h), /secret/)
  assert.equal((await kept(h)).match(/the other task/g)?.length, 2)
  h.platform.script = () => undefined
  await h.pass(120_000)
  assert.deepEqual(h.platform.texts('c1'), ['a', 'c', 'd'])
  assert.equal(h.platform.visible('waits')[0]?.persona, 'Main')
})

test('[SES6] [DLV3] while nobody knows whether it is there it is looked for under the old name, which nobody is shown', async () => {
  await using h = await openTestDeliveries()
  h.platform.script = inTurn('send', [{ kind: 'lost', isDone: true }])
  await h.put(h.message('c1', 'a', { sessionId, persona }))
  await h.work()
  await renamed(h)
  assert.deepEqual(await h.states('a'), ['unknown no_answer'])
  assert.match(await kept(h), /secret/)
  assert.equal((await h.of('a'))[0]?.persona?.name, 'Main')
  await h.pass(limits.deliverySettleMs + 10_000)
  assert.deepEqual(await h.states('a'), ['sent'])
  assert.doesNotMatch(await kept(h), /secret/)
  assert.deepEqual(h.platform.texts('c1'), ['a'])
})
