import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import { openTestSessions, type TestSessions } from '../../../test-support/open-test-sessions.ts'
import { planOf } from '../../../test-support/plan-of.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'
import type { Compilable } from '../../foundation/database/query.ts'
import type { PersonActor } from '../../people/people.ts'
import type { SearchHit, SearchInput } from './search.ts'
import { selectBehind } from './search-store.ts'
import { queries } from './search-tables.ts'

async function open(options: Parameters<typeof openTestSessions>[0] = {}) {
  const world = await openTestSessions(options)
  const ann = (await world.signedIn('ann', 'member')).actor
  const bob = (await world.signedIn('bob', 'member')).actor
  const id = await world.chat(ann)
  const find = async (actor: PersonActor, q: string, more: Partial<SearchInput> = {}) =>
    (await world.sessions.search(actor, { q, limit: 20, ...more })).items
  const note = (actor: PersonActor, session: SessionId, text: string) =>
    world.say(actor, session, text, { mode: 'note' })
  return { world, ann, bob, id, find, note }
}

const textOf = ({ excerpt }: SearchHit) => excerpt.map(({ text }) => text).join('')

test('[SRC1] messages of people and agents, calls of tools and their results are found, each as what it is', async () => {
  const tools = toolsOf({ run: async () => ({ output: 'the weather is hazy', isError: false }) })
  const { world, ann, id, find } = await open({ tools })
  await using _ = world
  world.model.script(toolCall('look', { place: 'Uppsala\nharbour' }))
  world.model.script('It is hazy up there.')
  await world.say(ann, id, 'How is it in Uppsala?')
  await world.work()
  const hits = await find(ann, 'uppsala')
  assert.deepEqual(
    hits.map(({ kind, actor }) => [kind, actor.kind]),
    [
      ['tool', 'agent'],
      ['message', 'person'],
    ],
  )
  assert.deepEqual(
    (await find(ann, 'hazy')).map(({ kind }) => kind),
    ['message', 'tool'],
  )
  assert.deepEqual((await find(ann, 'hazy', { kinds: ['message'] })).map(textOf), ['It is hazy up there.'])
  // A line break in the arguments is none of their letters.
  assert.equal((await find(ann, 'harbour')).length, 1)
  const [hit] = await find(ann, 'how uppsala')
  const events = await world.timeline(id)
  assert.equal(hit?.eventId, events[0]?.eventId)
  assert.equal(hit?.sessionId, id)
  assert.equal(hit?.sessionTitle, 'How is it in Uppsala?')
  assert.deepEqual(hit?.excerpt, [
    { text: 'How', hit: true },
    { text: ' is it in ', hit: false },
    { text: 'Uppsala', hit: true },
    { text: '?', hit: false },
  ])
})

test('[SRC1] [SRC7] [ATT1] a message is found by the names of its files, until it is redacted', async () => {
  const { world, ann, id, find } = await open()
  await using _ = world
  const file = await world.upload(ann, 'x', { name: 'quarterly-figures.csv' })
  await world.say(ann, id, 'look', { attachments: [file.id] })
  await world.work()
  const [hit] = await find(ann, 'quarterly figures')
  assert.equal(hit && textOf(hit), 'look quarterly-figures.csv')
  await world.store.tx((t) => world.sessions.redact(t, ann, id, hit?.eventId ?? ''))
  assert.deepEqual(await find(ann, 'quarterly'), [])
})

test('[SRC2] a text that streams is found when it is whole, with the words that it has then', async () => {
  const { world, ann, id, find } = await open()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'text', text: 'halfway ' }, { type: 'wait', until: gate.promise })
  await world.say(ann, id, 'begin')
  await world.breathe()
  assert.deepEqual(await find(ann, 'halfway'), [])
  gate.resolve()
  await world.work()
  const [hit] = await find(ann, 'halfway')
  assert.equal(hit?.actor.kind, 'agent')
})

test('[SRC2] what was said stands in no index until somebody looks or the follower comes, and then once', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  await note(ann, id, 'a heron')
  assert.equal(await count(world, 'search_texts'), 0)
  assert.equal((await find(ann, 'heron')).length, 1)
  await note(ann, id, 'another heron')
  const following = world.sessions.followSearch()
  for (let i = 0; i < 20; i++) {
    world.clock.advance(limits.searchTrailsMs)
    await world.breathe()
  }
  await following.stop()
  assert.equal(await count(world, 'search_texts'), 2)
  assert.equal((await world.store.read((r) => r.all(selectBehind({ limit: 10 })))).length, 0)
  await world.crash()
  assert.equal((await find(ann, 'heron')).length, 2)
  assert.equal(await count(world, 'search_texts'), 2)
})

test('[SRC2] a long past is taken in piece by piece, and a look takes in only some of it', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  for (let i = 0; i < 300; i++) await note(ann, id, `heron number ${i}`)
  assert.ok((await find(ann, 'heron', { limit: 100 })).length < 300)
  const some = await count(world, 'search_texts')
  assert.ok(some > 0 && some < 300, `${some} of 300`)
  for (let i = 0; i < 4; i++) await find(ann, 'heron')
  assert.equal(await count(world, 'search_texts'), 300)
  assert.equal((await find(ann, '"number 299"')).length, 1)
})

test('[SRC2] sessions that have more are found by an index', async () => {
  const { world } = await open()
  await using _ = world
  assert.match(await planOf(world.store, selectBehind({ limit: 5 })), /USING INDEX sessions_to_search/)
})

test('[SRC2] a message that is edited while it waits is found by its new words alone', async () => {
  const { world, ann, id, find } = await open()
  await using _ = world
  const gate = Promise.withResolvers<void>()
  world.model.script({ type: 'wait', until: gate.promise }, 'ok')
  await world.say(ann, id, 'begin')
  await world.breathe()
  const { eventId } = await world.say(ann, id, 'fetch the heron')
  assert.equal((await find(ann, 'heron')).length, 1)
  await world.store.tx((t) => world.sessions.editQueued(t, ann, id, eventId, 'fetch the stork'))
  assert.deepEqual(await find(ann, 'heron'), [])
  assert.equal((await find(ann, 'stork')).length, 1)
  gate.resolve()
  await world.work()
  await assertWhole(world)
})

test('[SRC3] all words must be there, a phrase in its order, and the last word may be a beginning', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  await note(ann, id, 'The nightly build of the Größe module')
  await note(ann, id, 'We build nightly')
  const texts = async (q: string) => (await find(ann, q)).map(textOf)
  assert.equal((await texts('nightly build')).length, 2)
  assert.deepEqual(await texts('"nightly build"'), ['The nightly build of the Größe module'])
  assert.deepEqual(await texts('nightly grosse'), [])
  assert.deepEqual(await texts('grösse nightly'), [])
  assert.deepEqual(await texts('GROSSE'), [])
  assert.deepEqual(await texts('größe'), ['The nightly build of the Größe module'])
  assert.deepEqual(await texts('nigh mod'), [])
  assert.deepEqual(await texts('nightly mod'), ['The nightly build of the Größe module'])
  assert.deepEqual(await texts('nightly module missing'), [])
})

test('[SRC3] a beginning of very many words is found as well', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  await note(ann, id, Array.from({ length: 50 }, (_, i) => `heron${i}`).join(' '))
  await note(ann, id, 'heronry')
  assert.equal((await find(ann, 'hero')).length, 2)
  assert.equal((await find(ann, 'heron4')).length, 1)
  assert.equal((await find(ann, '"heron1 hero')).length, 1)
})

test('[SRC3] whatever is asked for, the answer is clean', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  await note(ann, id, 'near and or not the team kind message ¤team')
  const hostile = [
    '"',
    '""',
    '"""',
    '*',
    '^',
    ':',
    '(',
    ')',
    '-',
    '+',
    '{',
    '}',
    '\\',
    "'",
    ';',
    '¤',
    '¤team',
    '\0',
    '\u{10ffff}',
    'NEAR',
    'NEAR(',
    'NEAR(a b)',
    'a NEAR/2 b',
    'AND',
    'OR',
    'NOT',
    'a AND',
    'OR b',
    'NOT NOT',
    'words:a',
    'places:"x"',
    '{places words}: a',
    'a*',
    '*a',
    'a"b',
    '"a" "b',
    '^a',
    'a + b',
    '-words: a',
    "'; drop table search_texts; --",
    '\ud800',
    '\udc00a',
    '王',
    '王*',
    '%',
    '_',
    '😀',
    'rank',
    'search_words',
  ]
  for (const sign of hostile) {
    await find(ann, sign)
    await find(ann, `${sign} heron ${sign}`)
    await find(ann, sign.repeat(Math.ceil(200 / sign.length)).slice(0, 200))
    await find(ann, `${sign} `.repeat(100).slice(0, 200))
  }
  assert.deepEqual(await find(ann, '*'), [])
  assert.equal((await find(ann, '¤team')).length, 1)
  assert.deepEqual(await find(ann, `ses${id.slice(4)}`), [])
  assert.deepEqual(world.logged, [])
})

test('[SRC4] a name inside a run without spaces is found', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  await note(ann, id, '请王芳看一下这个问题')
  await note(ann, id, '请王小芳看一下')
  for (const q of ['王芳', '芳看', '芳', '王芳看一下', '问题', '题', '"看一下这"']) {
    const hits = await find(ann, q)
    assert.ok(
      hits.some((hit) => textOf(hit).includes('王芳')),
      q,
    )
    for (const { excerpt } of hits) {
      for (const { text, hit } of excerpt) if (hit) assert.equal(text, q.replaceAll('"', ''))
    }
  }
  assert.deepEqual((await find(ann, '王芳')).map(textOf), ['请王芳看一下这个问题'])
  assert.deepEqual(await find(ann, '芳王'), [])
})

test('[SRC5] only what one may see is found, and nothing else can be told from the answer', async () => {
  const { world, ann, bob, id, find, note } = await open()
  await using _ = world
  await note(ann, id, 'the acquisition of Umbrella')
  const shared = await world.chat(ann, { visibility: 'team' })
  await note(ann, shared, 'an umbrella for everyone')
  const empty = await world.sessions.search(bob, { q: 'acquisition', limit: 1 })
  assert.deepEqual(empty, { items: [] })
  const page = await world.sessions.search(bob, { q: 'umbrella', limit: 1 })
  assert.deepEqual(page.items.map(textOf), ['an umbrella for everyone'])
  assert.equal(page.next, undefined)
  assert.equal((await find(ann, 'umbrella')).length, 2)
  const inIt = (session: string) => find(bob, 'umbrella', { session })
  await assert.rejects(() => inIt(id), refusedWith('not_found'))
  await assert.rejects(() => inIt('ses_none'), refusedWith('not_found'))
  assert.equal((await inIt(shared)).length, 1)
})

test('[SRC5] who gains or loses sight of a session finds what is in it from then on, or no longer', async () => {
  const { world, ann, bob, id, find, note } = await open()
  await using _ = world
  for (let i = 0; i < 10; i++) await note(ann, id, `heron ${i}`)
  assert.equal((await find(ann, 'heron')).length, 10)
  assert.equal((await find(bob, 'heron')).length, 0)
  const change = (input: Parameters<typeof world.sessions.change>[3]) =>
    world.store.tx((t) => world.sessions.change(t, ann, id, input))
  await change({ participants: ['ann', 'bob'] })
  assert.equal((await find(bob, 'heron')).length, 10)
  await change({ participants: ['ann'] })
  assert.equal((await find(bob, 'heron')).length, 0)
  await change({ visibility: 'team' })
  assert.equal((await find(bob, 'heron')).length, 10)
  await change({ visibility: 'private' })
  // From the commit on, whatever the index still says.
  const hidden = await world.store.read((r) => r.all(selectBehind({ limit: 5 })))
  assert.equal(hidden.length, 1)
  assert.equal((await find(bob, 'heron')).length, 0)
  assert.equal((await find(ann, 'heron')).length, 10)
  await assertWhole(world)
})

test('[SRC5] nobody but a person searches, and of whom nobody knows finds nothing', async () => {
  const { world, id, note, ann } = await open()
  await using _ = world
  await note(ann, id, 'heron')
  await assert.rejects(
    () => world.sessions.search(world.operator, { q: 'heron', limit: 5 }),
    refusedWith('not_allowed'),
  )
})

test('[SRC6] what looks like a credential is neither found nor shown', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  const key = `sk-${'abcdefgh'.repeat(4)}`
  await note(ann, id, `the key of heron is ${key}, keep it`)
  const [hit] = await find(ann, 'heron')
  assert.equal(hit && textOf(hit), 'the key of heron is [redacted], keep it')
  assert.deepEqual(await find(ann, 'abcdefgh'), [])
  assert.deepEqual(await find(ann, key), [])
})

test('[SRC7] what is redacted is found no longer, and its words are gone from every table', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  const { eventId } = await note(ann, id, 'the password is hunter2')
  for (let i = 0; i < 40; i++) await note(ann, id, `something else ${i}`)
  assert.equal((await find(ann, 'hunter2')).length, 1)
  assert.ok(await isAnywhere(world, 'hunter2'))
  await world.store.tx((t) => world.sessions.redact(t, ann, id, eventId))
  assert.deepEqual(await find(ann, 'hunter2'), [])
  await world.work()
  assert.ok(!(await isAnywhere(world, 'hunter2')))
  assert.ok(await isAnywhere(world, 'something'))
  await assertWhole(world)
})

test('[SRC7] what is redacted before it was taken in is never taken in', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  const { eventId } = await note(ann, id, 'hunter2')
  await world.store.tx((t) => world.sessions.redact(t, ann, id, eventId))
  assert.deepEqual(await find(ann, 'hunter2'), [])
  assert.equal(await count(world, 'search_texts'), 0)
})

test('[SRC8] pages follow each other without hole or repeat, the newest first, whatever is said meanwhile', async () => {
  const { world, ann, id, note } = await open()
  await using _ = world
  const other = await world.chat(ann, { visibility: 'team' })
  for (let i = 0; i < 25; i++) {
    await note(ann, i % 2 === 0 ? id : other, `heron ${i}`)
    world.clock.advance(1)
  }
  const seen: string[] = []
  for (let cursor: string | undefined, i = 0; ; i++) {
    const page = await world.sessions.search(ann, { q: 'heron', limit: 4, cursor })
    seen.push(...page.items.map(textOf))
    cursor = page.next
    if (cursor === undefined) break
    await note(ann, id, `heron later ${i}`)
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 25 }, (_, i) => `heron ${24 - i}`),
  )
  const page = (cursor: string) => world.sessions.search(ann, { q: 'heron', limit: 4, cursor })
  await assert.rejects(() => page('nonsense'), refusedWith('bad_cursor'))
})

test('[SRC8] more texts of one moment than it has numbers are all found', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  await note(ann, id, 'first heron')
  await find(ann, 'heron')
  // As if very many had been said in that millisecond.
  await world.store.tx(async (t) => {
    const [row] = await t.all(queries.selectFrom('search_texts').selectAll())
    if (!row) throw new Error('nothing was taken in')
    const last = row.id - (row.id % 1_024) + 1_023
    await t.run(
      queries.insertInto('search_texts').values({ ...row, id: last, source_id: 'x', words: '', places: '' }),
    )
    await t.run(raw(`insert into search_words (rowid, places, words) values (${last}, '', '')`))
  })
  await note(ann, id, 'second heron')
  assert.deepEqual((await find(ann, 'heron')).map(textOf), ['second heron', 'first heron'])
})

test('[SRC9] replies are found in their discussion, edited ones by their new words, deleted ones not at all', async () => {
  const { world, ann, bob, id, find, note } = await open()
  await using _ = world
  const { collaboration: talk, store } = world
  const anchor = await note(ann, id, 'the anchor')
  const { thread } = await store.tx((t) => talk.open(t, ann, id, anchor.eventId))
  const input = { body: 'I saw a heron', clientMessageId: 'c1' }
  const { replyId } = await store.tx((t) => talk.post(t, ann, thread.id, input))
  const [hit] = await find(ann, 'heron', { kinds: ['reply'] })
  assert.deepEqual(
    [hit?.kind, hit?.eventId, hit?.threadId, hit?.replyId, hit?.actor.name],
    ['reply', anchor.eventId, thread.id, replyId, ann.name],
  )
  assert.deepEqual(await find(bob, 'heron'), [])
  assert.deepEqual(await find(ann, 'heron', { kinds: ['message', 'tool'] }), [])
  world.clock.advance(60_000)
  await store.tx((t) => talk.edit(t, ann, replyId, 'I saw a stork'))
  assert.deepEqual(await find(ann, 'heron'), [])
  assert.ok(!(await isAnywhere(world, 'heron')))
  const [edited] = await find(ann, 'stork')
  assert.deepEqual([edited?.replyId, edited?.createdAt], [replyId, hit?.createdAt])
  await store.tx((t) => talk.edit(t, ann, replyId, 'I saw a crane'))
  assert.equal((await find(ann, 'crane')).length, 1)
  await store.tx((t) => talk.remove(t, ann, replyId))
  assert.deepEqual(await find(ann, 'crane'), [])
  assert.ok(!(await isAnywhere(world, 'crane')))
  await assertWhole(world)
})

test('[SRC6] messages, tools and replies are shown as plain text, with what was looked for marked', async () => {
  const output = '**Heron** seen at the `pond`, [log](https://example.org/1)'
  const tools = toolsOf({ run: async () => ({ output, isError: false }) })
  const { world, ann, id, find } = await open({ tools })
  await using _ = world
  const { store, collaboration: talk } = world
  world.model.script(toolCall('look', { at: 'the **heron** of `main`' }))
  world.model.script('## Birds\n\n- a [*heron*](https://example.org/heron)')
  const { eventId } = await world.say(ann, id, 'is there a `heron`?')
  await world.work()
  const { thread } = await store.tx((t) => talk.open(t, ann, id, eventId))
  const body = '> so **it** says\n\nno ~~heron~~ here'
  await store.tx((t) => talk.post(t, ann, thread.id, { body, clientMessageId: 'one' }))
  const shown = (await find(ann, 'heron')).map(({ kind, excerpt }) => [
    kind,
    excerpt.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
  ])
  assert.deepEqual(shown, [
    ['reply', 'so it says no [heron] here'],
    ['message', 'Birds a [heron]'],
    ['tool', '[Heron] seen at the pond, log'],
    ['tool', 'look at the [heron] of main'],
    ['message', 'is there a [heron]?'],
  ])
})

test('[SRC9] a reply that was edited and deleted before it was taken in leaves nothing', async () => {
  const { world, ann, id, find, note } = await open()
  await using _ = world
  const { collaboration: talk, store } = world
  const anchor = await note(ann, id, 'the anchor')
  const { thread } = await store.tx((t) => talk.open(t, ann, id, anchor.eventId))
  const post = (body: string) =>
    store.tx((t) => talk.post(t, ann, thread.id, { body, clientMessageId: body }))
  const [kept, gone] = [await post('a heron'), await post('a stork')]
  await store.tx((t) => talk.edit(t, ann, kept.replyId, 'a crane'))
  await store.tx((t) => talk.remove(t, ann, gone.replyId))
  assert.deepEqual(await find(ann, 'heron'), [])
  assert.deepEqual(await find(ann, 'stork'), [])
  assert.equal((await find(ann, 'crane')).length, 1)
})

test('[SRC10] a fork has its own copies, found there by who may see it', async () => {
  const { world, ann, bob, id, find } = await open()
  await using _ = world
  await world.say(ann, id, 'a heron')
  await world.work()
  const [, , answer] = await world.timeline(id)
  const fork = await world.store.tx((t) =>
    world.sessions.fork(t, ann, id, {
      eventId: answer!.eventId,
      key: 'agent:main:web:fork',
      isReplaced: false,
    }),
  )
  const hits = await find(ann, 'heron', { kinds: ['message'] })
  assert.deepEqual(new Set(hits.map(({ sessionId }) => sessionId)), new Set([id, fork.id]))
  await world.store.tx((t) => world.sessions.change(t, ann, fork.id, { visibility: 'team' }))
  const seen = await find(bob, 'heron', { kinds: ['message'] })
  assert.deepEqual(new Set(seen.map(({ sessionId }) => sessionId)), new Set([fork.id]))
  const [first] = await world.timeline(id)
  await world.store.tx((t) => world.sessions.redact(t, ann, id, first!.eventId))
  await world.work()
  assert.ok((await find(bob, 'heron', { kinds: ['message'] })).every(({ actor }) => actor.kind === 'agent'))
})

async function count(world: TestSessions, table: 'search_texts'): Promise<number> {
  const found = await world.store.read((r) =>
    r.one(queries.selectFrom(table).select((e) => e.fn.countAll<number>().as('n'))),
  )
  return found?.n ?? 0
}

function raw(text: string): Compilable<Record<string, unknown>> {
  // The edge: the store asks for nothing else of a query.
  return { compile: () => ({ sql: text, parameters: [] }) as never }
}

/** The index holds what the rows say: nothing more and nothing less. */
async function assertWhole(world: TestSessions): Promise<void> {
  await world.store.tx(async (t) => {
    await t.run(raw("insert into search_words (search_words, rank) values ('integrity-check', 1)"))
  })
}

/** Also in what SQLite keeps as bytes. */
async function isAnywhere(world: TestSessions, word: string): Promise<boolean> {
  return world.store.read(async (r) => {
    const tables = await r.all(
      raw("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'"),
    )
    for (const { name } of tables) {
      for (const row of await r.all(raw(`select * from "${String(name)}"`))) {
        for (const value of Object.values(row)) {
          const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
          if (text.includes(word)) return true
        }
      }
    }
    return false
  })
}
