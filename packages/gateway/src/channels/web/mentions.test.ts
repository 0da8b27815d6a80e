import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, limits } from '@heddle/contract'
import { type DiscussingHouse, openDiscussingHouse } from '../../../test-support/discussing-house.ts'
import type { KnownPerson } from '../../../test-support/known-person.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'

/** Whom an entry names, by the rows that the notifications go by. */
async function namedIn({ house }: DiscussingHouse, eventId: string | undefined): Promise<string[]> {
  const source = await house.store.read((r) => house.collaboration.sources.read(r, eventId as EventId))
  const people = await house.store.read((r) => house.people.readPeople(r, source?.mentioned ?? []))
  return [...people.values()].map(({ handle }) => handle).sort((a, b) => a.localeCompare(b))
}

const post = ({ ask, id }: DiscussingHouse, who: KnownPerson, body: string, more: object = {}) =>
  ask(who, 'POST', `/sessions/${id}/messages`, {
    body,
    clientMessageId: `m-${body.length}-${body.replaceAll(/\W/g, '').slice(0, 60)}`,
    mode: 'note',
    ...more,
  })

test('[MEN1] [M12] a message says whom it names and whom not, and why; the people are on record, agents are not called', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, id } = it
  await using _ = house
  await house.signedIn('gone', 'member')
  await house.store.tx(async (t) => {
    const person = await house.people.findMember(t, house.operator, 'gone')
    await house.people.removeMember(t, house.operator, person.id)
  })
  const { status, body } = await post(it, kim, '@lou and @Vic, ask @main; @gone, @ghost, @everyone and @kim')
  assert.equal(status, 201)
  assert.deepEqual(body.mentions, ['lou', 'vic', 'main', 'kim'])
  assert.deepEqual(body.rejectedMentions, [
    { handle: 'gone', reason: 'unknown' },
    { handle: 'ghost', reason: 'unknown' },
  ])
  await house.work()
  assert.deepEqual(await namedIn(it, body.eventId), ['kim', 'lou', 'vic'])
  assert.equal(
    (await house.timeline(id)).some(({ kind }) => kind === 'turn.started'),
    false,
  )
  const again = await post(it, kim, '@lou and @Vic, ask @main; @gone, @ghost, @everyone and @kim')
  assert.deepEqual([again.status, again.body.mentions], [200, body.mentions])
  assert.deepEqual(house.logged, [])
})

test('[MEN2] [M12] a note that is written as a command says whom it names, in a message and in the answer of a command', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, id, ask } = it
  await using _ = house
  const text = '/note @lou and @ghost'
  const names = { mentions: ['lou'], rejectedMentions: [{ handle: 'ghost', reason: 'unknown' }] }
  const said = await post(it, kim, text, { mode: 'queue' })
  const { mentions, rejectedMentions, command } = said.body
  assert.deepEqual([said.status, command.ok, { mentions, rejectedMentions }], [201, true, names])
  const again = await post(it, kim, text, { mode: 'queue' })
  assert.deepEqual([again.status, again.body.mentions], [200, ['lou']])
  const ran = await ask(kim, 'POST', `/sessions/${id}/commands`, { text })
  assert.deepEqual(ran.body.data, { eventId: ran.body.data.eventId, ...names })
  await house.work()
  assert.deepEqual(await namedIn(it, said.body.eventId), ['lou'])
  assert.deepEqual(await namedIn(it, ran.body.data.eventId), ['lou'])
  // Any other command is said to nobody.
  const other = await post(it, kim, '/status @lou', { mode: 'queue' })
  assert.deepEqual([other.body.mentions, other.body.rejectedMentions], [[], []])
})

test('[MEN2] [I26] "Mentions to non-session members are rejected with clear validation feedback and no notification"', async () => {
  const it = await openDiscussingHouse({ visibility: 'private' })
  const { house, kim, id, open, reply, ask } = it
  await using _ = house
  const said = await post(it, kim, 'What does @lou say?')
  assert.deepEqual([said.status, said.body.mentions], [201, []])
  assert.deepEqual(said.body.rejectedMentions, [{ handle: 'lou', reason: 'not_a_member' }])
  const thread = await open(kim)
  const replied = await reply(kim, thread.id, 'And @lou?')
  assert.deepEqual(
    [replied.status, replied.body.mentions, replied.body.rejectedMentions],
    [201, [], [{ handle: 'lou', reason: 'not_a_member' }]],
  )
  await house.work()
  assert.deepEqual(await namedIn(it, said.body.eventId), [])
  assert.deepEqual(await namedIn(it, replied.body.sourceEventId), [])
  // Let in, they are named like everybody else.
  await ask(kim, 'PATCH', `/sessions/${id}`, { participants: ['kim', 'lou'] })
  const later = await reply(kim, thread.id, 'Now, @lou?')
  assert.deepEqual(later.body.mentions, ['lou'])
  assert.deepEqual(await namedIn(it, later.body.sourceEventId), ['lou'])
})

test('[MEN2] [I26] "Mention parsing ignores escaped `\\@` and fenced code blocks", and quotes and links with them', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, open, reply } = it
  await using _ = house
  const thread = await open(kim)
  const texts = [
    'not \\@lou',
    'not `@lou`',
    'not\n\n```\n@lou\n```',
    '> @lou said so',
    'see [@lou](https://example.org)',
    'mail kim@lou.example',
  ]
  for (const text of texts) {
    const { body } = await reply(kim, thread.id, text)
    assert.deepEqual([body.mentions, body.rejectedMentions], [[], []], text)
    assert.deepEqual(await namedIn(it, body.sourceEventId), [], text)
    const message = await post(it, kim, text)
    assert.deepEqual(message.body.mentions, [], text)
    await house.work()
    assert.deepEqual(await namedIn(it, message.body.eventId), [], text)
  }
})

test('[M13] more than 50 different people in one text are refused, and nothing of it is kept; unknown names are not counted', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, id, open, reply, ask } = it
  await using _ = house
  const handles: string[] = []
  for (let i = 0; i <= limits.mentionsPerTextMax; i++) {
    handles.push(`p${i}`)
    await house.signedIn(`p${i}`, 'viewer')
  }
  const thread = await open(kim)
  const all = handles.map((handle) => `@${handle}`).join(' ')
  const refused = await reply(kim, thread.id, all)
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'too_many_mentions'])
  assert.equal(refused.body.error.issues[0].field, 'body')
  assert.equal((await post(it, kim, all)).body.error.code, 'too_many_mentions')
  const noted = await post(it, kim, `/note ${all}`, { mode: 'queue' })
  assert.equal(noted.body.error.code, 'too_many_mentions')
  const ran = await ask(kim, 'POST', `/sessions/${id}/commands`, { text: `/note ${all}` })
  assert.deepEqual([ran.body.error.code, ran.body.error.issues[0].field], ['too_many_mentions', 'text'])
  assert.equal((await ask(kim, 'GET', `/threads/${thread.id}/replies`)).body.items.length, 0)
  assert.equal((await house.timeline(id)).length, 1)
  const most = handles.slice(1).map((handle) => `@${handle}`)
  assert.equal((await reply(kim, thread.id, most.join(' '))).body.mentions.length, 50)
  const unknown = Array.from({ length: 200 }, (_value, i) => `@nobody${i}`).join(' ')
  const { status, body } = await reply(kim, thread.id, unknown)
  assert.deepEqual([status, body.rejectedMentions.length], [201, limits.rejectedMentionsMax])
})

test('[MEN1] an agent names at most 5 people in a turn, each once, and starts no agent', async () => {
  const agents = { agents: { list: [{ id: 'main' }, { id: 'coder' }] } }
  const it = await openDiscussingHouse({ agents, toolOrigins: [] })
  const { house, kim, id } = it
  await using _ = house
  for (const handle of ['a1', 'a2', 'a3', 'a4']) await house.signedIn(handle, 'member')
  house.model.script('First @a1, @coder and @lou.', toolCall('agents_list', {}, 'call_1'))
  house.model.script('Then @lou, @a2, @a3, @a4, @vic and @kim. Not `@a1`.')
  await house.say(kim.actor, id, 'Who knows?')
  await house.work()
  const texts = (await house.timeline(id)).filter(({ kind }) => kind === 'message.agent')
  assert.equal(texts.length, 2)
  assert.deepEqual(await namedIn(it, texts[0]?.eventId), ['a1', 'lou'])
  assert.deepEqual(await namedIn(it, texts[1]?.eventId), ['a2', 'a3', 'a4'])
  assert.equal(
    (await house.timeline(id)).some(({ kind }) => kind === 'subagent.spawned'),
    false,
  )
  // The next turn has room again.
  house.model.script('And @vic.')
  await house.say(kim.actor, id, 'Anybody else?')
  await house.work()
  assert.deepEqual(await namedIn(it, (await house.timeline(id)).findLast(isAgents)?.eventId), ['vic'])
})

const isAgents = ({ kind }: { kind: string }) => kind === 'message.agent'

test('[MEN1] an edit of what waits names others and lets go of those it names no longer; a redaction of all', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, id, ask } = it
  await using _ = house
  let go: (value?: unknown) => void = () => undefined
  house.model.script({ type: 'wait', until: new Promise((done) => (go = done)) }, 'done')
  await house.say(kim.actor, id, 'begin')
  while (house.model.running === 0) await house.breathe()
  const { eventId } = await house.say(kim.actor, id, 'for @lou')
  await house.breathe()
  assert.deepEqual(await namedIn(it, eventId), ['lou'])
  await ask(kim, 'PATCH', `/sessions/${id}/queue/${eventId}`, { body: 'for @vic' })
  await house.breathe()
  assert.deepEqual(await namedIn(it, eventId), ['vic'])
  go()
  await house.work()
  await ask(kim, 'DELETE', `/sessions/${id}/events/${eventId}`)
  await house.work()
  assert.deepEqual(await namedIn(it, eventId), [])
})

test('[MEN1] what is taken out of the queue again calls nobody', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, id, ask } = it
  await using _ = house
  let go: (value?: unknown) => void = () => undefined
  house.model.script({ type: 'wait', until: new Promise((done) => (go = done)) }, 'done')
  await house.say(kim.actor, id, 'begin')
  while (house.model.running === 0) await house.breathe()
  const { eventId } = await house.say(kim.actor, id, 'for @lou')
  await house.breathe()
  assert.deepEqual(await namedIn(it, eventId), ['lou'])
  assert.equal((await ask(kim, 'DELETE', `/sessions/${id}/queue/${eventId}`)).status, 204)
  assert.deepEqual(await namedIn(it, eventId), [])
  go()
  await house.work()
})

test('[MEN1] an edited reply names others; a deleted one nobody', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, open, reply, ask } = it
  await using _ = house
  const thread = await open(kim)
  const { replyId, sourceEventId } = (await reply(kim, thread.id, '@lou?')).body
  await ask(kim, 'PATCH', `/replies/${replyId}`, { body: '@vic?' })
  assert.deepEqual(await namedIn(it, sourceEventId), ['vic'])
  await ask(kim, 'DELETE', `/replies/${replyId}`)
  assert.deepEqual(await namedIn(it, sourceEventId), [])
})

test('[MEN1] an old handle of a member still means them, and one of a person wins over an agent', async () => {
  const agents = { agents: { list: [{ id: 'main' }, { id: 'sam' }] } }
  const it = await openDiscussingHouse({ agents })
  const { house, lou, kim, open, reply, ask } = it
  await using _ = house
  await house.signedIn('sam', 'member')
  await ask(lou, 'PATCH', '/me', { handle: 'louise' })
  const thread = await open(kim)
  const { body } = await reply(kim, thread.id, '@lou, @louise, @sam')
  assert.deepEqual([body.mentions, body.agents], [['lou', 'louise', 'sam'], undefined])
  assert.deepEqual(await namedIn(it, body.sourceEventId), ['louise', 'sam'])
})

test('[COL1] turned off, mentions are words: nobody is named, nothing is rejected, no agent is called', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, open, reply } = it
  await using _ = house
  house.collaborationFlags.current = { ...house.collaborationFlags.current, mentions: false }
  const said = await post(it, kim, '@lou and @ghost')
  assert.deepEqual([said.body.mentions, said.body.rejectedMentions], [[], []])
  const thread = await open(kim)
  const { body } = await reply(kim, thread.id, '@lou, @ghost and @main')
  assert.deepEqual([body.mentions, body.rejectedMentions, body.agents], [[], [], undefined])
  await house.work()
  assert.deepEqual(await namedIn(it, said.body.eventId), [])
  assert.deepEqual(await namedIn(it, body.sourceEventId), [])
  assert.equal(house.model.requests.length, 0)
})

test('[COL1] with mentions turned off, replies of before name nobody either; turned on again, they do as before', async () => {
  const it = await openDiscussingHouse()
  const { house, kim, lou, id, open, reply, ask } = it
  await using _ = house
  const thread = await open(kim)
  const text = '@lou, @ghost and @main'
  const first = (await reply(kim, thread.id, text, 'r1')).body
  const names = async () => {
    const listed = (await ask(lou, 'GET', `/threads/${thread.id}/replies`)).body.items[0]
    const entry = (await ask(lou, 'GET', `/sessions/${id}/events/${first.sourceEventId}`)).body
    const { mentions, rejectedMentions, agents, handedOver } = (await reply(kim, thread.id, text, 'r1')).body
    const edited = (await ask(kim, 'PATCH', `/replies/${first.replyId}`, { body: text })).body
    return [
      listed.mentions,
      entry.payload.reply.mentions,
      edited.mentions,
      mentions,
      rejectedMentions,
      agents,
      handedOver,
    ]
  }
  const before = await names()
  assert.deepEqual(before.slice(0, 4), Array(4).fill(['lou', 'main']))
  const on = house.collaborationFlags.current
  house.collaborationFlags.current = { ...on, mentions: false }
  assert.deepEqual(await names(), [[], [], [], [], [], undefined, undefined])
  house.collaborationFlags.current = on
  assert.deepEqual(await names(), before)
})
