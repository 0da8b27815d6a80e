import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { pingsIn } from '@heddle/emulators/discord/look-at-discord'
import { type Play, play } from '../../../test-support/discord-scenes.ts'
import {
  type DiscordHouse,
  type MemberThere,
  openDiscordHouse,
} from '../../../test-support/open-discord-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { askedFor } from '../../../test-support/spawning-sessions.ts'

interface Asking extends AsyncDisposable {
  h: DiscordHouse
  ann: MemberThere
  model: Play
  /** The copies of the question that everybody can read, each with its place in front. */
  copies(): string[]
}

/** In the channel an agent waits for somebody's word on `deploy`; a thread of Ann's is bound to the same session. */
async function openAsking(): Promise<Asking> {
  const h = await openDiscordHouse({ toolOrigins: [{ tools: async () => [askedFor('deploy')] }] })
  const ann = await h.member('ann')
  const model = play(h, { main: [['Good morning.'], [toolCall('deploy')], ['Then not.']] })
  await h.write(ann, h.general, `${h.mention} hello`)
  const anchor = await h.write(ann, h.general, 'a word aside')
  const thread = h.discord.people.openThread(ann.id, anchor.id, 'aside')
  await h.settle()
  await h.slash(ann, thread.id, 'focus', { label: (await h.sessionIn(h.general)) ?? '' })
  await h.write(ann, h.general, `${h.mention} deploy it`)
  const copies = () =>
    [h.general, thread.id].flatMap((id) => h.read(id).filter((line) => /⚙️ \*\*deploy\*\*/.test(line)))
  assert.equal(copies().length, 2)
  return { h, ann, model, copies, [Symbol.asyncDispose]: () => h[Symbol.asyncDispose]() }
}

const heardLast = ({ model }: Asking) => JSON.stringify(model.asked('main').at(-1)?.messages)

test('[AGT6] [DSC1] who denies with a note is asked for it by a form; every copy says who denied and why, and the agent hears it', async () => {
  await using scene = await openAsking()
  const { h, ann, copies } = scene
  assert.equal(await h.press(ann, h.general, 'Deny with a note'), '')
  assert.deepEqual(h.forms(ann), ['Deny deploy'])
  // A question changes nothing yet.
  assert.equal(h.buttons(h.general).length, 4)
  assert.equal(await h.fill(ann, '  Not on a Friday.\n'), 'Denied, with your note.')
  assert.equal(copies().length, 2)
  for (const copy of copies()) {
    assert.match(copy, /^Heddle: ⚙️ \*\*deploy\*\*: denied by ann: Not on a Friday\./)
  }
  assert.deepEqual([...h.buttons(h.general), ...h.buttons(h.threads()[0]?.id ?? '')], ['Stop', 'Unfocus'])
  assert.equal(h.read(h.general).at(-1), 'Heddle: Then not.')
  assert.match(heardLast(scene), /ann denied this call.*They said: \\+"Not on a Friday\.\\+"/)
})

test('[AGT6] [CNV6] a guest is told that they may not before they write a note, and no form is opened to them', async () => {
  await using scene = await openAsking()
  const { h } = scene
  const eve = h.guest('eve')
  assert.match(await h.press(eve, h.general, 'Deny with a note'), /may not|member/i)
  assert.deepEqual(h.forms(eve), [])
  assert.equal(h.buttons(h.general).length, 4)
})

test('[AGT6] [BND4] whoever is not heard there any more when they send the form has decided nothing', async () => {
  await using scene = await openAsking()
  const { h, ann } = scene
  const bob = await h.member('bob')
  await h.press(bob, h.general, 'Deny with a note')
  await h.store.tx((t) => h.people.changeMember(t, h.operator, bob.actor.personId, { role: 'viewer' }))
  assert.match(await h.fill(bob, 'No.'), /may not|role|viewer/i)
  assert.equal(h.buttons(h.general).length, 4)
  assert.equal(await h.press(ann, h.general, 'Allow once'), 'Allowed once.')
})

test('[AGT6] the first word counts: what somebody still writes when another has decided changes nothing, and they are told who did', async () => {
  await using scene = await openAsking()
  const { h, ann, copies } = scene
  const bob = await h.member('bob')
  await h.press(bob, h.general, 'Deny with a note')
  await h.press(ann, h.general, 'Allow once')
  assert.equal(await h.fill(bob, 'Wait!'), 'ann decided this before: once.')
  for (const copy of copies()) assert.match(copy, /\*\*deploy\*\*: allowed once by ann/)
})

test('[AGT6] a note that comes when the time for it is over is none: it was denied by then, and that is said', async () => {
  await using scene = await openAsking()
  const { h, ann, copies } = scene
  await h.press(ann, h.general, 'Deny with a note')
  h.clock.advance(limits.approvalExpiresMs + 1)
  await h.settle()
  assert.match(await h.fill(ann, 'Too late?'), /expired|too late|in time/i)
  for (const copy of copies()) assert.match(copy, /nobody decided in time/)
})

test('[AGT6] [DLV6] nothing in a note calls anybody or leaves its line, and one that is longer than it may be cannot be sent', async () => {
  await using scene = await openAsking()
  const { h, ann, copies } = scene
  await h.press(ann, h.general, 'Deny with a note')
  await assert.rejects(h.fill(ann, 'x'.repeat(limits.approvalNoteCharsMax + 1)), /500 characters/)
  await h.fill(ann, '@everyone ``` look\n# here')
  assert.deepEqual(
    pingsIn(h.discord.platform.state, h.general).filter(({ pings }) => pings.isEveryone),
    [],
  )
  for (const copy of copies()) {
    // The arguments stand in a block of their own, after it.
    assert.match(copy, /```json\n\{\}\n```$/)
    assert.equal(copy.match(/```/g)?.length, 2)
  }
})

test('[AGT6] [CHN2] [I10] a form that Discord tells of twice counts once', async () => {
  await using scene = await openAsking()
  const { h, ann, copies } = scene
  await h.press(ann, h.general, 'Deny with a note')
  h.discord.gateway.useFaults(({ t }) => (t === 'INTERACTION_CREATE' ? { kind: 'twice' } : undefined))
  assert.equal(await h.fill(ann, 'No.'), 'Denied, with your note.')
  assert.equal(copies().length, 2)
  const decided = (await h.timeline((await h.sessionIn(h.general))!)).filter(
    ({ kind }) => kind === 'approval.decided',
  )
  assert.equal(decided.length, 1)
})
