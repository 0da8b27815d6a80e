import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventId, type FileId, limits } from '@heddle/contract'
import { openTestSessions, type TestSessions } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { forgetFiles } from './attach-files.ts'
import { selectContent, selectFile, selectKeptBytes } from './file-store.ts'

const rowOf = (house: TestSessions, id: FileId) => house.store.read((r) => selectFile(r, id))
const contentOf = (house: TestSessions, hash: string) => house.store.read((r) => selectContent(r, hash))

async function openHouse() {
  const house = await openTestSessions()
  const { actor: ann } = await house.signedIn('ann', 'member')
  const { actor: bob } = await house.signedIn('bob', 'member')
  return { house, ann, bob, [Symbol.asyncDispose]: () => house.close() }
}

test('[ATT1] a message has the files that came before it, in its order, and the log says what they are', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  const one = await house.upload(ann, 'one', { name: 'one.txt', mediaType: 'text/plain' })
  const two = await house.upload(ann, 'two!', { name: 'two.txt', mediaType: 'text/plain' })
  await house.say(ann, sessionId, 'look', { mode: 'note', attachments: [two.id, one.id] })
  const [event] = await house.timeline(sessionId)
  assert.deepEqual(event?.payload['attachments'], [
    { id: two.id, name: 'two.txt', mediaType: 'text/plain', bytes: 4 },
    { id: one.id, name: 'one.txt', mediaType: 'text/plain', bytes: 3 },
  ])
  assert.equal((await rowOf(house, one.id))?.unused_since, null)
})

test('[FIL3] one may attach what one uploaded and what stands in the same session; nothing else is there', async () => {
  await using it = await openHouse()
  const { house, ann, bob } = it
  const hidden = await house.upload(ann, 'secret')
  const shared = await house.upload(ann, 'for all')
  const team = await house.chat(ann, { visibility: 'team' })
  const own = await house.chat(ann)
  await house.say(ann, team, 'x', { mode: 'note', attachments: [shared.id] })
  await house.say(ann, own, 'x', { mode: 'note', attachments: [hidden.id] })
  await house.say(bob, team, 'again', { mode: 'note', attachments: [shared.id] })
  for (const id of [hidden.id, 'fil_of_nobody']) {
    await assert.rejects(
      house.say(bob, team, 'x', { mode: 'note', attachments: [shared.id, id] }),
      refusedWith('unknown_file', 'attachments[1]'),
    )
  }
  assert.equal((await house.timeline(team)).length, 2, 'what was refused left nothing')
  await assert.rejects(
    house.say(ann, own, 'x', { attachments: [shared.id, shared.id] }),
    refusedWith('bad_input', 'attachments[1]'),
  )
})

test('[FIL3] whoever may read somebody’s file cannot carry it to another audience', async () => {
  await using it = await openHouse()
  const { house, ann, bob } = it
  const { actor: cleo } = await house.signedIn('cleo', 'member')
  const file = await house.upload(ann, 'for two')
  const closed = await house.chat(ann)
  await house.store.tx((t) => house.sessions.change(t, ann, closed, { participants: ['ann', 'bob'] }))
  const said = await house.say(ann, closed, 'x', { mode: 'note', attachments: [file.id] })
  const find = (actor: typeof ann) => house.store.read((r) => house.sessions.findFile(r, actor, file.id))
  assert.equal((await find(bob)).id, file.id)
  const team = await house.chat(bob, { visibility: 'team' })
  await assert.rejects(
    house.say(bob, team, 'look', { mode: 'note', attachments: [file.id] }),
    refusedWith('unknown_file', 'attachments[0]'),
  )
  await assert.rejects(find(cleo), refusedWith('not_found'))
  await house.say(bob, closed, 'here it is fine', { mode: 'note', attachments: [file.id] })
  // A fork that says a message in other words keeps its files.
  const fork = await house.store.tx((t) =>
    house.routing.forkChat(t, bob, {
      sessionId: closed,
      eventId: said.eventId,
      text: 'better',
      attachments: [file.id],
    }),
  )
  const [again] = (await house.timeline(fork.id)).filter(({ kind }) => kind === 'message.user')
  assert.equal(JSON.stringify(again?.payload['attachments']).includes(file.id), true)
})

test('[FIL3][SES7] a file of a private session is for those who may read that session', async () => {
  await using it = await openHouse()
  const { house, ann, bob } = it
  const file = await house.upload(ann, 'private')
  const sessionId = await house.chat(ann)
  await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [file.id] })
  const find = (actor: typeof ann) => house.store.read((r) => house.sessions.findFile(r, actor, file.id))
  await assert.rejects(find(bob), refusedWith('not_found'))
  await house.store.tx((t) => house.sessions.change(t, ann, sessionId, { participants: ['ann', 'bob'] }))
  assert.equal((await find(bob)).name, 'file.txt')
  await house.store.tx((t) => house.sessions.change(t, ann, sessionId, { participants: ['ann'] }))
  await assert.rejects(find(bob), refusedWith('not_found'))
})

test('[FIL7] what was uploaded and never attached is forgotten after a day, with its bytes', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const unused = await house.upload(ann, 'unused')
  const used = await house.upload(ann, 'used')
  await house.say(ann, await house.chat(ann), 'x', { mode: 'note', attachments: [used.id] })
  const forget = async () => {
    const more = await house.store.tx((t) => house.sessions.forgetUnusedFiles(t))
    await house.sessions.removeIdleContents()
    return more
  }
  house.clock.advance(limits.filesUnusedKeptMs - 1_000)
  assert.equal(await forget(), false)
  assert.ok(await rowOf(house, unused.id))
  house.clock.advance(2_000)
  await forget()
  assert.equal(await rowOf(house, unused.id), undefined)
  assert.equal(await contentOf(house, unused.hash), undefined)
  assert.deepEqual(await house.blobs.list(10), [used.hash])
})

test('[FIL7] files with the same bytes share them, and they go with the last of those files', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  const files = [
    await house.upload(ann, 'same', { name: 'a' }),
    await house.upload(ann, 'same', { name: 'b' }),
  ]
  const [one, two] = files
  assert.ok(one && two)
  assert.equal(one.hash, two.hash)
  const said = []
  for (const { id } of files)
    said.push(await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [id] }))
  const redact = (eventId: string | undefined) =>
    house.store.tx((t) => house.sessions.redact(t, ann, sessionId, eventId ?? ''))
  await redact(said[0]?.eventId)
  await house.work()
  assert.equal(await rowOf(house, one.id), undefined)
  assert.deepEqual(await house.blobs.list(10), [two.hash])
  await redact(said[1]?.eventId)
  await house.work()
  assert.deepEqual(await house.blobs.list(10), [])
  assert.equal(await contentOf(house, two.hash), undefined)
})

test('[SES6][FIL7] whoever’s file it is takes it back from every message that has it', async () => {
  await using it = await openHouse()
  const { house, ann, bob } = it
  const sessionId = await house.chat(ann, { visibility: 'team' })
  const elsewhere = await house.chat(ann)
  const gone = await house.upload(ann, 'gone')
  const kept = await house.upload(ann, 'kept')
  const first = await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [gone.id] })
  await house.say(bob, sessionId, 'y', { mode: 'note', attachments: [gone.id] })
  await house.say(ann, elsewhere, 'z', { mode: 'note', attachments: [gone.id, kept.id] })
  await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, first.eventId))
  await house.work()
  const find = (actor: typeof ann, id: string) =>
    house.store.read((r) => house.sessions.findFile(r, actor, id))
  for (const actor of [ann, bob]) await assert.rejects(find(actor, gone.id), refusedWith('not_found'))
  assert.equal((await find(ann, kept.id)).id, kept.id)
  assert.deepEqual(await house.blobs.list(10), [kept.hash])
  await assert.rejects(
    house.say(bob, sessionId, 'again', { attachments: [gone.id] }),
    refusedWith('unknown_file'),
  )
  const event = (await house.timeline(elsewhere))[0]
  assert.match(JSON.stringify(event?.payload['attachments']), /file\.txt/, 'what was there is still named')
})

test('[SES6][FIL7] an admin takes a file back everywhere; whoever only attached it again, from there alone', async () => {
  await using it = await openHouse()
  const { house, ann, bob } = it
  const { actor: boss } = await house.signedIn('boss', 'admin')
  const sessionId = await house.chat(ann, { visibility: 'team' })
  const file = await house.upload(ann, 'x')
  const first = await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [file.id] })
  const second = await house.say(bob, sessionId, 'y', { mode: 'note', attachments: [file.id] })
  await house.say(ann, sessionId, 'z', { mode: 'note', attachments: [file.id] })
  const redact = (actor: typeof ann, eventId: string) =>
    house.store.tx((t) => house.sessions.redact(t, actor, sessionId, eventId))
  await redact(bob, second.eventId)
  assert.ok(await rowOf(house, file.id))
  await redact(boss, first.eventId)
  assert.equal(await rowOf(house, file.id), undefined)
  await house.work()
  assert.deepEqual(await house.blobs.list(10), [])
})

test('[FIL7] a redaction says whether there were files', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  const file = await house.upload(ann, 'x')
  const plain = await house.say(ann, sessionId, 'x', { mode: 'note' })
  const full = await house.say(ann, sessionId, 'y', { mode: 'note', attachments: [file.id] })
  const told: unknown[] = []
  house.queue.onTold('event_redacted', ({ hadFiles }) => void told.push(hadFiles))
  for (const { eventId } of [plain, full]) {
    await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, eventId))
  }
  assert.deepEqual(told, [undefined, true])
})

test('[FIL7] one content that cannot be removed does not keep the others', async () => {
  const stuck = new Set<string>()
  await using house = await openTestSessions({
    breakBlobs: (real) => ({
      ...real,
      async remove(hash) {
        if (stuck.has(hash)) throw new Error('stuck')
        return real.remove(hash)
      },
    }),
  })
  const { actor: ann } = await house.signedIn('ann', 'member')
  const sessionId = await house.chat(ann)
  const files = [await house.upload(ann, 'a'), await house.upload(ann, 'b')]
  const { eventId } = await house.say(ann, sessionId, 'x', {
    mode: 'note',
    attachments: files.map(({ id }) => id),
  })
  const first = files[0]?.hash ?? ''
  stuck.add(first)
  await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, eventId))
  assert.equal(await house.sessions.removeIdleContents(), false, 'nobody tries again at once')
  assert.deepEqual(await house.blobs.list(10), [first])
  assert.deepEqual(
    new Set(house.logged.map(({ message }) => message)),
    new Set(['the bytes of a file cannot be removed']),
  )
  stuck.clear()
  await house.sessions.removeIdleContents()
  assert.deepEqual(await house.blobs.list(10), [])
})

test('[FIL9] someone keeps files up to a sum, which sinks with what is forgotten', async () => {
  await using it = await openHouse()
  const { house, ann, bob } = it
  const sessionId = await house.chat(ann)
  const one = await house.upload(ann, 'x')
  const most = limits.filesKeptBytesPerPersonMax
  const large = { ...one, bytes: most - 2, place: async () => undefined, discard: async () => undefined }
  const kept = await house.store.tx((t) => house.sessions.keepFile(t, ann, large))
  await house.upload(ann, 'y')
  await assert.rejects(house.upload(ann, 'z'), refusedWith('limit_reached'))
  assert.equal((await house.blobs.list(10)).length, 2, 'what was refused left no bytes')
  const same = await house.upload(bob, 'z')
  await assert.rejects(house.upload(ann, 'z'), refusedWith('limit_reached'))
  assert.ok(await house.blobs.open(same.hash, 1), 'the same bytes of somebody else stay')
  const keptBytes = () => house.store.read((r) => selectKeptBytes(r, ann.personId))
  assert.equal(await keptBytes(), most, 'what was refused does not count')
  const { eventId } = await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [kept.id] })
  await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, eventId))
  assert.equal(await keptBytes(), 2)
  house.clock.advance(limits.filesUnusedKeptMs + 1_000)
  await house.store.tx((t) => house.sessions.forgetUnusedFiles(t))
  assert.equal(await keptBytes(), 0)
})

test('[SES6] bytes stay while a backup copies, and go when it is done', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  const file = await house.upload(ann, 'x')
  const { eventId } = await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [file.id] })
  await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, eventId))
  await house.blobs.holdAll(async () => {
    assert.equal(await house.sessions.removeIdleContents(), true, 'more remains')
    assert.deepEqual(await house.blobs.list(10), [file.hash])
  })
  assert.equal(await house.sessions.removeIdleContents(), false)
  assert.deepEqual(await house.blobs.list(10), [])
})

test('[FIL7] a file that two messages have stays until both are gone', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const [from, to] = [await house.chat(ann), await house.chat(ann)]
  const file = await house.upload(ann, 'copied')
  const first = await house.say(ann, from, 'x', { mode: 'note', attachments: [file.id] })
  const copy = await house.say(ann, to, 'x', { mode: 'note', attachments: [file.id] })
  await house.store.tx((t) => forgetFiles(t, first.eventId, () => false))
  assert.ok(await rowOf(house, file.id))
  assert.equal(await house.store.tx((t) => forgetFiles(t, copy.eventId, () => false)), true)
  assert.equal(await rowOf(house, file.id), undefined)
  assert.equal(await house.store.tx((t) => forgetFiles(t, 'evt_none' as EventId, () => true)), false)
})

test('[FIL7] bytes that come again while the same ones are removed are there afterwards', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  for (let round = 0; round < 20; round++) {
    const file = await house.upload(ann, 'contested')
    const { eventId } = await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [file.id] })
    await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, eventId))
    const [again] = await Promise.all([house.upload(ann, 'contested'), house.sessions.removeIdleContents()])
    await house.sessions.removeIdleContents()
    assert.ok(await house.blobs.open(again.hash, again.bytes), `round ${round}`)
    assert.deepEqual((await contentOf(house, again.hash))?.idle_since, null)
    const second = await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [again.id] })
    await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, second.eventId))
    await house.sessions.removeIdleContents()
  }
})

for (const point of [
  'before the bytes are in place',
  'after the bytes are in place',
  'while they are removed',
] as const) {
  test(`[FIL1] a crash ${point} leaves nothing that the next sweep does not find`, async () => {
    let isBroken = false
    await using house = await openTestSessions({
      breakBlobs: (real) => ({
        ...real,
        async stage(content, bytesMax) {
          const staged = await real.stage(content, bytesMax)
          return {
            ...staged,
            async place() {
              if (isBroken && point === 'before the bytes are in place') throw new Error('crash')
              await staged.place()
              if (isBroken && point === 'after the bytes are in place') throw new Error('crash')
            },
          }
        },
        async remove(hash) {
          const removed = await real.remove(hash)
          if (isBroken && point === 'while they are removed') throw new Error('crash')
          return removed
        },
      }),
    })
    const { actor: ann } = await house.signedIn('ann', 'member')
    const kept = await house.upload(ann, 'kept before')
    isBroken = true
    if (point === 'while they are removed') {
      const sessionId = await house.chat(ann)
      const file = await house.upload(ann, 'going')
      const { eventId } = await house.say(ann, sessionId, 'x', { mode: 'note', attachments: [file.id] })
      await house.store.tx((t) => house.sessions.redact(t, ann, sessionId, eventId))
      await house.sessions.removeIdleContents()
      assert.ok(house.logged.length > 0)
    } else await assert.rejects(house.upload(ann, 'lost'), /crash/)
    isBroken = false
    await house.crash()
    const before = await house.sessions.checkContents()
    assert.deepEqual([before.missing, before.orphaned], [0, 0], 'every byte is known of, whenever it stopped')
    await house.sessions.removeIdleContents()
    assert.deepEqual(await house.blobs.list(10), [kept.hash])
    assert.deepEqual(await house.sessions.checkContents(), {
      looked: 1,
      missing: 0,
      orphaned: 0,
      isPartial: false,
    })
    assert.equal((await house.upload(ann, 'lost')).bytes, 4)
  })
}

test('[FIL1] a crash after the message was admitted keeps message and file together', async () => {
  await using house = await openTestSessions()
  const { actor: ann } = await house.signedIn('ann', 'member')
  const sessionId = await house.chat(ann)
  const file = await house.upload(ann, 'x')
  house.model.script({ type: 'text', text: 'I see.' })
  await house.say(ann, sessionId, '', { attachments: [file.id] })
  await house.crash()
  await house.work()
  const kinds = (await house.timeline(sessionId)).map(({ kind }) => kind)
  assert.ok(kinds.includes('turn.finished'))
  assert.equal((await house.store.read((r) => house.sessions.findFile(r, ann, file.id))).id, file.id)
})

test('[FIL8] bytes that are lost or belong to nothing are counted', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const file = await house.upload(ann, 'lost')
  await house.blobs.remove(file.hash)
  async function* some(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('nobody’s')
  }
  await (await house.blobs.stage(some(), 100)).place()
  assert.deepEqual(await house.sessions.checkContents(), {
    looked: 1,
    missing: 1,
    orphaned: 1,
    isPartial: false,
  })
  await assert.rejects(house.sessions.openFile(file), /are not there/)
})

test('[ATT1] what waits in the queue lists its files, and editing or cancelling keeps them', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  const file = await house.upload(ann, 'x', { name: 'x.bin', mediaType: 'application/zip' })
  house.model.script({ type: 'wait', until: new Promise(() => {}) })
  await house.say(ann, sessionId, 'begin')
  while (house.model.running === 0) await house.breathe()
  const { eventId } = await house.say(ann, sessionId, 'wait', { attachments: [file.id] })
  const attached = [{ id: file.id, name: 'x.bin', mediaType: 'application/zip', bytes: 1 }]
  const queue = () => house.store.read((r) => house.sessions.queue(r, ann, sessionId))
  assert.deepEqual((await queue())[0]?.attachments, attached)
  await house.store.tx((t) => house.sessions.editQueued(t, ann, sessionId, eventId, 'other'))
  assert.deepEqual((await queue())[0]?.attachments, attached)
  await house.store.tx((t) => house.sessions.cancelQueued(t, ann, sessionId, eventId))
  const event = await house.store.read((r) => house.sessions.event(r, ann, sessionId, eventId))
  assert.deepEqual(event.payload['attachments'], attached)
  assert.ok(await house.store.read((r) => house.sessions.findFile(r, ann, file.id)))
})

test('[CHN2] the same message again with other files is another message', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  const [one, two] = [await house.upload(ann, '1'), await house.upload(ann, '2')]
  const say = (attachments: string[]) =>
    house.say(ann, sessionId, 'same', { mode: 'note', clientMessageId: 'c1', attachments })
  const first = await say([one.id])
  assert.deepEqual(await say([one.id]), { ...first, deduped: true })
  for (const other of [[two.id], [one.id, two.id], []]) {
    await assert.rejects(say(other), refusedWith('message_conflict'))
  }
})

test('[CMD10] a command takes no files, and is not carried out with some', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const sessionId = await house.chat(ann)
  const file = await house.upload(ann, 'x')
  await assert.rejects(
    house.say(ann, sessionId, '/stop', { attachments: [file.id] }),
    refusedWith('bad_input', 'attachments'),
  )
  assert.deepEqual(await house.timeline(sessionId), [])
})

test('[FIL7] someone may have only so many files that no message has', async () => {
  await using it = await openHouse()
  const { house, ann } = it
  const one = await house.upload(ann, 'x')
  const staged = { ...one, place: async () => undefined, discard: async () => undefined }
  await house.store.tx(async (t) => {
    for (let i = 1; i < limits.filesUnusedPerPersonMax; i++) await house.sessions.keepFile(t, ann, staged)
  })
  await assert.rejects(house.upload(ann, 'x'), refusedWith('limit_reached'))
  await house.say(ann, await house.chat(ann), 'x', { mode: 'note', attachments: [one.id] })
  await house.upload(ann, 'x')
})
