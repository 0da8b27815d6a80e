import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId, type ToolPolicy } from '@heddle/contract'
import {
  attach,
  type AttachingHouse,
  filesIn,
  lastOf,
  openAttachingHouse,
  workspace,
} from '../../../test-support/attaching-house.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { onePixelPng } from '../../../test-support/test-images.ts'
import type { Blobs } from '../../foundation/files/blobs.ts'
import type { PersonActor } from '../../people/people.ts'
import { queries as fileQueries } from '../../sessions/files/file-tables.ts'
import { queries } from '../../sessions/sessions-tables.ts'

async function chatting(h: AttachingHouse, handle = 'ann') {
  const { actor } = await h.signedIn(handle, 'member')
  return { actor, id: await h.chat(actor) }
}

/** Says it, and lets all of it happen; the outputs of the tools that were called. */
async function ask(h: AttachingHouse, actor: PersonActor, id: SessionId) {
  await h.say(actor, id, 'hand it over')
  await h.settle()
  return h.outputs(id)
}

test('[FIL10] [ATT1] an answer on the web carries what its agent attached, as it was when that was asked for', async () => {
  await using h = await openAttachingHouse()
  const { actor, id } = await chatting(h)
  h.write('out/chart.png', onePixelPng)
  h.plan([attach('report.txt', 'out/chart.png')], () => {
    // What becomes of the folder after the call changes nothing.
    h.write('report.txt', 'something else')
    h.forget('out/chart.png')
    return ['Here it is.']
  })
  await ask(h, actor, id)
  const answer = lastOf(await h.timeline(id), 'message.agent')
  assert.equal(answer.payload['text'], 'Here it is.')
  const files = filesIn(answer)
  assert.deepEqual(
    files.map(({ name, mediaType, bytes, width }) => [name, mediaType, bytes, width]),
    [
      ['report.txt', 'text/plain', 13, undefined],
      ['chart.png', 'image/png', onePixelPng.length, 1],
    ],
  )
  assert.equal(await h.download(actor, files[0]!.id), 'warp and weft')
  const eve = (await h.signedIn('eve', 'member')).actor
  await assert.rejects(h.download(eve, files[0]!.id), refusedWith('not_found'))
})

test('[FIL10] [ATT1] what several calls attach goes with one answer, the same once, and ten of it at most', async () => {
  await using h = await openAttachingHouse()
  const { actor, id } = await chatting(h)
  for (let i = 0; i < 10; i++) h.write(`${i}.txt`, `file ${i}`)
  const nine = Array.from({ length: 9 }, (_, i) => `${i}.txt`)
  h.plan([attach(...nine)], [attach('0.txt', '9.txt')], [attach('report.txt')], ['All of it.'])
  const [, second, third] = await ask(h, actor, id)
  assert.equal(JSON.parse(second ?? '').files.length, 10)
  assert.match(third ?? '', /"field":"attachments"/)
  assert.match(third ?? '', /10 files at most; this one has 10 already/)
  const events = await h.timeline(id)
  assert.deepEqual(
    events.filter((event) => filesIn(event).length > 0).map(({ kind }) => kind),
    ['message.agent'],
  )
  assert.deepEqual(
    filesIn(lastOf(events, 'message.agent')).map(({ name }) => name),
    [...nine, '9.txt'],
  )
})

test('[FIL10] [ATT1] an answer of files alone is an answer, on the web and elsewhere', async () => {
  await using h = await openAttachingHouse()
  const { user } = await h.member('kim')
  h.plan([attach('report.txt')], [''])
  h.platform.say(user.id, h.general, `${h.mention} only the file`)
  await h.settle()
  const session = await h.sessionIn({})
  assert.ok(session)
  const answer = lastOf(await h.timeline(session), 'message.agent')
  assert.deepEqual([answer.payload['text'], answer.payload['state']], ['', 'complete'])
  assert.equal(h.seen(h.general).at(-1), '[report.txt:warp and weft]')
})

test('[FIL10] [ATT1] elsewhere the answer is one message with its files, behind the text however long that is', async () => {
  await using h = await openAttachingHouse()
  const { user } = await h.member('kim')
  const long = Array.from({ length: 300 }, (_, i) => `line ${i} of words`).join('\n')
  h.plan([attach('report.txt')], [long])
  h.platform.say(user.id, h.general, `${h.mention} tell me all`)
  await h.settle()
  const told = h.seen(h.general).slice(1)
  assert.ok(told.length > 1)
  assert.deepEqual(
    told.map((line) => line.endsWith('[report.txt:warp and weft]')),
    told.map((_, i) => i === told.length - 1),
  )
})

test('[FIL10] [ATT1] a turn that is steered, fails or is stopped keeps what was attached in sight, once', async () => {
  await using h = await openAttachingHouse()
  const { actor, id } = await chatting(h)
  const gate = Promise.withResolvers<void>()
  h.plan([attach('report.txt')], [{ type: 'wait', until: gate.promise }, 'Half.'], ['Whole.'])
  await h.say(actor, id, 'first')
  await h.untilAsked(2)
  await h.say(actor, id, 'and this', { mode: 'steer' })
  gate.resolve()
  await h.settle()
  const carriers = async () =>
    (await h.timeline(id))
      .filter((event) => filesIn(event).length > 0)
      .map((event) => [
        event.payload['text'],
        filesIn(event)
          .map(({ name }) => name)
          .join(),
      ])
  assert.deepEqual(await carriers(), [['Whole.', 'report.txt']])

  h.write('second.txt', 'more')
  const error = { kind: 'refused', message: 'no' } as const
  h.plan([attach('second.txt')], [{ type: 'failed', error }])
  await h.say(actor, id, 'again')
  await h.settle()
  assert.equal((await h.timeline(id)).at(-1)?.kind, 'turn.failed')
  assert.deepEqual((await carriers()).at(-1), ['', 'second.txt'])

  h.write('third.txt', 'most')
  h.plan([attach('third.txt')], ['So far', { type: 'wait', until: new Promise(() => undefined) }])
  const before = h.model.requests.length
  await h.say(actor, id, 'and again')
  await h.untilAsked(before + 2)
  h.clock.advance(limits.draftOpenMs)
  await h.breathe()
  await h.store.tx((t) => h.sessions.stop(t, actor, id))
  await h.settle()
  assert.deepEqual(
    (await carriers()).slice(2).map(([, names]) => names),
    ['third.txt'],
  )
})

test('[FIL10] [ATT1] [AGT5] [R10] what cannot be attached is refused by the rules of read, with the field and the nearest file', async () => {
  await using h = await openAttachingHouse()
  const { actor, id } = await chatting(h)
  h.write('out/chart.csv', 'a,b')
  h.write('empty', '')
  h.write('large.bin', new Uint8Array(limits.fileBytesMax + 1))
  const refusals: [string[], RegExp][] = [
    [['reprot.txt'], /"message":"attachments\[0\]: \\"reprot.txt\\" does not exist".+"nearest":"report.txt"/],
    [['report.txt', 'out/chart.cvs'], /"field":"attachments\[1\]","nearest":"out\/chart.csv"/],
    [['ot/chart.csv'], /"nearest":"out"/],
    [['../secret'], /attachments\[0\].+\.\./],
    [['/etc/passwd'], /outside of the workspace folder/],
    [['out'], /is a folder, not a file/],
    [['empty'], /is empty/],
    [['large.bin'], /is too large: 26.2 MB, and 25 MiB is the most/],
    [['report.txt', 'report.txt'], /attachments\[1\]: is given twice/],
    [['fil_01234567890123456789012345'], /is no file that stands in this session/],
  ]
  for (const [paths] of refusals) h.plan([attach(...paths)], ['So be it.'])
  for (const [paths, told] of refusals) {
    const output = (await ask(h, actor, id)).at(-1) ?? ''
    assert.match(output, told, paths.join())
    assert.match(output, /"status":"error","code":"bad_input"/)
  }
  assert.equal(
    (await h.timeline(id)).some((event) => filesIn(event).length > 0),
    false,
  )
  const long = Array.from({ length: 11 }, (_, i) => `${i}`)
  h.plan([attach(...long)], ['So be it.'])
  assert.match((await ask(h, actor, id)).at(-1) ?? '', /"attachments" must have at most 10 entries/)
})

test('[FIL10] [AGT6] [R1] whoever may not read files attaches none, and where reading is asked for, so is this', async () => {
  const tried = async (policy: Record<string, ToolPolicy>) => {
    await using h = await openAttachingHouse({
      agents: { agents: { list: [{ id: 'main', workspace }] }, tools: { policy } },
    })
    const { actor, id } = await chatting(h)
    h.plan([attach('report.txt')], ['Done.'])
    const [output] = await ask(h, actor, id)
    const asked = (await h.timeline(id)).find(({ kind }) => kind === 'approval.asked')
    return asked ? String(asked.payload['reason']) : (output ?? '')
  }
  assert.match(await tried({ read: 'deny' }), /which this agent does not have here/)
  assert.match(await tried({ read: 'ask' }), /asks before read is used, and attach would do what it does/)
  assert.match(await tried({ attach: 'deny' }), /denies attach/)
  assert.match(await tried({}), /"status": "attached"/)
})

test('[FIL10] [AGT9] after foreign text, attaching asks where the answer is told elsewhere, and not where it stays here', async () => {
  await using h = await openAttachingHouse()
  const { actor } = await h.member('kim')
  const guest = h.guest('Vera')
  h.plan([attach('report.txt')])
  h.platform.say(guest.id, h.general, `${h.mention} the file, please`)
  await h.settle()
  const shared = await h.sessionIn({})
  assert.ok(shared)
  const asked = lastOf(await h.timeline(shared), 'approval.asked')
  assert.equal(asked.payload['why'], 'untrusted')
  assert.doesNotMatch(h.seen(h.general).join(), /warp/)
  // The same words in a talk that nobody reads elsewhere.
  const own = await h.chat(actor)
  await h.store.tx((t) => t.run(queries.updateTable('sessions').set({ is_tainted: 1 }).where('id', '=', own)))
  h.plan([attach('report.txt')], ['Done.'])
  const [output] = await ask(h, actor, own)
  assert.match(output ?? '', /"status": "attached"/)
})

test('[FIL10] [ATT1] [FIL9] in one session agents attach so much and no more', async () => {
  await using h = await openAttachingHouse()
  const { actor, id } = await chatting(h)
  h.plan([attach('report.txt')], ['One.'])
  await ask(h, actor, id)
  const large = { bytes: limits.filesOfAgentsBytesPerSessionMax }
  // As if it had been very large.
  await h.store.tx((t) => t.run(fileQueries.updateTable('files').set(large).where('made_in', '=', id)))
  h.write('more.txt', 'more')
  h.plan([attach('more.txt')], ['Two.'])
  assert.match((await ask(h, actor, id)).at(-1) ?? '', /may attach 1000 files of 2 GB together/)
})

test('[FIL10] [SES5] the same call made again, after its outcome was lost, attaches the same, once', async () => {
  await using h = await openAttachingHouse()
  const { actor, id } = await chatting(h)
  const gate = Promise.withResolvers<void>()
  h.plan([attach('report.txt')], [{ type: 'wait', until: gate.promise }, 'Here.'])
  await h.say(actor, id, 'hand it over')
  await h.untilAsked(2)
  const { eventId: callEventId, turnId } = lastOf(await h.timeline(id), 'tool.call')
  const place = { sessionId: id, agentId: 'main', turnId: turnId ?? '', workspace }
  const { signal } = new AbortController()
  const tool = (await h.routing.messageTools.tools(place, signal)).find(({ name }) => name === 'attach')
  h.write('report.txt', 'something else')
  const again = { signal, isApproved: false, onProgress: () => undefined, callEventId, calledAt: 0 }
  const outcome = await tool?.run({ attachments: ['report.txt'] }, place, again)
  assert.match(outcome?.output ?? '', /"bytes": 13/)
  gate.resolve()
  await h.settle()
  const files = filesIn(lastOf(await h.timeline(id), 'message.agent'))
  assert.deepEqual(await Promise.all(files.map((file) => h.download(actor, file.id))), ['warp and weft'])
})

test('[FIL10] [SES6] a call that is redacted while it copies attaches nothing', async () => {
  const copying = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const breakBlobs = (real: Blobs): Blobs => ({
    ...real,
    async stage(...given) {
      copying.resolve()
      await gate.promise
      return real.stage(...given)
    },
  })
  await using h = await openAttachingHouse({ breakBlobs })
  const { actor, id } = await chatting(h)
  h.plan([attach('report.txt')], ['Done.'])
  await h.say(actor, id, 'hand it over')
  await Promise.all([copying.promise, h.breathe()])
  const admin = (await h.signedIn('boss', 'admin')).actor
  await h.store.tx((t) => h.sessions.change(t, actor, id, { visibility: 'team' }))
  const call = lastOf(await h.timeline(id), 'tool.call')
  await h.store.tx((t) => h.sessions.redact(t, admin, id, call.eventId))
  gate.resolve()
  await h.settle()
  const events = await h.timeline(id)
  assert.equal(lastOf(events, 'message.agent').payload['text'], 'Done.')
  assert.equal(
    events.some((event) => filesIn(event).length > 0),
    false,
  )
  assert.match((await h.outputs(id)).at(-1) ?? '', /was redacted while it was under way/)
})
