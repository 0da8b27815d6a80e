import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, type SessionId } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import {
  attach,
  type AttachingHouse,
  filesIn,
  lastOf,
  message,
  openAttachingHouse,
} from '../../../test-support/attaching-house.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import type { LogEvent } from '../../sessions/sessions.ts'

async function open() {
  const h = await openAttachingHouse()
  const { actor, user } = await h.member('kim')
  const say = async (text: string, place = h.general) => {
    h.platform.say(user.id, place, text)
    await h.settle()
  }
  return { h, actor, user, say }
}

async function sessionOf(h: AttachingHouse): Promise<SessionId> {
  const id = await h.sessionIn({})
  assert.ok(id)
  return id
}

test('[FIL10] [AGT8] [ATT1] what `message` says carries files, with or without a text, and the web shows them with the call', async () => {
  const { h, actor, say } = await open()
  await using _ = h
  h.write('data.csv', 'a,b')
  h.plan(
    [message({ text: 'By the way.', attachments: ['report.txt', 'data.csv'] })],
    [message({ attachments: ['data.csv'] })],
    ['Done.'],
  )
  await say(`${h.mention} send it`)
  assert.deepEqual(h.seen(h.general).slice(1), [
    'By the way. [report.txt:warp and weft, data.csv:a,b]',
    '[data.csv:a,b]',
    'Done.',
  ])
  const results = (await h.timeline(await sessionOf(h))).filter(({ kind }) => kind === 'tool.result')
  assert.deepEqual(
    results.map((result) => filesIn(result).map(({ name, mediaType }) => `${name} ${mediaType}`)),
    [['report.txt text/plain', 'data.csv text/csv'], ['data.csv text/csv']],
  )
  assert.equal(await h.download(actor, filesIn(results[0])[0]!.id), 'warp and weft')
})

test('[FIL10] [AGT8] [ATT1] a thread that is opened begins with the files, and a reply in it carries its own', async () => {
  const { h, say } = await open()
  await using _ = h
  h.write('data.csv', 'a,b')
  h.plan([
    toolCall('message', {
      action: 'thread-create',
      threadName: 'aside',
      text: 'Over here.',
      attachments: ['report.txt'],
    }),
  ], () => {
    const thread = [...h.platform.state.conversations.values()].find(({ name }) => name === 'aside')
    const wish = { action: 'thread-reply', threadId: thread?.id, attachments: ['data.csv'] }
    return [toolCall('message', wish)]
  }, ['Opened.'])
  await say(`${h.mention} open one`)
  const thread = [...h.platform.state.conversations.values()].find(({ name }) => name === 'aside')
  assert.ok(thread)
  assert.deepEqual(h.seen(thread.id), ['[report.txt:warp and weft]', '[data.csv:a,b]'])
  assert.deepEqual(h.seen(h.general).slice(1), ['Over here.', 'Opened.'])
})

test('[AGT8] [BND9] what goes nowhere is refused before anything is copied; and a text or a file is needed', async () => {
  const { h, say } = await open()
  await using _ = h
  h.plan(
    [toolCall('message', { action: 'thread-reply', threadId: 'elsewhere', attachments: ['report.txt'] })],
    [message({})],
    [message({ attachments: ['reprot.txt'] })],
    ['So be it.'],
  )
  await say(`${h.mention} try`)
  const outputs = await h.outputs(await sessionOf(h))
  assert.match(outputs[0] ?? '', /"field":"threadId"/)
  assert.match(outputs[1] ?? '', /text: is needed for send/)
  assert.match(outputs[2] ?? '', /"field":"attachments\[0\]","nearest":"report.txt"/)
  assert.deepEqual(h.seen(h.general).slice(1), ['So be it.'])
  const kept = await h.blobs.list(10)
  assert.deepEqual(kept, [])
})

test('[BND9] [ATT1] a bound session hands its files over in its bound place, by `message` and with its answer', async () => {
  const { h, actor, user } = await open()
  await using _ = h
  const anchor = h.platform.say(user.id, h.general, 'Over here.')
  const thread = h.platform.startThread(anchor.id, 'aside')
  const id = await h.chat(actor, { visibility: 'team' })
  h.platform.say(user.id, thread, `${h.mention} /focus ${id}`)
  await h.settle()
  h.plan([message({ attachments: ['report.txt'] }), attach('report.txt')], ['Done.'])
  h.platform.say(user.id, thread, 'both ways')
  await h.settle()
  assert.deepEqual(h.seen(thread).slice(-2), [
    '[report.txt:warp and weft]',
    'Done. [report.txt:warp and weft]',
  ])
})

test('[DLV3] [F28] [ATT1] taken by the platform, its answer lost: what carries files alone is found, and there once', async () => {
  const { h, say } = await open()
  await using _ = h
  h.platform.useFaults(scriptFaults([{ on: 'send', fault: { kind: 'reset', isDone: true } }]))
  h.plan([message({ attachments: ['report.txt'] })], ['Done.'])
  await say(`${h.mention} send it`)
  for (let i = 0; i < 4; i++) {
    h.clock.advance(limits.deliverySettleMs)
    await h.settle()
  }
  const told = h.seen(h.general).filter((line) => line.includes('report.txt'))
  assert.deepEqual(told, ['[report.txt:warp and weft]'])
  assert.equal(h.seen(h.general).at(-1), 'Done.')
})

test('[DLV5] [ATT1] a file that the platform does not take is a line with its size and the way to it, and so is one that it refuses', async () => {
  const { h, say } = await open()
  await using _ = h
  h.placeRules.linkBase = () => 'https://heddle.example'
  h.write('film.mp4', new Uint8Array(9 * 1_048_576))
  h.plan([attach('film.mp4', 'report.txt')], ['See.'])
  await say(`${h.mention} show me`)
  const id = await sessionOf(h)
  const at = `https://heddle.example/sessions/${id}?at=${lastOf(await h.timeline(id), 'message.agent').eventId}`
  assert.equal(
    h.seen(h.general).at(-1),
    `See.\n\n📎 film.mp4 (9 MB, too large for Loopback, which takes 8 MB): ${at} [report.txt:warp and weft]`,
  )
  h.platform.state.fileBytesMax = 3
  h.plan([message({ attachments: ['report.txt'] })], ['Done.'])
  await say(`${h.mention} again`)
  assert.match(
    h.seen(h.general).at(-2) ?? '',
    /^📎 report.txt \(0.1 MB, too large here\): https:\/\/heddle.example/,
  )
})

test('[SES6] [FIL7] redacted, an answer takes its files along, here and elsewhere', async () => {
  const { h, say } = await open()
  await using _ = h
  h.plan([attach('report.txt')], ['Here.'])
  await say(`${h.mention} hand it over`)
  const id = await sessionOf(h)
  const answer = lastOf(await h.timeline(id), 'message.agent')
  const [file] = filesIn(answer)
  assert.ok(file)
  const admin = (await h.signedIn('boss', 'admin')).actor
  await h.store.tx((t) => h.sessions.redact(t, admin, id, answer.eventId))
  await h.settle()
  await assert.rejects(h.download(admin, file.id), refusedWith('not_found'))
  assert.deepEqual(filesIn(lastOf(await h.timeline(id), 'message.agent')), [])
  assert.doesNotMatch(h.seen(h.general).join(), /report|Here/)
  assert.deepEqual(await removed(h), [])
})

for (const which of ['call', 'result'] as const) {
  test(`[FIL10] [SES6] [FIL7] redacted by its ${which}, what \`message\` sent is gone here and elsewhere, with its files`, async () => {
    const { h, say } = await open()
    await using _ = h
    h.plan([message({ text: 'psst', attachments: ['report.txt'] })], ['Done.'])
    await say(`${h.mention} send it`)
    const id = await sessionOf(h)
    const find = async (kind: LogEvent['kind']) => lastOf(await h.timeline(id), kind)
    const [file] = filesIn(await find('tool.result'))
    assert.ok(file)
    const admin = (await h.signedIn('boss', 'admin')).actor
    const target = await find(`tool.${which}`)
    await h.store.tx((t) => h.sessions.redact(t, admin, id, target.eventId))
    await h.settle()
    for (const kind of ['tool.call', 'tool.result'] as const) {
      const left = await find(kind)
      assert.equal(left.isRedacted, true, kind)
      assert.doesNotMatch(JSON.stringify(left.payload), /psst|report/)
    }
    await assert.rejects(h.download(admin, file.id), refusedWith('not_found'))
    assert.deepEqual(h.seen(h.general).slice(1), ['Done.'])
    assert.deepEqual(await removed(h), [])
  })
}

/** Bytes that no file is any more, once they were looked for. */
async function removed(h: AttachingHouse): Promise<string[]> {
  await h.sessions.removeIdleContents()
  return h.blobs.list(10)
}
