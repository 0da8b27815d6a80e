import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PersonId } from '@heddle/contract'
import { openTestPeople, type TestPeople } from '../../test-support/open-test-people.ts'
import { refusedWith } from '../../test-support/refused-with.ts'
import { createGate } from './gate.ts'
import { createMemberLists } from './list-members.ts'
import type { Actor, Members } from './people.ts'

async function withPeople(names: Record<string, string>) {
  const h = openTestPeople()
  const olga = await h.signedIn('olga', 'owner')
  for (const [handle, name] of Object.entries(names)) {
    const ready = await h.people.prepareMember({ handle, name, role: 'member' })
    await h.store.tx((t) => h.people.createMember(t, h.operator, ready))
  }
  return { h, actor: olga.actor, [Symbol.asyncDispose]: h.close }
}

const find = async (h: TestPeople, actor: Actor, text: string) =>
  (await h.store.read((r) => h.people.listMembers(r, actor, { limit: 50, text }))).items.map((p) => p.handle)

test('[API4] members are listed by handle, active ones only, each once', async () => {
  await using w = await withPeople({ bea: 'B', carl: 'C', dora: 'D', emil: 'E', fritz: 'F' })
  const { h, actor } = w
  const emil = await h.store.read((r) => h.people.findMember(r, actor, 'emil'))
  await h.store.tx((t) => h.people.removeMember(t, actor, emil.id))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await h.store.read((r) => h.people.listMembers(r, actor, { limit: 2, cursor }))
    assert.ok(page.items.length > 0)
    seen.push(...page.items.map(({ handle }) => handle))
    cursor = page.next
  } while (cursor !== undefined)
  assert.deepEqual(seen, ['bea', 'carl', 'dora', 'fritz', 'olga'])
})

test('[PPL2] a part of handle or name finds, whatever the case, and its signs mean only themselves', async () => {
  await using w = await withPeople({
    kim: 'Kim Müller',
    lou: 'LOUISE 100%',
    wang: '王芳',
    'a_b.c': 'Ångström',
    nina: "O'Neil",
  })
  const { h, actor } = w
  assert.deepEqual(await find(h, actor, 'MÜLL'), ['kim'])
  assert.deepEqual(await find(h, actor, 'mu\u0308ller'), ['kim'])
  assert.deepEqual(await find(h, actor, '@Lou'), ['lou'])
  assert.deepEqual(await find(h, actor, 'ouise'), ['lou'])
  assert.deepEqual(await find(h, actor, '芳'), ['wang'])
  assert.deepEqual(await find(h, actor, 'ång'), ['a_b.c'])
  assert.deepEqual(await find(h, actor, '%'), ['lou'])
  assert.deepEqual(await find(h, actor, '_'), ['a_b.c'])
  assert.deepEqual(await find(h, actor, "'"), ['nina'])
  assert.deepEqual(await find(h, actor, '*'), [])
  assert.deepEqual(await find(h, actor, ' '), ['a_b.c', 'kim', 'lou', 'nina', 'olga', 'wang'])
  // Handle and name are two things: nothing is found across them.
  assert.deepEqual(await find(h, actor, 'kimkim'), [])
})

test('[PPL2] a search finds people under the name they have now', async () => {
  await using w = await withPeople({ kim: 'Kim' })
  const { h, actor } = w
  const kim = await h.store.read((r) => h.people.findMember(r, actor, 'kim'))
  await h.store.tx((t) => h.people.changeMember(t, actor, kim.id, { name: 'Kimberly Stone' }))
  assert.deepEqual(await find(h, actor, 'stone'), ['kim'])
})

test('[OPS6] a search looks at so many people at a time and goes on where it stopped', async () => {
  await using w = await withPeople({ a1: 'x', a2: 'x', b1: 'needle', b2: 'x', c1: 'x', c2: 'needle' })
  const { h, actor } = w
  const few: Pick<Members, 'listMembers'> = createMemberLists({
    gate: createGate(h),
    searchRowsMax: 2,
  })
  const seen: string[][] = []
  let cursor: string | undefined
  do {
    const page = await h.store.read((r) => few.listMembers(r, actor, { limit: 5, text: 'needle', cursor }))
    seen.push(page.items.map(({ handle }) => handle))
    cursor = page.next
  } while (cursor !== undefined)
  assert.deepEqual(seen, [[], ['b1'], ['c2'], []])
})

test('[API4] a cursor of another list, or none at all, is refused', async () => {
  await using w = await withPeople({ kim: 'Kim' })
  const { h, actor } = w
  const { next } = await h.store.read((r) => h.people.listMembers(r, actor, { limit: 1 }))
  assert.ok(next)
  await assert.rejects(
    h.store.read((r) => h.people.listAudit(r, actor, { limit: 1, cursor: next })),
    refusedWith('bad_cursor'),
  )
  for (const cursor of ['', 'kim', "' or 1=1 --"]) {
    await assert.rejects(
      h.store.read((r) => h.people.listMembers(r, actor, { limit: 1, cursor })),
      refusedWith('bad_cursor'),
    )
  }
})

test('[PPL2] a member that is not there is not found, by id or by handle', async () => {
  await using w = await withPeople({ kim: 'Kim' })
  const { h, actor } = w
  for (const id of ['', 'per_none', 'kim']) {
    await assert.rejects(
      h.store.read((r) => h.people.readMember(r, actor, id as PersonId)),
      refusedWith('not_found'),
    )
  }
  await assert.rejects(
    h.store.read((r) => h.people.findMember(r, actor, 'nobody')),
    refusedWith('not_found'),
  )
})

test('[I35] whoever is not recognised sees nobody', async () => {
  await using w = await withPeople({ kim: 'Kim' })
  const { h } = w
  const anonymous = { kind: 'anonymous', address: '192.0.2.1' } as const
  const guest = { kind: 'guest', guestId: 'gst_1' as never, name: 'V' } as const
  await assert.rejects(
    h.store.read((r) => h.people.listMembers(r, anonymous, { limit: 1 })),
    refusedWith('not_signed_in'),
  )
  await assert.rejects(
    h.store.read((r) => h.people.findMember(r, guest, 'kim')),
    refusedWith('not_allowed'),
  )
})
