// What the server really answers and tells about discussions, mentions and notifications is what it has agreed on with the
// browser app, which asks the same of what it is tried with.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findDisagreements,
  findUnsaid,
  type SaidOfCollaboration,
} from '@heddle/contract/collaboration-agreement'
import { openTestLive } from '../../../test-support/open-test-live.ts'

type Route = SaidOfCollaboration['answers'][number]['route']

test('[THR2] [MEN1] [NTF4] every answer and every entry about discussions and notifications is as both sides have agreed', async () => {
  await using it = await openTestLive()
  it.reactByWork()
  const ann = await it.someone()
  const bob = await it.someone()
  const sessionId = await it.chat(ann.actor, { visibility: 'team', title: 'Ours' })
  const { eventId } = await it.say(ann.actor, sessionId, 'The roof leaks.', { mode: 'note' })
  const client = await it.connect(bob)
  for (const scope of ['u:me', `s:${sessionId}`]) {
    client.send({ type: 'sub', scope })
    await client.next('snap')
  }
  const answers: { route: Route; body: unknown }[] = []
  const ask = async (route: Route, who: typeof ann, method: string, path: string, body?: object) => {
    const said = await it.ask(method, path, { headers: who.headers, ...(body && { body }) })
    assert.ok(said.status < 300, `${route} was answered with ${said.status}`)
    answers.push({ route, body: said.body })
    await it.work()
    return said.body
  }
  const { id } = await ask('openThread', ann, 'POST', `/sessions/${sessionId}/threads`, {
    anchorEventId: eventId,
  })
  const words = { body: `@${bob.actor.handle}, @nobody and @main`, clientMessageId: 'r1' }
  const { replyId, seq } = await ask('postReply', ann, 'POST', `/threads/${id}/replies`, words)
  const other = { body: 'another', clientMessageId: 'r2' }
  const second = await ask('postReply', ann, 'POST', `/threads/${id}/replies`, other)
  it.clock.advance(1_000)
  await ask('editReply', ann, 'PATCH', `/replies/${replyId}`, { body: `@${bob.actor.handle}, look` })
  await it.ask('DELETE', `/replies/${second.replyId}`, { headers: ann.headers })
  await ask('listReplies', bob, 'GET', `/threads/${id}/replies`)
  await ask('listThreads', bob, 'GET', `/sessions/${sessionId}/threads`)
  const { items } = await ask('listNotifications', bob, 'GET', '/notifications')
  await ask('readNotification', bob, 'POST', `/notifications/${items[0].id}/read`)
  await ask('unreadNotification', bob, 'POST', `/notifications/${items[0].id}/unread`)
  await ask('markThreadRead', bob, 'PUT', `/threads/${id}/read`, { seq })
  await ask('readAllNotifications', bob, 'POST', '/notifications/read-all', {})
  await ask('handOver', ann, 'POST', `/threads/${id}/hand-over`, { clientMessageId: 'h1', note: 'Look.' })
  await ask('changeThread', ann, 'PATCH', `/threads/${id}`, { resolved: true })
  await ask('readThread', bob, 'GET', `/threads/${id}`)
  await client.settle()
  const said = { answers, told: client.all('ev').map(({ kind, payload }) => ({ kind, payload })) }
  assert.deepEqual(findUnsaid(said), [])
  assert.deepEqual(findDisagreements(said), [])
})
