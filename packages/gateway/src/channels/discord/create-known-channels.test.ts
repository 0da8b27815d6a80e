import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKnownChannels } from './create-known-channels.ts'
import type { Reply, RestCall } from './rest-words.ts'

function openKnown(answer: (call: RestCall) => Reply) {
  const asked: string[] = []
  const known = createKnownChannels({
    async call(call) {
      asked.push(call.path)
      return answer(call)
    },
  })
  return { known, asked }
}

const ok = (body: unknown): Reply => ({ kind: 'answer', status: 200, body })
const thread = {
  id: '6',
  type: 11,
  guild_id: '9',
  parent_id: '5',
  name: 'plan',
  owner_id: '2',
  thread_metadata: { archived: true, locked: false },
}

test('[DSC1] a channel that was never told of is asked for once, also by many at a time', async () => {
  const { known, asked } = openKnown(() => ok(thread))
  const expected = {
    id: '6',
    type: 11,
    guildId: '9',
    parentId: '5',
    name: 'plan',
    isArchived: true,
    isLocked: false,
    ownerId: '2',
  }
  const found = await Promise.all([known.find('6'), known.find('6'), known.find('6')])
  assert.deepEqual(found, [expected, expected, expected])
  assert.deepEqual(await known.find('6'), expected)
  assert.deepEqual(known.peek('6'), expected)
  assert.deepEqual(asked, ['/channels/6'])
})

test('[DSC1] one that is not there, or not for us, is none; one that cannot be asked for now is asked for again', async () => {
  const replies: Reply[] = [
    { kind: 'answer', status: 404, body: { code: 10_003, message: 'Unknown Channel' } },
    { kind: 'answer', status: 403, body: { code: 50_001, message: 'Missing Access' } },
    { kind: 'unreachable', detail: 'Discord cannot be reached' },
    ok({ id: 'nonsense' }),
    ok({ id: '6', type: 0 }),
  ]
  const { known } = openKnown(() => replies.shift() ?? ok({}))
  assert.equal(await known.find('6'), undefined)
  assert.equal(await known.find('6'), undefined)
  await assert.rejects(known.find('6'), /Discord cannot be reached/)
  await assert.rejects(known.find('6'), /cannot be looked at/)
  assert.equal((await known.find('6'))?.type, 0)
})

test('[DSC1] what is known is listed by server and by what stands above it, and can be forgotten', () => {
  const { known } = openKnown(() => ok({}))
  for (const [id, guildId, parentId] of [
    ['1', 'a', '9'],
    ['2', 'a', '1'],
    ['3', 'a', '1'],
    ['4', 'b', '1'],
  ] as const) {
    known.note({ id, type: 0, guildId, parentId })
  }
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  assert.deepEqual(ids(known.list('a')), ['1', '2', '3'])
  assert.deepEqual(ids(known.list('a', '1')), ['2', '3'])
  known.forget('2')
  assert.deepEqual(ids(known.list('a', '1')), ['3'])
})
