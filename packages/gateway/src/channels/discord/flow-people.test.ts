import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRunScene, play } from '../../../test-support/discord-scenes.ts'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { askedFor } from '../../../test-support/spawning-sessions.ts'

const codeIn = (text: string) => /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(text)?.[0] ?? ''

test('[PPL4] [CNV6] in a direct message /link shows a code, and whoever says it on the web is that person from then on', async () => {
  await using h = await openDiscordHouse()
  const { actor } = await h.signedIn('kim', 'member')
  const vera = h.guest('vera')
  const dm = h.dmWith(vera)
  await h.slash(vera, dm, 'link')
  const code = codeIn(h.read(dm).at(-1) ?? '')
  assert.notEqual(code, '')
  const linked = await h.store.tx((t) => h.people.useCode(t, actor, code))
  assert.equal(linked?.link.platformId, vera.id)
  await h.slash(vera, dm, 'whoami')
  assert.match(h.read(dm).at(-1) ?? '', new RegExp(`You are kim \\(<@${vera.id}>\\), member`))
})

test('[PPL4] [CNV2] the other way round: a code of the web is said on Discord, and the talk there is one’s own', async () => {
  await using h = await openDiscordHouse()
  const { actor } = await h.signedIn('kim', 'member')
  const vera = h.guest('vera')
  const dm = h.dmWith(vera)
  const { code } = await h.store.tx((t) => h.people.offerLink(t, actor))
  await h.slash(vera, dm, 'link', { code: code.toLowerCase() })
  assert.match(h.read(dm).at(-1) ?? '', /Linked: vera on discord is kim/i)
  play(h)
  await h.write(vera, dm, 'hello')
  assert.equal(h.read(dm).at(-1), 'Heddle: main answers.')
  const own = await h.store.read((r) => h.sessions.see(r, actor, 'agent:main:main'))
  assert.deepEqual((await h.saidIn(own.id)).at(-1), 'kim: hello')
})

test('[CNV6] a guest may ask who they are, and neither focus nor spawn', async () => {
  await using h = await openDiscordHouse()
  const vera = h.guest('vera')
  await h.slash(vera, h.general, 'whoami')
  assert.match(h.read(h.general).at(-1) ?? '', /guest/i)
  await h.slash(vera, h.general, 'subagents spawn', { agent: 'main', task: 'dig' })
  assert.match(h.read(h.general).at(-1) ?? '', /⚙️/)
  assert.equal(h.model.requests.length, 0)
  assert.deepEqual(h.threads(), [])
})

test('[AGT6] [DSC1] what needs somebody’s word is asked for with buttons, and says who decided', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [{ tools: async () => [askedFor('deploy')] }] })
  const ann = await h.member('ann')
  const eve = h.guest('eve')
  play(h, { main: [[toolCall('deploy')], ['It is out.']] })
  await h.write(ann, h.general, `${h.mention} deploy it`)
  assert.match(h.read(h.general).at(-1) ?? '', /⚙️[\s\S]*deploy/)
  assert.deepEqual(h.buttons(h.general), ['Allow once', 'Allow for this session', 'Deny', 'Deny with a note'])
  assert.match(await h.press(eve, h.general, 'Allow once'), /may not|member/i)
  assert.equal(h.buttons(h.general).length, 4)
  await h.press(ann, h.general, 'Allow once')
  assert.ok(h.read(h.general).some((line) => line.startsWith('Heddle: ⚙️ **deploy**: allowed once by ann')))
  assert.deepEqual(h.buttons(h.general), [])
  assert.equal(h.read(h.general).at(-1), 'Heddle: It is out.')
})

test('[SUB12] [CHN6] /stop is answered at once, and its answer says in the end what was confirmed', async () => {
  await using scene = await openRunScene()
  const { h, ann } = scene
  const before = h.read(h.general).length
  assert.equal(await h.slash(ann, h.general, 'stop'), 'The answer follows here.')
  h.clock.advance(2_000)
  await h.settle()
  const answers = h.read(h.general).slice(before)
  assert.equal(answers.length, 1)
  assert.match(answers[0] ?? '', /^Heddle: ⚙️ [\s\S]*Stopped below it: 1\n- \w+: stopped$/)
  assert.equal(h.model.running, 0)
})
