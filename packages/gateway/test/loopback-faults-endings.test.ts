// How bindings end, last and are kept in use on a platform that fails: what ends one ends it at once, whoever can be told, and
// nothing else does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { type FocusScene, openFocusScene } from '../test-support/focus-scene.ts'
import {
  bindingsAt,
  boundIn,
  broken,
  lostAnswer,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'

const farewellsIn = ({ told }: FocusScene, place: string) =>
  told(place).filter((line) => line.includes('No longer bound'))

const utter = ({ h, ann }: FocusScene, place: string, text: string) =>
  void h.platform.say(ann.user.id, place, text)

const hourMs = 3_600_000

/** What ends the binding of a thread, and what is said about it there once somebody can be told. */
const ends: Record<string, { end(scene: FocusScene): void; ms?: number; farewells: number; ttl?: string }> = {
  unfocus: { end: (scene) => utter(scene, scene.thread, '/unfocus'), farewells: 1 },
  kill: {
    end: (scene) => utter(scene, scene.h.general, `${scene.h.mention} /subagents kill worker`),
    farewells: 1,
  },
  idle: { end: () => {}, ttl: 'ttl', ms: 15_000, farewells: 1 },
  max_age: { end: () => {}, ttl: 'max-age', ms: 15_000, farewells: 1 },
  place_deleted: {
    end: ({ h, ann, thread }) => h.platform.deleteConversation(thread, ann.user.id),
    farewells: 0,
  },
  place_archived: { end: ({ h, ann, thread }) => h.platform.archive(thread, ann.user.id), farewells: 1 },
}

for (const [why, { end, ms = 2_000, farewells, ttl }] of Object.entries(ends)) {
  test(`[BND6] ${why} ends it at once while nobody can be told, over a crash too, and is told once when somebody can`, async () => {
    await using scene = await openFocusScene()
    const { h, thread, worker } = scene
    await scene.say(scene.ann, thread, `${h.mention} /focus worker`)
    if (ttl !== undefined) await scene.say(scene.ann, thread, `/session ${ttl} 10s`)
    h.platform.useFaults(({ kind }) =>
      kind === 'send' || kind === 'history' || kind === 'thread.close' ? unreachable : undefined,
    )
    end(scene)
    await h.pass(ms)
    assert.deepEqual(await boundIn(h, thread), [], 'from the commit on')
    const heard = await h.saidIn(worker)
    await h.crash()
    if (why !== 'place_deleted') utter(scene, thread, 'is anybody there?')
    await h.pass(3_000)
    h.platform.useFaults(scriptFaults([{ on: 'send', in: thread, fault: lostAnswer }]))
    await h.crash()
    await h.pass(2 * untilSettledMs)
    assert.deepEqual(
      (await bindingsAt(h, thread)).map(({ status, endReason }) => [status, endReason]),
      [['ended', why]],
    )
    assert.deepEqual(await h.saidIn(worker), heard)
    if (why === 'place_deleted') return
    assert.equal(farewellsIn(scene, thread).length, farewells)
    const { isArchived } = scene.threads().find(({ id }) => id === thread) ?? {}
    assert.equal(isArchived, why === 'place_archived', 'what was only taken is left as it was')
  })
}

test('[BND6] that a place is in trouble, cannot be read or asks for patience ends nothing, and no request is made for an idle one', async () => {
  await using scene = await openFocusScene()
  const { h, thread, worker, ann } = scene
  await scene.say(ann, thread, `${h.mention} /focus worker`)
  for (const fault of [broken, unreachable, tooMany(60_000)]) {
    h.platform.useFaults(({ kind, conversationId }) =>
      kind === 'history' || (kind === 'send' && conversationId === thread) ? fault : undefined,
    )
    utter(scene, thread, 'how deep?')
    await h.pass(30_000)
    await h.crash()
    assert.equal((await boundIn(h, thread))[0]?.status, 'active')
  }
  h.platform.useFaults(() => undefined)
  for (let i = 0; i < 4; i++) await h.pass(untilSettledMs)
  assert.equal((await h.saidIn(worker)).filter((line) => line === 'ann: how deep?').length, 3)
  const before = h.platform.truth.requests.length
  const asked = () =>
    h.platform.truth.requests.slice(before).filter(({ conversationId }) => conversationId === thread)
  for (let i = 0; i < 12; i++) {
    h.clock.advance(hourMs)
    await h.breathe()
  }
  assert.deepEqual(asked(), [])
  assert.equal((await boundIn(h, thread))[0]?.status, 'active')
})

test('[BND8] a binding holds at once after a restart and after a crash, also while the platform is down, and an ended one is kept for 90 days', async () => {
  await using scene = await openFocusScene()
  const { h, thread, worker, ann } = scene
  await scene.say(ann, thread, `${h.mention} /focus worker`)
  const [before] = await boundIn(h, thread)
  const heard = (await h.saidIn(worker)).length
  h.platform.useFaults(({ kind }) => (kind === 'send' ? unreachable : undefined))
  await h.crash()
  utter(scene, thread, 'after a crash')
  await h.pass(1_000)
  await h.restart()
  utter(scene, thread, 'after a restart')
  await h.pass(1_000)
  assert.deepEqual((await h.saidIn(worker)).slice(heard), ['ann: after a crash', 'ann: after a restart'])
  h.platform.useFaults(() => undefined)
  await h.pass(untilSettledMs)
  const [after, ...more] = await boundIn(h, thread)
  assert.deepEqual([after?.id, after?.boundAt, more], [before?.id, before?.boundAt, []])
  utter(scene, thread, '/unfocus')
  await h.pass(3_000)
  await h.crash()
  const forget = () => h.store.tx((t) => h.routing.bindings.forgetOld(t))
  h.clock.advance(limits.bindingsKeptMs - hourMs)
  await forget()
  assert.equal((await bindingsAt(h, thread)).length, 1)
  h.clock.advance(2 * hourMs)
  await forget()
  assert.deepEqual(await bindingsAt(h, thread), [])
})

test('[BND12] it is kept in use by what people say there and by what its session got through, and by nothing that was only tried', async () => {
  await using scene = await openFocusScene()
  const { h, thread, ann } = scene
  await scene.say(ann, thread, `${h.mention} /focus worker`)
  const usedAt = async () => (await boundIn(h, thread))[0]?.lastActivityAt ?? 0
  const intro = h.platform.read(thread).find(({ buttons }) => buttons.length > 0)
  const program = h.platform.addUser('Builds', { isBot: true })
  await h.pass(60_000)
  const first = await usedAt()
  // A command, its answer, an edit, and what another program says.
  utter(scene, thread, '/status')
  h.platform.say(program.id, thread, 'Build 7 is green.')
  const said = h.platform.read(thread).find(({ author }) => author.id === ann.user.id)
  assert.ok(intro && said)
  h.platform.edit(said.id, 'never mind')
  await h.pass(30_000)
  assert.equal(await usedAt(), first)
  // What people say counts when it is heard; what its session says once it is there, and not for each try.
  h.platform.useFaults(scriptFaults([{ on: 'send', in: thread, times: 3, fault: unreachable }]))
  utter(scene, thread, 'how deep?')
  await h.pass(1_000)
  const heardAt = await usedAt()
  assert.ok(heardAt > first)
  await h.crash()
  assert.equal(await usedAt(), heardAt, 'tried, and not there')
  await h.pass(30_000)
  assert.equal(scene.told(thread).at(-1), 'Main · worker: The worker answers.')
  assert.ok((await usedAt()) > heardAt)
})
