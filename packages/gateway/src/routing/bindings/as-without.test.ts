import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { type FocusScene, openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'

/** A day in the channel, in a thread of people and in direct messages, on a platform with troubles. */
async function liveThrough({ h, ann, thread, say }: FocusScene): Promise<void> {
  const pass = async () => {
    for (let i = 0; i < 4; i++) {
      h.clock.advance(limits.deliverySettleMs)
      await h.settle()
    }
  }
  const trouble = { kind: 'rate_limited', retryAfterMs: 2_000, scope: 'conversation' } as const
  h.platform.useFaults(scriptFaults([{ on: 'send', times: 2, fault: trouble }]))
  const dm = h.dmWith(ann.user.id)
  for (const [place, text] of [
    [thread, 'nobody is meant'],
    [thread, `${h.mention} what now?`],
    [h.general, `${h.mention} and here?`],
    [h.general, `${h.mention} /subagents list`],
    [h.general, `${h.mention} /subagents spawn main look around`],
    [thread, `${h.mention} /status`],
    [dm, 'and only us?'],
    [dm, '/whoami'],
  ] as const) {
    await say(ann, place, text)
    await pass()
  }
}

const plain = (text: string) =>
  text.replaceAll(/\b(run|ses|bnd|evt|trn|per|dlv|msg)_\w+|\d+[smh]\b|[0-9a-f]{8}-[0-9a-f-]+/g, '…')

/** What models are told: their instructions, the tools that they have, and all that was said; ids and times left out. */
function askedOf({ h }: FocusScene) {
  return h.model.requests.map(({ system, tools, messages }) =>
    plain(JSON.stringify([system, tools, messages])),
  )
}

/** What stands on all timelines, but for that it was bound once: that was before. */
async function writtenIn({ h, worker }: FocusScene) {
  const { items } = await h.store.read((r) => h.sessions.list(r, h.operator, {}, { limit: 50 }))
  const written: string[] = []
  for (const id of new Set([worker, ...items.map((session) => session.id)])) {
    const rows = (await h.timeline(id)).filter(({ kind }) => kind !== 'binding.made')
    const lines = rows.map(({ kind, actor, payload }) => `${kind} ${actor.name} ${JSON.stringify(payload)}`)
    written.push(plain(lines.join('\n')))
  }
  return written.toSorted()
}

/** All that can be seen from the outside, ids and times left out. */
async function seenFrom({ h, ann, thread, told, threads }: FocusScene) {
  const { items } = await h.store.read((r) =>
    h.deliveries.list(r, { state: 'all', seenBy: { kind: 'all' } }, { limit: 100 }),
  )
  return {
    thread: told(thread).map(plain),
    channel: told(h.general).map(plain),
    direct: told(h.dmWith(ann.user.id)).map(plain),
    threads: threads().map(({ name, isArchived }) => [name, isArchived]),
    outbox: items.map(({ kind, state, text }) => `${kind} ${state} ${plain(text)}`).toSorted(),
  }
}

test('[BND11] with bindings off a channel is as one in which nothing was ever bound, in all that is heard, said and kept', async () => {
  await using without = await openFocusScene()
  await liveThrough(without)
  await using off = await openFocusScene()
  const { h, ann, thread, worker } = off
  // From before it was switched off, with nothing said about it outside.
  const quiet = { channel: 'loopback', accountId: 'main', conversationId: thread }
  h.placeRules.layers['loopback'] = { enabled: false }
  await h.store.tx((t) =>
    h.routing.bindings.bind(t, {
      conversation: { ...quiet, parentConversationId: h.general },
      placeKind: 'thread',
      sessionId: worker,
      boundBy: { id: ann.actor.personId, name: 'ann' },
      label: 'worker',
      isOpened: true,
    }),
  )
  await liveThrough(off)
  assert.deepEqual(await seenFrom(off), await seenFrom(without))
})

test('[BND11] nor do models and timelines know of what is bound: the same instructions, tools, words and rows', async () => {
  const play = async (isBound: boolean) => {
    const scene = await openFocusScene()
    const { h, ann, thread, worker } = scene
    const chat = await h.chat(ann.actor, { visibility: 'team', title: 'Looms' })
    if (isBound) {
      h.placeRules.layers['loopback'] = { enabled: false }
      await h.store.tx((t) =>
        h.routing.bindings.bind(t, {
          conversation: {
            channel: 'loopback',
            accountId: 'main',
            conversationId: thread,
            parentConversationId: h.general,
          },
          placeKind: 'thread',
          sessionId: chat,
          boundBy: { id: ann.actor.personId, name: 'ann' },
          label: null,
          isOpened: false,
        }),
      )
    }
    await liveThrough(scene)
    // The one that is bound speaks as well, and so does a sub-agent.
    for (const id of [chat, worker]) await h.say(ann.actor, id, 'how does it stand?')
    await h.settle()
    return scene
  }
  await using off = await play(true)
  await using without = await play(false)
  assert.ok(askedOf(off).length > 6)
  assert.deepEqual(askedOf(off), askedOf(without))
  assert.deepEqual(await writtenIn(off), await writtenIn(without))
})

test('[BND10] [BND11] where sub-agents get no threads, one that is asked for is refused, and all else is as if nobody had', async () => {
  const play = async (thread: boolean) => {
    const scene = await openFocusScene()
    const { h } = scene
    h.placeRules.layers['loopback'] = { spawnSubagentSessions: false }
    const first = thread ? [[spawn('weave', { thread: true })]] : []
    const answers = [...first, ['Nothing was begun.']]
    h.model.respond(({ system }) =>
      /"task":/.test(system) ? ['The worker answers.'] : (answers.shift() ?? ['Main answers.']),
    )
    await scene.say(scene.ann, h.general, `${h.mention} give it to somebody`)
    await liveThrough(scene)
    return scene
  }
  await using asked = await play(true)
  await using never = await play(false)
  const result = (await asked.h.timeline(asked.root)).find(({ kind }) => kind === 'tool.result')
  assert.match(String(result?.payload['output']), /channels\.loopback\.threadBindings\.spawnSubagentSessions/)
  assert.deepEqual(await seenFrom(asked), await seenFrom(never))
})

test('[BND6] [BND11] what ends a binding ends it while bindings are off too: switched on again, nothing killed or deleted is revived', async () => {
  for (const how of ['kill', 'delete'] as const) {
    await using scene = await openFocusScene()
    const { h, ann, worker, say } = scene
    await say(ann, h.general, `${h.mention} /focus worker`)
    const { id } = openedThread(scene)
    const before = scene.told(id)
    h.placeRules.layers['loopback'] = { enabled: false }
    if (how === 'kill') await say(ann, h.general, `${h.mention} /subagents kill worker`)
    else await h.store.tx((t) => h.routing.placeGone(t, placeOf(h, id), 'deleted'))
    await h.settle()
    assert.deepEqual(scene.told(id), before, 'no notice is posted')
    h.placeRules.layers['loopback'] = {}
    const { items } = await h.store.read((r) =>
      h.routing.bindings.list(r, h.operator, { status: 'all' }, { limit: 5 }),
    )
    const why = how === 'kill' ? 'kill' : 'place_deleted'
    assert.deepEqual(
      items.map(({ status, endReason }) => [status, endReason]),
      [['ended', why]],
    )
    const heard = await h.saidIn(worker)
    await say(ann, id, 'Are you there?')
    assert.deepEqual(await h.saidIn(worker), heard)
    assert.equal((await h.store.read((r) => h.sessions.see(r, h.operator, worker))).successorId, null)
  }
})

function placeOf({ general }: FocusScene['h'], conversationId: string) {
  return { channel: 'loopback', accountId: 'main', conversationId, parentConversationId: general }
}
