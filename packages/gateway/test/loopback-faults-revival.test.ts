// Threads that go on, on a platform that fails: what is told twice is taken once, and what cannot be read
// stops nobody.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { openFocusScene } from '../test-support/focus-scene.ts'
import type { HearingHouse } from '../test-support/hearing-house.ts'
import {
  bindingsAt,
  boundIn,
  broken,
  brokenAfterwards,
  lostAnswer,
  lostRequest,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'
import { heardIn, spawn } from '../test-support/spawning-sessions.ts'
import { openWeaving, openWoven, threadsOf } from '../test-support/weaving-scene.ts'
import { queries as db } from '../src/sessions/sessions-tables.ts'

const nowhere = () => undefined

/** All that were ever opened under the key of a thread. */
const sessionsUnder = (h: HearingHouse, thread: string) => {
  const key = `agent:main:loopback:channel:${h.general}:thread:${thread}`
  return h.store.read((r) => r.all(db.selectFrom('sessions').selectAll().where('key', '=', key)))
}

test('[RTE4] a kept thread stays and goes on, though its completion was rate limited and the program began anew before it was told', async () => {
  const { h, say } = await openWeaving()
  await using _ = h
  h.platform.useFaults(({ kind, conversationId }) =>
    kind === 'send' && conversationId !== h.general ? tooMany(8_000) : undefined,
  )
  say(h.general, `${h.mention} weave it`)
  await h.pass(4_000)
  const thread = threadsOf(h)[0]
  assert.ok(thread)
  const untold = h.read(thread.id)
  assert.deepEqual(untold, [])
  await h.crash()
  h.platform.useFaults(nowhere)
  await h.pass(untilSettledMs)
  const told = h.read(thread.id).filter((line) => line.includes('It is woven.'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /Write here to go on with it\./)
  assert.equal(h.read(h.general).filter((line) => line.includes('It is woven.')).length, 0)
  assert.equal((await boundIn(h, thread.id))[0]?.status, 'ending')
  assert.equal(threadsOf(h)[0]?.isArchived, false)
  say(thread.id, 'In which colour?')
  await h.pass(5_000)
  assert.equal((await boundIn(h, thread.id))[0]?.status, 'active')
  assert.equal(h.read(thread.id).at(-1), 'Main · looms: Yes?')
  assert.deepEqual(h.platform.truth.early(), [])
})

test('[REV1] a crash while the platform is read leaves one session that goes on, under the key of its place, with all that carries over', async () => {
  const { h, say, thread, before } = await openWoven()
  await using _ = h
  h.platform.useFaults(({ kind }) => (kind === 'history' ? lostRequest : undefined))
  say(thread, 'In which colour?')
  await h.pass(2_000)
  assert.equal((await boundIn(h, thread))[0]?.sessionId, before.sessionId, 'it is still being read')
  await h.crash()
  await h.pass(untilSettledMs)
  const [after, ...more] = await boundIn(h, thread)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [after?.id, after?.status, after?.label, after?.boundBy, after?.sessionKey],
    [
      before.id,
      'active',
      'looms',
      before.boundBy,
      `agent:main:loopback:channel:${h.general}:thread:${thread}`,
    ],
  )
  const [session, ...others] = await sessionsUnder(h, thread)
  assert.deepEqual(others, [])
  assert.deepEqual([session?.id, session?.continues_id], [after?.sessionId, before.sessionId])
  const former = await h.store.read((r) => h.sessions.see(r, h.operator, before.sessionId))
  assert.equal(former.successorId, after?.sessionId)
  const [preamble, said, ...rest] = heardIn(h.model.requests.at(-1))
  assert.match(
    preamble ?? '',
    /continues a thread[\s\S]*"weave"[\s\S]*"It is woven\."[\s\S]*could not be read/,
  )
  assert.match(said ?? '', /In which colour\?/)
  assert.deepEqual(rest, [])
})

test('[REV4] many messages at once, told twice and with a crash among them, make one session and stand in it in order', async () => {
  const { h, kim, thread, before, feed } = await openWoven()
  await using _ = h
  const lou = await h.member('lou')
  feed.manners = { ...feed.manners, copyRate: 1 }
  h.platform.useFaults(
    scriptFaults([
      { on: 'history', times: 1, fault: lostRequest },
      { on: 'history', times: 2, fault: tooMany(2_000) },
      { on: 'events.poll', after: 1, fault: broken },
      { on: 'send', in: thread, fault: lostAnswer },
    ]),
  )
  const texts = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const [i, text] of texts.entries()) {
    h.platform.say((i % 2 === 0 ? kim : lou).user.id, thread, text)
    if (i === 2) {
      await h.pass(2_000)
      await h.crash()
    }
  }
  await h.pass(untilSettledMs)
  const [after, ...more] = await boundIn(h, thread)
  assert.ok(after)
  assert.deepEqual(more, [])
  assert.notEqual(after.sessionId, before.sessionId)
  assert.equal((await bindingsAt(h, thread)).length, 1)
  assert.equal((await sessionsUnder(h, thread)).length, 1)
  assert.deepEqual(
    await h.saidIn(after.sessionId),
    texts.map((text, i) => `${i % 2 === 0 ? 'kim' : 'lou'}: ${text}`),
  )
  assert.equal(h.platform.copies().size, 0)
})

test('[REV5] while the platform is down a sub-agent’s thread goes on, and what was bound to an ordinary session that was put away does not', async () => {
  const { h, kim, say, thread, root } = await openWoven()
  await using _ = h
  const chat = await h.chat(kim.actor, { visibility: 'team' })
  const other = h.platform.startThread(h.platform.say(kim.user.id, h.general, 'aside').id, 'aside')
  say(other, `${h.mention} /focus ${chat}`)
  await h.pass(2_000)
  assert.equal((await boundIn(h, other))[0]?.sessionId, chat)
  h.platform.useFaults(({ kind }) =>
    kind === 'send' || kind === 'history' || kind === 'thread.close' ? unreachable : undefined,
  )
  await h.store.tx((t) => h.sessions.archive(t, kim.actor, chat))
  say(other, 'anybody?')
  say(thread, 'go on')
  await h.pass(15_000)
  await h.crash()
  say(other, 'still nobody?')
  say(h.general, `${h.mention} and you?`)
  h.platform.useFaults(nowhere)
  await h.pass(untilSettledMs)
  assert.deepEqual(await boundIn(h, other), [])
  const ordinary = await h.store.read((r) => h.sessions.see(r, h.operator, chat))
  assert.deepEqual([ordinary.state, ordinary.successorId, await h.saidIn(chat)], ['archived', null, []])
  for (const { id, continues_id } of await sessionsUnder(h, other)) {
    assert.deepEqual([continues_id, await h.saidIn(id)], [null, []])
  }
  const [revived] = await sessionsUnder(h, thread)
  assert.ok(revived)
  assert.deepEqual(await h.saidIn(revived.id), ['kim: go on'])
  assert.equal(await h.sessionIn({}), root, 'the channel goes on with its own')
  assert.equal((await h.saidIn(root)).at(-1), 'kim: and you?')
})

test('[REV6] the parent hears once that the thread went on, whatever is told twice or lost', async () => {
  const { h, say, thread, feed, root } = await openWoven()
  await using _ = h
  feed.manners = { ...feed.manners, copyRate: 1 }
  h.platform.useFaults(
    scriptFaults([
      { on: 'history', fault: broken },
      { on: 'send', in: thread, times: 2, fault: brokenAfterwards },
    ]),
  )
  say(thread, 'In which colour?')
  await h.pass(1_000)
  await h.crash()
  say(thread, 'And how long?')
  await h.pass(untilSettledMs)
  await h.restart()
  say(thread, 'And how wide?')
  await h.pass(5_000)
  const news = (await h.timeline(root)).filter(({ payload }) =>
    JSON.stringify(payload).includes('goes on talking'),
  )
  assert.equal(news.length, 1)
  say(h.general, `${h.mention} what is new?`)
  await h.pass(5_000)
  const heard = heardIn(h.model.requests.at(-1)).filter((text) => text.includes('goes on talking'))
  assert.equal(heard.length, 1)
})

test('[REV2] a persistent one that merely rests is continued, however long it rests and whatever fails', async () => {
  await using scene = await openFocusScene()
  const { h, ann, thread, worker } = scene
  await scene.say(ann, thread, `${h.mention} /focus worker`)
  await scene.say(ann, thread, '/session ttl off')
  h.platform.useFaults(({ kind }) => (kind === 'history' || kind === 'send' ? unreachable : undefined))
  // Age alone never means over.
  for (let day = 0; day < 30; day++) {
    h.clock.advance(24 * 3_600_000)
    await h.breathe()
  }
  await h.crash()
  h.platform.say(ann.user.id, thread, 'still there?')
  await h.pass(3_000)
  assert.deepEqual(
    (await boundIn(h, thread)).map(({ status, sessionId }) => [status, sessionId]),
    [['active', worker]],
  )
  assert.equal((await h.saidIn(worker)).at(-1), 'ann: still there?')
  // The thread has a session of its own, in which it was asked for; nothing goes on in it.
  for (const { id, continues_id } of await sessionsUnder(h, thread)) {
    assert.deepEqual([continues_id, await h.saidIn(id)], [null, []])
  }
})

test('[REV2] one that still works is spoken to as long as it does, over crashes; once it has ended, the next message revives', async () => {
  const { h, say } = await openWeaving()
  await using _ = h
  const gate = Promise.withResolvers<void>()
  const root = [[spawn('weave', { label: 'looms', thread: true, mode: 'run' })], ['Somebody is on it.']]
  h.model.respond(({ system }) =>
    /^\{"task":/m.test(system)
      ? [{ type: 'wait', until: gate.promise }, 'It is woven.']
      : (root.shift() ?? ['Yes?']),
  )
  say(h.general, `${h.mention} weave it`)
  await h.pass(3_000)
  const thread = threadsOf(h)[0]?.id ?? ''
  const [bound] = await boundIn(h, thread)
  assert.ok(bound)
  h.platform.useFaults(
    scriptFaults([
      { on: 'history', times: 2, fault: broken },
      { on: 'send', in: thread, fault: lostAnswer },
    ]),
  )
  say(thread, 'In which colour?')
  await h.pass(2_000)
  await h.crash()
  say(thread, 'And how long?')
  await h.pass(2_000)
  const said = (await h.saidIn(bound.sessionId)).slice(1)
  assert.deepEqual(said, ['kim: In which colour?', 'kim: And how long?'])
  assert.deepEqual(await sessionsUnder(h, thread), [])
  gate.resolve()
  await h.pass(2 * untilSettledMs)
  assert.equal((await boundIn(h, thread))[0]?.status, 'ending')
  say(thread, 'And how wide?')
  await h.pass(untilSettledMs)
  const [revived, ...more] = await sessionsUnder(h, thread)
  assert.ok(revived)
  assert.deepEqual([more, await h.saidIn(revived.id)], [[], ['kim: And how wide?']])
})

test('[REV2] what has ended and was given something to do since is heard where it is, and revived once nothing of it is left', async () => {
  const { h, kim, say, thread, before } = await openWoven()
  await using _ = h
  const gate = Promise.withResolvers<void>()
  h.model.respond(({ messages }) =>
    JSON.stringify(messages).includes('Of which wood?')
      ? [{ type: 'wait', until: gate.promise }, 'Of oak.']
      : ['Yes?'],
  )
  // Somebody asks on its own page: its run is over, and its session works again.
  await h.say(kim.actor, before.sessionId, 'Of which wood?')
  await h.pass(1_000)
  h.platform.useFaults(scriptFaults([{ on: 'send', in: thread, times: 2, fault: unreachable }]))
  say(thread, 'And how long?')
  await h.pass(2_000)
  await h.crash()
  assert.deepEqual(await sessionsUnder(h, thread), [], 'it has something running')
  gate.resolve()
  await h.pass(untilSettledMs)
  assert.equal((await h.saidIn(before.sessionId)).at(-1), 'kim: And how long?')
  assert.ok(h.read(thread).includes('Main · looms: Of oak.'), h.read(thread).join('\n'))
  assert.equal((await boundIn(h, thread))[0]?.status, 'ending')
  say(thread, 'And how wide?')
  await h.pass(untilSettledMs)
  const [revived, ...more] = await sessionsUnder(h, thread)
  assert.ok(revived)
  assert.deepEqual([more, await h.saidIn(revived.id)], [[], ['kim: And how wide?']])
})
