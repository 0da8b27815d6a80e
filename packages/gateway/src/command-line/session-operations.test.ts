import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventJson, SessionJson, WholeSessionJson } from '@heddle/contract'
import { openTestOperations } from '../../test-support/open-test-operations.ts'

async function openTalks() {
  const place = await openTestOperations()
  const ada = await known('ada', 'owner')
  const kim = await known('kim', 'member')

  async function known(handle: string, role: string) {
    await place.run('person.create', { handle, role })
    const { token } = (await place.run('token.create', { handle, name: 'test' })) as { token: string }
    const found = await place.store.read((r) =>
      place.people.recognise(r, { bearer: token }, place.clock.wall()),
    )
    assert(found)
    return found.actor
  }

  return { ...place, ada, kim, [Symbol.asyncDispose]: () => place.close() }
}

test('[TRM5] the operator sees private sessions of everybody, by id and by key', async () => {
  await using place = await openTalks()
  const first = await place.chat(place.ada)
  const second = await place.chat(place.kim, { title: 'Looms' })
  const list = async (input: object) =>
    ((await place.run('session.list', { limit: 50, ...input })) as { items: SessionJson[] }).items
  assert.deepEqual(new Set((await list({})).map(({ id }) => id)), new Set([first, second]))
  assert.deepEqual(
    (await list({ text: 'loom' })).map(({ id }) => id),
    [second],
  )
  const show = (session: string) =>
    place.run('session.show', { session, limit: 5 }) as Promise<{ session: WholeSessionJson }>
  const { session } = await show(second)
  assert.deepEqual([session.title, session.participants[0]?.handle], ['Looms', 'kim'])
  assert.equal((await show(session.key.toUpperCase())).session.id, second)
  await assert.rejects(place.run('session.list', { limit: 50, state: 'runing' }), /did you mean running/)
})

test('[TRM5] a session that is not there is named, and a personal key is explained', async () => {
  await using place = await openTalks()
  const show = (session: string) => place.run('session.show', { session, limit: 5 })
  await assert.rejects(show('ses_nothing'), {
    code: 'not_found',
    message: /There is no session "ses_nothing"/,
  })
  await assert.rejects(show('agent:main:main'), { code: 'not_found', message: /each member's own session/ })
})

test('[TRM5] events come in pages from the first on, and each is whole', async () => {
  await using place = await openTalks()
  const id = await place.chat(place.ada)
  const long = 'x'.repeat(40_000)
  for (let i = 0; i < 7; i++) await place.say(place.ada, id, `${i} ${long}`, { mode: 'note' })
  const seen: EventJson[] = []
  let after: number | undefined = 0
  let pages = 0
  while (after !== undefined) {
    const page = (await place.run('session.events', { session: id, after, limit: 3 })) as {
      items: EventJson[]
      next?: number
    }
    seen.push(...page.items)
    after = page.next
    pages++
  }
  assert.equal(pages, 3)
  assert.deepEqual(
    seen.map(({ payload }) => payload['text']),
    Array.from({ length: 7 }, (_, i) => `${i} ${long}`),
  )
})

test('[TRM5] a command is run as a member, with that member’s rights, and leaves no token behind', async () => {
  await using place = await openTalks()
  const id = await place.chat(place.ada)
  const command = (as: string, text: string) => place.run('session.command', { session: id, text, as })
  assert.match(((await command('ada', '/whoami')) as { text: string }).text, /@ada/)
  await assert.rejects(command('kim', '/stop'), { code: 'not_found' })
  await assert.rejects(command('aad', '/stop'), { code: 'not_found', message: /no member "aad"/ })
  for (const handle of ['ada', 'kim']) {
    const { items } = (await place.run('token.list', { handle })) as { items: { name: string }[] }
    assert.deepEqual(
      items.map(({ name }) => name),
      ['test'],
    )
  }
})

test('[TRM5] [CMD1] [SUB12] sub-agents are started, looked at and ended from the command line', async () => {
  await using place = await openTalks()
  const id = await place.chat(place.ada)
  const command = (text: string) =>
    place.run('session.command', { session: id, text, as: 'ada' }) as Promise<{ ok: boolean; text: string }>
  place.model.script({ type: 'wait', until: new Promise(() => undefined) })
  assert.match((await command('/subagents spawn main Look around --thinking low')).text, /^Started run_/)
  await place.breathe()
  assert.equal((await command('/subagents')).text, '#1 Look around · main · running · 0s · unbound')
  const killed = command('/subagents kill #1')
  for (let i = 0; i < 10; i++) {
    await place.breathe()
    place.clock.advance(50)
  }
  const { text, ...rest } = await killed
  assert.equal(text, 'Look around: stopped')
  assert.deepEqual(Object.keys(rest), ['ok', 'data'], 'nothing but what can be told as JSON')
  const wrong = await command('/subagents kil #1')
  assert.deepEqual([wrong.ok, wrong.text], [false, 'There is no /subagents kil. Did you mean "kill"?'])
})

test('[TRM4] a talk is opened for the only owner, or for whoever is named, with a token that cannot administer', async () => {
  await using place = await openTalks()
  await assert.rejects(place.run('chat.open', {}), { code: 'shutting_down' })
  const context = { ...place.context, listeningUrl: () => 'http://127.0.0.1:1' }
  const { runOperation } = await import('./operations.ts')
  const open = (input: object) =>
    runOperation(context, 'chat.open', input, () => undefined) as Promise<{ handle: string; token: string }>
  const opened = await open({})
  assert.equal(opened.handle, 'ada')
  const found = await place.store.read((r) =>
    place.people.recognise(r, { bearer: opened.token }, place.clock.wall()),
  )
  assert.deepEqual(found?.actor.scopes, ['read', 'write'])
  const dayMs = 24 * 3_600_000
  const later = await place.store.read((r) =>
    place.people.recognise(r, { bearer: opened.token }, place.clock.wall() + dayMs + 1),
  )
  assert.equal(later, undefined)
  assert.equal((await open({ as: 'kim' })).handle, 'kim')
  await place.run('person.change', { handle: 'kim', role: 'owner' })
  await assert.rejects(open({}), { code: 'bad_input', message: /several owners.*--as ada or --as kim/ })
})
