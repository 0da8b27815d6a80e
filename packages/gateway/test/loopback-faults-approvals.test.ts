// Approvals on a platform that fails: what waits for somebody's word is shown once wherever its session is spoken to, and each
// copy says who gave it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptFaults } from '@heddle/emulators/loopback/faults'
import { askAll } from '../test-support/asking-sessions.ts'
import { openHearingHouse } from '../test-support/hearing-house.ts'
import {
  broken,
  brokenAfterwards,
  lostAnswer,
  tooMany,
  unreachable,
  untilSettledMs,
} from '../test-support/platform-troubles.ts'
import { toolCall } from '../test-support/scripted-model.ts'
import { toolsOf } from '../test-support/tools-of.ts'

/** A chat of Kim's for the team, whose agent calls what is asked for, and a way to speak to it in a new thread. */
async function openScene() {
  const made: string[] = []
  const tools = toolsOf({
    judge: ({ name }) => askAll(name),
    run: async ({ name }) => {
      made.push(name)
      return { output: 'done', isError: false }
    },
  })
  const h = await openHearingHouse({ tools })
  const kim = await h.member('kim')
  const sessionId = await h.chat(kim.actor, { visibility: 'team' })
  const focusInThread = async (name: string) => {
    const anchor = h.platform.say(kim.user.id, h.general, name)
    const thread = h.platform.startThread(anchor.id, name)
    h.platform.say(kim.user.id, thread, `${h.mention} /focus ${sessionId}`)
    await h.pass(2_000)
    return thread
  }
  const ask = async () => {
    h.model.script(toolCall('send'), 'It is sent.')
    await h.say(kim.actor, sessionId, 'send it')
    await h.pass(2_000)
  }
  const copiesIn = (thread: string) => h.platform.read(thread).filter(({ text }) => text.includes('**send**'))
  return { h, kim, made, sessionId, focusInThread, ask, copiesIn, [Symbol.asyncDispose]: () => h.close() }
}

test('[AGT6] what waits is shown in every place of its session, also in one that is bound afterwards, and all copies say who decided', async () => {
  await using scene = await openScene()
  const { h, made, focusInThread, ask, copiesIn } = scene
  const [one, two] = [await focusInThread('one'), await focusInThread('two')]
  h.platform.useFaults(
    scriptFaults([
      { on: 'send', in: one, fault: lostAnswer },
      { on: 'send', in: two, fault: tooMany(5_000) },
    ]),
  )
  await ask()
  await h.crash()
  await h.pass(untilSettledMs)
  const three = await focusInThread('three')
  await h.pass(untilSettledMs)
  for (const thread of [one, two, three]) {
    const [copy, ...more] = copiesIn(thread)
    assert.deepEqual([copy?.buttons.length ?? 0, more.length], [3, 0], h.read(thread).join('\n'))
  }
  const lines = h.read(three)
  const introAt = lines.findIndex((line) => line.includes('What is written here goes straight to it'))
  assert.ok(
    introAt >= 0 && introAt < lines.findIndex((line) => line.includes('**send**')),
    'it is introduced first',
  )
  const lou = await h.member('lou')
  const [pressed] = copiesIn(three)
  const once = pressed?.buttons.find(({ token }) => token.endsWith(':once'))
  assert.ok(pressed && once)
  h.platform.useFaults(
    scriptFaults([
      { on: 'edit', in: one, times: 2, fault: broken },
      { on: 'edit', in: two, fault: unreachable },
      { on: 'edit', in: three, fault: brokenAfterwards },
    ]),
  )
  h.platform.press(lou.user.id, pressed.id, once.token)
  await h.pass(2_000)
  await h.crash()
  await h.pass(untilSettledMs)
  assert.deepEqual(made, ['send'])
  for (const thread of [one, two, three]) {
    const [copy, ...more] = copiesIn(thread)
    assert.match(copy?.text ?? '', /lou/)
    assert.deepEqual([copy?.buttons, more], [[], []])
  }
})

test('[AGT6] a place that is bound after the word was given is not asked any more', async () => {
  await using scene = await openScene()
  const { h, kim, focusInThread, ask, copiesIn } = scene
  await ask()
  const { items } = await h.store.read((r) =>
    h.sessions.listApprovals(r, kim.actor, { state: 'pending' }, { limit: 1 }),
  )
  const id = items[0]?.id ?? ''
  await h.store.tx((t) => h.sessions.decideApproval(t, kim.actor, id, { decision: 'once' }))
  const thread = await focusInThread('late')
  await h.pass(2_000)
  assert.deepEqual(copiesIn(thread), [])
  // Nor is one asked twice that is bound again.
  await ask()
  assert.equal(copiesIn(thread).length, 1)
  h.platform.say(kim.user.id, thread, '/unfocus')
  await h.pass(2_000)
  h.platform.say(kim.user.id, thread, `${h.mention} /focus ${scene.sessionId}`)
  await h.pass(untilSettledMs)
  assert.equal(copiesIn(thread).length, 1)
})

test('[CNV5] [AGT6] once its session is private, a place that others read keeps no card and is shown no other', async () => {
  await using scene = await openScene()
  const { h, kim, sessionId, made } = scene
  const thread = await scene.focusInThread('Aside')
  let steps = 0
  h.model.respond(() => [steps++ < 2 ? toolCall('send') : 'It is sent.'])
  h.platform.say(kim.user.id, thread, 'send it')
  await h.pass(2_000)
  assert.equal(scene.copiesIn(thread).length, 1)
  await h.store.tx((t) => h.sessions.change(t, kim.actor, sessionId, { visibility: 'private' }))
  await h.pass(2_000)
  for (const count of [1, 2]) {
    const { items } = await h.store.read((r) =>
      h.sessions.listApprovals(r, kim.actor, { session: sessionId, state: 'pending' }, { limit: 1 }),
    )
    assert.ok(items[0])
    const { id } = items[0]
    await h.store.tx((t) => h.sessions.decideApproval(t, kim.actor, id, { decision: 'once' }))
    await h.pass(2_000)
    assert.equal(made.length, count)
    assert.deepEqual(scene.copiesIn(thread), [])
  }
})
