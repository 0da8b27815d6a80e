import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'
import { textOf } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { held, spawn, spawning, withRules } from '../../../test-support/spawning-sessions.ts'
import type { PersonActor } from '../../people/people.ts'

async function looking() {
  const scene = await spawning(withRules({ maxSpawnDepth: 2 }))
  const { world, ann, id } = scene
  const agents = (actor: PersonActor = ann, sessionId: string = id) => {
    const conversation = { channel: 'web', accountId: actor.personId, conversationId: sessionId }
    return world.store.tx((t) => world.routing.runCommand(t, actor, { conversation, sessionId }, '/agents'))
  }
  return { scene, world, ann, id, agents }
}

test('[CMD4] the active sub-agents of this session come first, at any depth, then the other sessions one may see', async () => {
  const { scene, world, ann, agents } = await looking()
  await using _ = scene
  assert.equal((await agents()).text, 'No sub-agent of this session is active.')
  scene.play('root', [
    spawn('boss', { label: 'boss' }),
    spawn('quick'),
    spawn('stays', { label: 'stays', mode: 'session' }),
  ])
  scene.play('boss', [spawn('worker', { label: 'worker' })])
  scene.play('worker', held().answer)
  await scene.say('go')
  await scene.pass()
  const other = await world.chat(ann, { title: 'Elsewhere' })
  world.clock.advance(90_000)
  const { text, data } = await agents()
  const lines = text.split('\n')
  assert.equal(lines[0], 'Sub-agents of this session:')
  assert.match(lines[1] ?? '', /^- worker · main · running · 1m\d+s · unbound$/)
  assert.match(lines[2] ?? '', /^- boss · main · waits for its sub-agents · 1m\d+s · unbound$/)
  assert.match(lines[3] ?? '', /^- stays · main · completed successfully, session idle · \d+s · unbound$/)
  assert.equal(lines[4], 'Other sessions:')
  assert.equal(lines[5], `- Elsewhere (${other}) · main · idle · 1m30s · unbound`)
  assert.equal(lines.length, 6, 'what has ended is not active')
  const worker = await scene.run('worker')
  assert.deepEqual(JSON.parse(JSON.stringify(data?.['subagents'] ?? []))[0], {
    runId: worker.id,
    sessionId: worker.sessionId,
    label: 'worker',
    state: 'running',
    binding: 'unbound',
  })
})

test('[CMD4] [CMD10] asked of a sub-agent, it is named first itself, with where it can be spoken to', async () => {
  const { scene, world, ann, id } = await looking()
  await using _ = scene
  scene.play('root', [spawn('dig', { label: 'digger' })])
  scene.play('dig', held().answer)
  await scene.say('go')
  await scene.pass()
  const chat = {
    conversation: { channel: 'web', accountId: ann.personId, conversationId: id },
    sessionId: id,
  }
  const run = (text: string) => world.store.tx((t) => world.routing.runCommand(t, ann, chat, text))
  await run('/focus digger')
  const { sessionId } = await scene.run('dig')
  const { text } = await world.store.tx((t) =>
    world.routing.runCommand(t, ann, { ...chat, sessionId }, '/agents'),
  )
  const lines = text.split('\n')
  assert.match(lines[0] ?? '', /^This one: digger · main · running · \S+ · \S+$/)
  assert.doesNotMatch(lines[0] ?? '', /unbound/)
  assert.equal(lines[1], 'No sub-agent of this session is active.')
})

test('[CMD4] active sub-agents of other sessions are listed with where they can be spoken to, then those sessions', async () => {
  const { scene, world, ann, id, agents } = await looking()
  await using _ = scene
  scene.play('root', [
    spawn('dig', { label: 'digger' }),
    spawn('quick', { label: 'quick' }),
    spawn('stays', { label: 'stays', mode: 'session', thread: true }),
  ])
  scene.play('dig', held().answer)
  await scene.say('go')
  await scene.pass()
  const other = await world.chat(ann, { title: 'Elsewhere' })
  const [digger, stays] = [await scene.run('dig'), await scene.run('stays')]
  const { text, data } = await agents(ann, other)
  const lines = text.split('\n')
  assert.deepEqual(lines.slice(0, 2), [
    'No sub-agent of this session is active.',
    'Sub-agents of other sessions:',
  ])
  assert.match(
    lines[2] ?? '',
    new RegExp(`^- digger \\(${digger.sessionId}\\) · main · running · \\S+ · unbound$`),
  )
  const idle = `^- stays \\(${stays.sessionId}\\) · main · .*idle · \\S+ · thread:${stays.sessionId}$`
  assert.match(lines[3] ?? '', new RegExp(idle))
  assert.equal(lines[4], 'Other sessions:')
  assert.match(lines[5] ?? '', new RegExp(id))
  assert.equal(lines.length, 6, 'what has ended is not active')
  const elsewhere = JSON.stringify(data?.['elsewhere'] ?? [])
  assert.deepEqual(
    JSON.parse(elsewhere).map(({ runId }: { runId: string }) => runId),
    [digger.id, stays.id],
  )
  // From the page of one, its siblings are elsewhere, and it is not.
  const fromBelow = (await agents(ann, digger.sessionId)).text
  assert.match(fromBelow, /^- stays /m)
  assert.doesNotMatch(fromBelow, /^- digger /m)
  const { actor: lou } = await world.signedIn('lou', 'owner')
  assert.doesNotMatch((await agents(lou, await world.chat(lou))).text, /digger|stays/)
})

test('[CMD4] [SES7] nobody is told of what they may not see, and a timeline not of what its readers may not', async () => {
  const { scene, world, ann, id, agents } = await looking()
  await using _ = scene
  const lou = (await world.signedIn('lou', 'owner')).actor
  const team = await world.chat(ann, { visibility: 'team', title: 'For all' })
  await world.chat(ann, { title: 'Only mine' })
  const seenByLou = (await agents(lou, team)).text
  assert.doesNotMatch(seenByLou, /Only mine/)
  assert.doesNotMatch(seenByLou, new RegExp(id))
  const said = await world.say(ann, team, '/agents', { clientMessageId: 'a' })
  assert.match(said.command?.text ?? '', /Only mine/)
  assert.doesNotMatch(textOf((await world.timeline(team)).at(-1)), /Only mine/)
  const again = await world.say(ann, team, '/agents', { clientMessageId: 'a' })
  assert.doesNotMatch(JSON.stringify(again.command), /Only mine|sessions/)
  await assert.rejects(() => agents(lou), refusedWith('not_found'))
})

test('[CMD4] [SES7] in a place that others read no private session is named, and directly it is', async () => {
  await using h = await openHearingHouse()
  const kim = await h.member('kim')
  const own = await h.chat(kim.actor, { title: 'Only mine' })
  const team = await h.chat(kim.actor, { visibility: 'team', title: 'For all' })
  for (const [sessionId, label] of [
    [own, 'my digger'],
    [team, 'our digger'],
  ] as const) {
    const conversation = { channel: 'web', accountId: kim.actor.personId, conversationId: sessionId }
    const input = { task: 'Dig.', label, mode: 'session' } as const
    await h.store.tx((t) => h.routing.spawn(t, kim.actor, { conversation, sessionId }, input))
  }
  h.platform.say(kim.user.id, h.general, `${h.mention} /agents`)
  await h.settle()
  const shown = h.read(h.general).at(-1)!
  assert.match(shown, /our digger[\s\S]*For all/)
  assert.doesNotMatch(shown, /Only mine|my digger/)
  assert.match(shown, /Private sessions are listed in a direct message/)
  const dm = h.dmWith(kim.user.id)
  h.platform.say(kim.user.id, dm, '/agents')
  await h.settle()
  assert.match(h.read(dm).at(-1)!, /my digger[\s\S]*Only mine/)
})
