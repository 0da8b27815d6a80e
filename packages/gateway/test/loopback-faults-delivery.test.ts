// What is told outside on a platform that fails: where it belongs, once, under the right name, and on record.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, placeName } from '@heddle/contract'
import { type Fault, scriptFaults, seedFaults } from '@heddle/emulators/loopback/faults'
import { openFocusScene } from '../test-support/focus-scene.ts'
import { openHearingHouse } from '../test-support/hearing-house.ts'
import { createSeededRandom } from '../test-support/open-test-store.ts'
import {
  boundIn,
  broken,
  brokenAfterwards,
  lostAnswer,
  lostRequest,
  outboxOf,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'

for (const seed of [1, 2]) {
  test(`[DLV1] whatever of ours can be seen is one item of the outbox, and each item is there once, seed ${seed}`, async () => {
    await using scene = await openFocusScene()
    const { h, ann, thread } = scene
    const on = ['send', 'thread.open', 'thread.close'] as const
    const fate = (rate: number, fault: Fault) => ({ rate, on, fault })
    const plan = [
      fate(0.15, tooMany(1_500)),
      fate(0.1, broken),
      fate(0.1, brokenAfterwards),
      fate(0.1, lostAnswer),
      fate(0.1, { kind: 'reset', isDone: true }),
      fate(0.1, unreachable),
    ]
    h.platform.useFaults(seedFaults(createSeededRandom(seed), plan))
    const said: [string, string][] = [
      [h.general, `${h.mention} hello`],
      [thread, `${h.mention} /focus worker`],
      [thread, 'how deep?'],
      [thread, '/unfocus'],
      [h.general, `${h.mention} and you?`],
      [h.general, `${h.mention} /status`],
    ]
    for (const [place, text] of said) {
      h.platform.say(ann.user.id, place, text)
      await h.pass(3_000)
      await h.crash()
    }
    for (let i = 0; i < 10; i++) await h.pass(untilSettledMs)
    const items = await outboxOf(h)
    const names = items.map(({ kind, cause, place, part }) =>
      JSON.stringify([kind, cause, place && placeName(place), part]),
    )
    assert.equal(new Set(names).size, names.length)
    assert.deepEqual(new Set(items.map(({ state }) => state)), new Set(['sent']))
    const ours = h.platform.visible().filter(({ author }) => author.id === h.botId)
    assert.ok(ours.length >= 7, `${ours.length} were said`)
    const sent = items.filter(({ kind }) => kind === 'message').map(({ platformId }) => platformId)
    assert.deepEqual(new Set(sent), new Set(ours.map(({ id }) => id)))
    assert.equal(sent.length, ours.length)
    assert.deepEqual(h.platform.truth.early(), [])
  })
}

/** A channel in which Kim asks, and is answered how often they have asked. */
async function openAnswering() {
  const h = await openHearingHouse()
  const { actor, user } = await h.member('kim')
  h.model.respond(({ messages }) => [`About ${messages.filter(({ role }) => role === 'user').length}.`])
  return {
    h,
    actor,
    ask: (text: string) => void h.platform.say(user.id, h.general, `${h.mention} ${text}`),
    /** From here on, in the channel. */
    send: (fault: Fault, times = 1) =>
      h.platform.useFaults(scriptFaults([{ on: 'send', in: h.general, times, fault }])),
    answers: () => h.read(h.general).filter((line) => line.startsWith('Heddle: ')),
    /** The newest answer in the outbox. */
    async newest() {
      const found = (await outboxOf(h)).find(({ cause }) => cause.startsWith('turn:'))
      assert.ok(found)
      return found
    },
    troubles: () =>
      h.store.read(async (r) => {
        const { items } = await h.routing.outbox.list(r, actor, { state: 'trouble' }, { limit: 9 })
        return items.filter(({ cause }) => cause.startsWith('turn:'))
      }),
  }
}

test('[DLV4] [I30] told to wait, it waits as long and no less, over a crash too', async () => {
  const { h, ask, send, answers, newest } = await openAnswering()
  await using _ = h
  send(tooMany(90_000))
  ask('one')
  await h.pass(2_000)
  const waiting = await newest()
  assert.deepEqual([waiting.state, waiting.reason], ['waiting', 'rate_limited'])
  assert.ok(waiting.nextAt !== null && waiting.nextAt >= h.clock.wall() + 80_000)
  await h.crash()
  await h.pass(80_000)
  assert.deepEqual(answers(), [])
  await h.pass(20_000)
  assert.deepEqual([(await newest()).state, answers()], ['sent', ['Heddle: About 1.']])
  assert.deepEqual(h.platform.truth.early(), [])
})

test('[DLV4] what stays unknown is seen as that, is not sent again by itself, and can be dismissed', async () => {
  const { h, actor, ask, answers, newest, troubles } = await openAnswering()
  await using _ = h
  // It is there, its answer was lost, and what stands there cannot be read.
  h.platform.useFaults(({ kind, conversationId }) => {
    if (conversationId !== h.general) return undefined
    return kind === 'send' ? lostAnswer : kind === 'history' ? broken : undefined
  })
  ask('one')
  await h.pass(2 * limits.deliveryReconcileMs)
  await h.crash()
  await h.pass(untilSettledMs)
  const [unknown, ...more] = await troubles()
  assert.deepEqual([unknown?.state, unknown?.mayResend, unknown?.mayDismiss], ['unknown', true, true])
  assert.deepEqual(more, [])
  assert.deepEqual(answers(), ['Heddle: About 1.'])
  await h.store.tx((t) => h.routing.outbox.dismiss(t, actor, unknown?.id ?? ''))
  assert.deepEqual([(await newest()).state, await troubles()], ['withdrawn', []])
})

test('[DLV4] what was refused, or failed for a day, is seen as that; somebody’s resend shows it once, whatever fails then', async () => {
  const { h, actor, ask, send, answers, newest, troubles } = await openAnswering()
  await using _ = h
  send({ kind: 'status', status: 400, isDone: false })
  ask('one')
  await h.pass(3_000)
  assert.equal((await newest()).state, 'rejected')
  const resend = async () => {
    const [stuck] = await troubles()
    await h.store.tx((t) => h.routing.outbox.resend(t, actor, stuck?.id ?? ''))
    await h.pass(2_000)
    await h.crash()
    await h.pass(untilSettledMs)
  }
  send(unreachable)
  await resend()
  assert.deepEqual([(await newest()).state, answers()], ['sent', ['Heddle: About 1.']])
  send(unreachable, Number.POSITIVE_INFINITY)
  ask('two')
  await h.pass(2_000)
  h.clock.advance(limits.deliveryOldMs)
  await h.pass(untilSettledMs)
  assert.equal((await newest()).state, 'gave_up')
  send(lostAnswer)
  await resend()
  const said = answers().filter((line) => line.includes('About 2.'))
  assert.deepEqual([(await newest()).state, said.length], ['sent', 1])
})

test('[DLV6] nobody but who is meant is called, by what is sent again as little as by the first try', async () => {
  await using h = await openHearingHouse()
  const kim = await h.member('kim')
  const vera = h.guest('Vera')
  h.model.respond(() => [`@kim, @everyone and @here: ask <@${vera.id}>, or <@${h.botId}>.`])
  for (const fault of [lostRequest, tooMany(3_000), broken, lostAnswer]) {
    const before = h.platform.read(h.general).length
    h.platform.useFaults(scriptFaults([{ on: 'send', fault }]))
    h.platform.say(vera.id, h.general, `${h.mention} whom?`)
    await h.pass(2_000)
    await h.crash()
    await h.pass(untilSettledMs)
    const said = h.platform.read(h.general).slice(before + 1)
    assert.deepEqual(
      said.map(({ called }) => called),
      [[kim.user.id]],
    )
    assert.ok(said[0]?.text.includes(`<@${kim.user.id}>`))
  }
})

test('[DLV7] what was sent under another name is on record with its id and link, though its answer never came', async () => {
  await using scene = await openFocusScene()
  const { h, ann, worker, thread, say } = scene
  await say(ann, thread, `${h.mention} /focus worker`)
  const [bound] = await boundIn(h, thread)
  assert.ok(bound)
  h.platform.useFaults(scriptFaults([{ on: 'send', in: thread, fault: lostAnswer }]))
  h.platform.say(ann.user.id, thread, 'how deep?')
  await h.pass(3_000)
  const heardAt = (await boundIn(h, thread))[0]?.lastActivityAt ?? 0
  const there = h.platform.read(thread).at(-1)
  assert.deepEqual([there?.author.name, there?.author.isPersona], ['Main · worker', true])
  assert.equal((await outboxOf(h)).filter(({ platformId }) => platformId === there?.id).length, 0)
  await h.crash()
  await h.pass(untilSettledMs)
  const place = { channel: 'loopback', accountId: 'main', conversationId: thread }
  const record = await h.store.read((r) => h.deliveries.findByPlatformId(r, place, there?.id ?? ''))
  assert.deepEqual(
    [record?.state, record?.sessionId, record?.link, record?.place?.conversationId],
    ['sent', worker, `loopback://${thread}/${there?.id}`, thread],
  )
  assert.equal(await h.store.read((r) => h.deliveries.isOwn(r, place, there?.id ?? '')), true)
  assert.ok(
    ((await boundIn(h, thread))[0]?.lastActivityAt ?? 0) > heardAt,
    'it counts as something that happened there',
  )
})

test('[DLV8] a token that is changed while an answer is under way is used by the next call, without a start', async () => {
  const { h, ask, send, answers } = await openAnswering()
  await using _ = h
  h.useToken('loopback-token')
  send(lostAnswer)
  ask('one')
  await h.pass(3_000)
  h.platform.changeToken(h.botId, 'another-token')
  await h.pass(untilSettledMs)
  const [unsure] = await outboxOf(h)
  assert.equal(unsure?.state, 'unknown', 'with the old one nothing can be read back')
  ask('two')
  h.useToken('another-token')
  await h.pass(2 * untilSettledMs)
  assert.deepEqual(answers(), ['Heddle: About 1.', 'Heddle: About 2.'])
  assert.deepEqual(
    (await outboxOf(h)).map(({ state }) => state),
    ['sent', 'sent'],
  )
})

test('[DLV2] parts arrive in order and stand together though each is lost, refused or late, and a conversation in trouble holds up no other', async () => {
  await using h = await openHearingHouse()
  const { user } = await h.member('kim')
  const long = Array.from({ length: 90 }, (_, i) => `Line ${i}: ${'warp and weft '.repeat(5)}`).join('\n')
  const thread = h.platform.startThread(h.platform.say(user.id, h.general, 'aside').id, 'aside')
  h.model.respond(({ messages }) => [
    JSON.stringify(messages.at(-1)).includes('at length') ? `${long}\nThe end.` : 'Short.',
  ])
  h.platform.useFaults(
    scriptFaults([
      { on: 'send', in: h.general, fault: tooMany(4_000) },
      { on: 'send', in: h.general, fault: lostAnswer },
      { on: 'send', in: h.general, after: 1, fault: broken },
      { on: 'send', in: h.general, after: 1, fault: lostRequest },
    ]),
  )
  h.platform.say(user.id, h.general, `${h.mention} tell me at length`)
  await h.pass(1_000)
  h.platform.say(user.id, h.general, `${h.mention} and in short`)
  h.platform.say(user.id, thread, `${h.mention} and here?`)
  await h.pass(2_000)
  assert.equal(h.read(thread).at(-1), 'Heddle: Short.', 'nobody waits for another conversation')
  assert.equal(h.read(h.general).filter((line) => line.startsWith('Heddle: ')).length, 0)
  for (let i = 0; i < 6; i++) {
    await h.crash()
    await h.pass(untilSettledMs)
  }
  const said = h.platform.read(h.general).filter(({ author }) => author.id === h.botId)
  const parts = said.slice(0, -1).map(({ text }) => text)
  assert.ok(parts.length > 2, `${parts.length} parts`)
  assert.equal(said.at(-1)?.text, 'Short.', 'the next answer comes after the last part')
  const lines = parts.join('\n').match(/Line \d+(?=:)/g) ?? []
  assert.deepEqual(
    lines,
    Array.from({ length: 90 }, (_, i) => `Line ${i}`),
  )
  assert.match(parts.at(-1) ?? '', /The end\.$/)
  assert.deepEqual(h.platform.truth.beside(), [], 'one request at a time in a conversation')
  assert.equal(h.platform.copies().size, 0)
})
