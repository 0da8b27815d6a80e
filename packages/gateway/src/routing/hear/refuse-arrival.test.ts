import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'

test('[CHN2] a place where all that was said was refused is known: after a gap it is looked at too', async () => {
  await using h = await openHearingHouse()
  const { user } = await h.member('mona')
  const refused = h.platform.say(user.id, h.general, `${h.mention} /unfocus`)
  await h.settle()
  const marks = await h.store.read((r) => h.routing.lastHeard(r, 'loopback', 'main', 10))
  assert.deepEqual(
    marks.map(({ conversation, eventId }) => [conversation.conversationId, eventId]),
    [[h.general, refused.id]],
  )
  const missed = h.platform.say(user.id, h.general, `${h.mention} good morning`)
  h.platform.state.bots.get(h.botId)?.feed.lose()
  h.model.script('Good morning.')
  await h.settle()
  const id = await h.sessionIn({})
  assert.ok(id, `what was missed, ${missed.id}, opened no session`)
  assert.deepEqual(await h.saidIn(id), ['mona: good morning'])
})
