import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'

/** Ann has bound her direct messages to a private session of Kim's, in which she takes part. */
async function open() {
  const h = await openHearingHouse({ toolOrigins: [] })
  const [kim, ann] = [await h.member('kim'), await h.member('ann')]
  const id = await h.chat(kim.actor, { participants: ['ann'] })
  const dm = h.dmWith(ann.user.id)
  const say = async (text: string) => {
    h.platform.say(ann.user.id, dm, text)
    await h.settle()
  }
  await say(`/focus ${id}`)
  h.model.respond(() => ['The answer.'])
  const ask = async () => {
    await h.say(kim.actor, id, 'Well?')
    await h.settle()
    return h.read(dm).filter((line) => line.endsWith('The answer.')).length
  }
  return { h, kim, ann, id, dm, say, ask }
}

test('[SES7] [BND4] who no longer takes part is told nothing more in their direct messages, and is not heard', async () => {
  const { h, kim, id, say, ask } = await open()
  await using _ = h
  assert.equal(await ask(), 1)
  await h.store.tx((t) => h.sessions.change(t, kim.actor, id, { participants: ['kim'] }))
  assert.equal(await ask(), 1)
  await say('Am I heard?')
  assert.deepEqual(await h.saidIn(id), ['kim: Well?', 'kim: Well?'])
  await h.store.tx((t) => h.sessions.change(t, kim.actor, id, { participants: ['kim', 'ann'] }))
  await say('And now?')
  assert.equal((await h.saidIn(id)).at(-1), 'ann: And now?')
})

test('[PPL2] [SES7] who is no member any more is told nothing more there, of sessions of the team either', async () => {
  const { h, kim, ann, id, ask } = await open()
  await using _ = h
  await h.store.tx((t) => h.sessions.change(t, kim.actor, id, { visibility: 'team' }))
  assert.equal(await ask(), 1)
  const { actor: owner } = await h.signedIn('olga', 'owner')
  await h.store.tx((t) => h.people.removeMember(t, owner, ann.actor.personId))
  await h.settle()
  assert.equal(await ask(), 1)
})

test('[PPL4] [SES7] once the account is theirs no more, nothing that they have bound to its direct messages holds', async () => {
  const { h, ann, id, say, ask } = await open()
  await using _ = h
  assert.equal(await ask(), 1)
  await h.store.tx((t) => h.people.removeLinks(t, ann.actor, {}))
  assert.equal(await ask(), 1)
  await say('Am I still Ann?')
  assert.deepEqual(await h.saidIn(id), ['kim: Well?', 'kim: Well?'])
})

test('[SES7] [BND4] nor are they told that it ended, while whoever still takes part is', async () => {
  for (const isIn of [true, false]) {
    const { h, kim, id, dm } = await open()
    await using _ = h
    const participants = isIn ? ['kim', 'ann'] : ['kim']
    await h.store.tx((t) => h.sessions.change(t, kim.actor, id, { participants }))
    await h.store.tx((t) => h.sessions.change(t, kim.actor, id, { archived: true }))
    await h.settle()
    const { items } = await h.store.read((r) =>
      h.routing.bindings.list(r, h.operator, { status: 'all' }, { limit: 5 }),
    )
    assert.deepEqual(
      items.map(({ endReason }) => endReason),
      ['session_deleted'],
    )
    assert.equal(h.read(dm).filter((line) => line.includes('No longer bound')).length, isIn ? 1 : 0)
  }
})
