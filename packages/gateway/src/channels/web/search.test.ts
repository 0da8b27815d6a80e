import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SearchHitJson } from '@heddle/contract'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

async function open() {
  const house = await openTestDoor()
  const ann = await house.signedIn('ann', 'member')
  const session = await house.chat(ann.actor)
  const headers = { Cookie: `heddle_sign_in=${ann.secret}` }
  const search = (query: Readonly<Record<string, string>>, as: Record<string, string> = headers) =>
    house.ask('GET', `/search?${new URLSearchParams(query).toString()}`, { headers: as })
  return { house, ann: ann.actor, session, search }
}

test('[SRC1] [SRC6] a hit over HTTP has what the contract promises', async () => {
  const { house, ann, session, search } = await open()
  await using _ = house
  const { eventId } = await house.say(ann, session, 'a heron at dawn', { mode: 'note' })
  const { status, body } = await search({ q: 'heron' })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    items: [
      {
        kind: 'message',
        sessionId: session,
        sessionTitle: '',
        eventId,
        actor: { kind: 'person', id: ann.personId, name: ann.name },
        createdAt: body.items[0].createdAt,
        excerpt: [
          { text: 'a ', hit: false },
          { text: 'heron', hit: true },
          { text: ' at dawn', hit: false },
        ],
      },
    ],
  })
})

test('[SRC3] hostile questions are answered, and what is no question is refused by its field', async () => {
  const { house, search } = await open()
  await using _ = house
  for (const sign of ['"', '*', '"a" OR "', 'NEAR(', '((((', '{words}:', '^', '\\', '\0', '%00', '王"*']) {
    const { status } = await search({ q: sign.repeat(200).slice(0, limits.searchTextCharsMax) })
    assert.equal(status, 200, sign)
  }
  const wrong: Record<string, string>[] = [
    { limit: '5' },
    { q: '' },
    { q: '   ' },
    { q: 'x'.repeat(limits.searchTextCharsMax + 1) },
  ]
  for (const query of wrong) {
    const { status, body } = await search(query)
    assert.equal(status, 400)
    assert.equal(body.error.issues[0].field, 'q')
  }
  assert.equal((await search({ q: 'x', kind: 'nothing' })).status, 400)
  assert.equal((await search({ q: 'x', limit: '101' })).status, 400)
  assert.equal((await search({ q: 'x', cursor: 'nonsense' })).body.error.code, 'bad_cursor')
  assert.deepEqual(house.logged, [])
})

test('[SRC5] [SES7] a private session of others gives no hit and no session of that name', async () => {
  const { house, ann, session, search } = await open()
  await using _ = house
  await house.say(ann, session, 'a heron at dawn', { mode: 'note' })
  const bob = await house.cookieOf('admin')
  assert.deepEqual((await search({ q: 'heron' }, bob)).body, { items: [] })
  assert.equal((await search({ q: 'heron', session }, bob)).body.error.code, 'not_found')
})

test('[SRC9] [COL1] where discussions are turned off, their replies are not found', async () => {
  const { house, ann, session, search } = await open()
  await using _ = house
  const { eventId } = await house.say(ann, session, 'a heron', { mode: 'note' })
  await house.store.tx(async (t) => {
    const { thread } = await house.collaboration.open(t, ann, session, eventId)
    await house.collaboration.post(t, ann, thread.id, { body: 'a second heron', clientMessageId: 'c1' })
  })
  const kinds = async (query: Record<string, string>) => {
    const items: SearchHitJson[] = (await search({ q: 'heron', ...query })).body.items
    return items.map(({ kind }) => kind).toSorted()
  }
  assert.deepEqual(await kinds({}), ['message', 'reply'])
  assert.deepEqual(await kinds({ kind: 'reply' }), ['reply'])
  house.collaborationFlags.current = { ...house.collaborationFlags.current, threads: false }
  assert.deepEqual(await kinds({}), ['message'])
  assert.deepEqual(await kinds({ kind: 'reply' }), [])
})
