import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventJson, limits, type SessionId } from '@heddle/contract'
import { knownPerson } from '../../../test-support/known-person.ts'
import { openTestDoor } from '../../../test-support/open-test-door.ts'

async function openChat() {
  const house = await openTestDoor()
  const kim = await knownPerson(house, 'kim', 'member')
  const id = await house.chat(kim.actor, { visibility: 'team' })
  const note = (text: string) => house.say(kim.actor, id, text, { mode: 'note' })
  const read = async (query: string): Promise<{ items: EventJson[]; next?: string }> => {
    const { status, body } = await house.ask('GET', `/sessions/${id}/timeline${query}`, {
      headers: kim.headers,
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  return { house, kim, id, note, read, [Symbol.asyncDispose]: () => house.close() }
}

const seqs = ({ items }: { items: EventJson[] }) => items.map(({ seq }) => seq)

test('[API16] the timeline is read from its end, forward, back, and between two places', async () => {
  await using chat = await openChat()
  for (let i = 1; i <= 10; i++) await chat.note(`n${i}`)
  assert.deepEqual(seqs(await chat.read('')), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const newest = await chat.read('?limit=3')
  assert.deepEqual([seqs(newest), newest.next], [[8, 9, 10], '8'])
  const back = await chat.read(`?limit=3&before=${newest.next}`)
  assert.deepEqual([seqs(back), back.next], [[5, 6, 7], '5'])
  const forward = await chat.read('?limit=3&after=2')
  assert.deepEqual([seqs(forward), forward.next], [[3, 4, 5], '5'])
  const last = await chat.read('?limit=3&after=7')
  assert.deepEqual([seqs(last), last.next], [[8, 9, 10], undefined])
  const between = await chat.read('?after=3&before=7')
  assert.deepEqual([seqs(between), between.next], [[4, 5, 6], undefined])
  const first = await chat.read('?after=3&before=9&limit=2')
  assert.deepEqual([seqs(first), first.next], [[4, 5], '5'])
  assert.deepEqual(seqs(await chat.read('?after=10')), [])
  assert.deepEqual(seqs(await chat.read('?after=9007199254740991')), [])
})

test('[API16] [SES2] going from next to next gives every event once, in order and gap-free', async () => {
  await using chat = await openChat()
  for (let i = 1; i <= 25; i++) await chat.note(`n${i}`)
  for (const [direction, start] of [
    ['after', '0'],
    ['before', '1000'],
  ] as const) {
    const found: number[] = []
    for (let at: string | undefined = start; at !== undefined; ) {
      const page: { items: EventJson[]; next?: string } = await chat.read(`?limit=7&${direction}=${at}`)
      found.push(...seqs(page))
      at = page.next
    }
    assert.deepEqual(
      found.toSorted((a, b) => a - b),
      Array.from({ length: 25 }, (_, i) => i + 1),
    )
    assert.equal(new Set(found).size, 25, direction)
  }
})

test('[API1] a wrong place in the timeline is refused by name', async () => {
  await using chat = await openChat()
  const { house, kim, id } = chat
  for (const [query, field] of [
    ['after=-1', 'after'],
    ['before=x', 'before'],
    ['after=1.5', 'after'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['befor=3', 'befor'],
  ]) {
    const { status, body } = await house.ask('GET', `/sessions/${id}/timeline?${query}`, {
      headers: kim.headers,
    })
    assert.deepEqual([status, body.error.issues[0].field], [400, field], query)
  }
})

test('[API16] a large payload comes cut and marked, and whole by its id', async () => {
  await using chat = await openChat()
  const { house, kim, id, note, read } = chat
  const text = 'ä👋"'.repeat(10_000)
  const { eventId } = await note(text)
  await note('small')
  const [large, small] = (await read('')).items
  assert.equal(large?.truncated, true)
  assert.ok(Buffer.byteLength(JSON.stringify(large?.payload)) <= limits.eventPayloadInlineBytesMax)
  const beginning = String(large?.payload['text'])
  assert.ok(text.startsWith(beginning) && beginning.isWellFormed() && beginning.length > 1_000)
  assert.equal(small?.truncated, undefined)
  const whole = await house.ask('GET', `/sessions/${id}/events/${eventId}`, { headers: kim.headers })
  assert.equal(whole.body.payload.text, text)
  assert.equal(whole.body.truncated, undefined)
})

test('[SES6] what is redacted is gone wherever it is read, and its place stays', async () => {
  await using chat = await openChat()
  const { house, kim, id, note, read } = chat
  const lou = await knownPerson(house, 'lou', 'member')
  await note('before')
  const { eventId } = await note('the password is swordfish')
  await note('after')
  const redact = (headers: Record<string, string>) =>
    house.ask('DELETE', `/sessions/${id}/events/${eventId}`, { headers })
  assert.equal((await redact(lou.headers)).status, 403)
  assert.equal((await redact(kim.headers)).status, 204)
  assert.equal((await redact(kim.headers)).body.error.code, 'already_redacted')
  const page = await read('')
  assert.deepEqual(
    page.items.map(({ redacted }) => redacted === true),
    [false, true, false],
  )
  const event = await house.ask('GET', `/sessions/${id}/events/${eventId}`, { headers: kim.headers })
  assert.equal(event.body.redacted, true)
  assert.doesNotMatch(JSON.stringify([page, event.body, await house.log(id)]), /swordfish/)
})

test('[SES2] a text that streams is read by its id as far as it has come', async () => {
  await using chat = await openChat()
  const { house, kim, id } = chat
  let goOn = () => {}
  house.model.script(
    'Once upon',
    { type: 'wait', until: new Promise<void>((resolve) => (goOn = resolve)) },
    ' a time',
  )
  await house.say(kim.actor, id, 'tell')
  while (house.sessions.streaming(id).length === 0) {
    house.clock.advance(5)
    await house.breathe()
  }
  const [streaming] = house.sessions.streaming(id)
  const read = async () =>
    (await house.ask('GET', `/sessions/${id}/events/${streaming?.eventId}`, { headers: kim.headers })).body
  const begun = await read()
  assert.deepEqual([begun.payload.text, begun.payload.state], ['Once upon', 'streaming'])
  goOn()
  await house.work()
  const complete = await read()
  assert.deepEqual([complete.payload.text, complete.payload.state], ['Once upon a time', 'complete'])
  assert.equal(complete.place, begun.place)
})

test('[API16] read marks move forward only', async () => {
  await using chat = await openChat()
  const { house, kim, id, note } = chat
  for (let i = 0; i < 3; i++) await note('x')
  const mark = async (seq: number) =>
    (await house.ask('PUT', `/sessions/${id}/read`, { headers: kim.headers, body: { seq } })).body
  assert.deepEqual(await mark(2), { sessionId: id satisfies SessionId, seq: 2 })
  assert.equal((await mark(1)).seq, 2)
  assert.equal((await mark(3)).seq, 3)
})
