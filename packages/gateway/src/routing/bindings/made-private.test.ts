import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'

/** A chat of Kim's that the team may read, bound to a thread in which Ann speaks to it too. */
async function open() {
  const h = await openHearingHouse({ toolOrigins: [] })
  const [kim, ann] = [await h.member('kim'), await h.member('ann')]
  const id = await h.chat(kim.actor, { visibility: 'team' })
  const anchor = h.platform.say(kim.user.id, h.general, 'Over here.')
  const thread = h.platform.startThread(anchor.id, 'Aside')
  const say = async (who: typeof kim, place: string, text: string) => {
    h.platform.say(who.user.id, place, text)
    await h.settle()
  }
  await say(kim, thread, `${h.mention} /focus ${id}`)
  const close = async () => {
    await h.store.tx((t) => h.sessions.change(t, kim.actor, id, { visibility: 'private' }))
  }
  const ends = async () => {
    const { items } = await h.store.read((r) =>
      h.routing.bindings.list(r, h.operator, { status: 'all' }, { limit: 10 }),
    )
    return items.map(({ placeKind, endReason }) => `${placeKind} ${endReason ?? 'in force'}`)
  }
  return { h, kim, ann, id, thread, say, close, ends }
}

test('[CNV5] [SES7] a session that is made private is no longer bound where others read, and the farewell says why', async () => {
  const { h, kim, ann, id, thread, say, close, ends } = await open()
  await using _ = h
  const dm = h.dmWith(kim.user.id)
  await say(kim, dm, `/focus ${id}`)
  h.model.respond(() => ['The answer.'])
  await say(ann, thread, 'Well?')
  assert.deepEqual(h.read(thread).at(-1), 'Heddle: The answer.')
  await close()
  await h.settle()
  assert.deepEqual(await ends(), ['dm in force', 'thread made_private'])
  const [farewell, ...others] = h.read(thread).filter((line) => line.includes('No longer bound'))
  assert.match(farewell ?? '', /No longer bound: the session was made private\. .* any more\.$/)
  assert.deepEqual(others, [])
  const before = await h.saidIn(id)
  await say(ann, thread, 'Still there?')
  assert.deepEqual(await h.saidIn(id), before)
})

test('[CNV5] what was asked there before is not answered there any more, nor told of what it had others do', async () => {
  const { h, kim, id, thread, close } = await open()
  await using _ = h
  h.model.respond(({ system }) => [/"task":/.test(system) ? 'Dug up the secret.' : 'The secret answer.'])
  const place = { channel: 'loopback', accountId: 'main', conversationId: thread }
  const conversation = { ...place, parentConversationId: h.general }
  const author = { platformId: kim.user.id, name: 'kim', isBot: false, isOwn: false }
  for (const text of ['Well?', '/subagents spawn main dig']) {
    await h.hear({ conversation, kind: 'thread', author, text })
  }
  await close()
  await h.settle()
  h.clock.advance(limits.announceTogetherMs)
  await h.settle()
  assert.equal(h.read(thread).join('\n').includes('secret'), false)
  const timeline = JSON.stringify(await h.timeline(id))
  assert.match(timeline, /The secret answer/)
  assert.match(timeline, /Dug up the secret/)
})
