import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { pingsIn } from '@heddle/emulators/discord/look-at-discord'
import { play } from '../../../test-support/discord-scenes.ts'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'

/** What the bot said in answer, one for each message. */
async function answered(answer: string, members: readonly string[] = []) {
  const h = await openDiscordHouse()
  const ann = await h.member('ann')
  const ids = new Map<string, string>()
  for (const handle of members) ids.set(handle, (await h.member(handle)).id)
  play(h, { main: [[answer]] })
  await h.write(ann, h.general, `${h.mention} tell me`)
  return {
    h,
    ids,
    parts: h
      .messages(h.general)
      .slice(1)
      .map(({ content }) => content),
  }
}

test('[DLV5] no message is longer than 2000 characters, also where mentions become longer than they were', async () => {
  const line = 'ask @bo about it, and again @bo. '
  const { h, ids, parts } = await answered(line.repeat(120), ['bo'])
  await using _ = h
  assert.ok(parts.length > 1)
  for (const part of parts) assert.ok(part.length <= 2_000)
  const bo = `<@${ids.get('bo')}>`
  assert.equal(parts.join(' ').split(bo).length - 1, 240)
  assert.equal(parts.join(' ').includes('@bo'), false)
})

test('[DLV5] a block of code that goes on in the next message is closed and opened again', async () => {
  const code = Array.from({ length: 200 }, (_, i) => `const line${i} = ${i}`).join('\n')
  const { h, parts } = await answered(`Here:\n\`\`\`ts\n${code}\n\`\`\`\nThat is all.`)
  await using _ = h
  assert.ok(parts.length > 1)
  for (const part of parts) assert.equal((part.match(/^```/gm) ?? []).length % 2, 0)
  for (const part of parts.slice(1, -1)) assert.match(part, /^```ts\n/)
  const shown = parts
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('const'))
  assert.deepEqual(shown, code.split('\n'))
})

test('[DLV6] nothing in a text calls a crowd, and only who is named is called', async () => {
  const { h, ids } = await answered('@everyone @here <@&1> <@1> look, @bo', ['bo'])
  await using _ = h
  const said = h.messages(h.general).at(-1)
  assert.match(said?.content ?? '', /@everyone/)
  assert.deepEqual(
    pingsIn(h.discord.platform.state, h.general)
      .filter(({ messageId }) => messageId === said?.id)
      .map(({ pings }) => pings),
    [{ userIds: [ids.get('bo')], roleIds: [], isEveryone: false }],
  )
})

test('[DLV6] what a person writes calls nobody either when an agent repeats it', async () => {
  await using h = await openDiscordHouse()
  const eve = h.guest('eve')
  await h.write(eve, h.general, `${h.mention} @everyone <@${h.owner.id}> come`)
  const said = h.messages(h.general).at(-1)
  assert.match(said?.content ?? '', /^You said: @everyone/)
  assert.deepEqual(said?.pings, { userIds: [], roleIds: [], isEveryone: false })
})

test('[DLV5] emoji, combined signs and text from right to left come through as they are, also at a cut', async () => {
  const piece = '👩‍👩‍👧‍👦 שלום עולם مرحبا e\u0301 🇩🇪 '
  const { h, parts } = await answered(piece.repeat(120).trim())
  await using _ = h
  assert.ok(parts.length > 1)
  const whole = parts.map((part) => part.trim()).join(' ')
  assert.equal(whole, piece.repeat(120).trim())
  assert.equal(whole.isWellFormed(), true)
})

test('[CHN3] [DSC1] what people write comes in as they wrote it, with names for ids', async () => {
  await using h = await openDiscordHouse()
  const [ann, bo] = [await h.member('ann'), await h.member('bo')]
  const text = `שלום 👩‍👩‍👧‍👦 ask <@${bo.id}> in <#${h.general}>`
  await h.write(ann, h.general, `${h.mention} ${text}`)
  const session = await h.sessionIn(h.general)
  assert.ok(session)
  assert.deepEqual(await h.saidIn(session), ['ann: שלום 👩‍👩‍👧‍👦 ask @bo in #general'])
})

test('[DLV5] where it is switched on, what an agent writes is shown while it does, in one message that grows', async () => {
  const streaming = { mode: 'edit', coalesceChars: 40, coalesceIdleMs: 1_000 } as const
  await using h = await openDiscordHouse({ account: { streaming } })
  h.routing.streamReplies((error) => {
    throw error
  })
  const ann = await h.member('ann')
  const gate = Promise.withResolvers<void>()
  play(h, { main: [['First this. ', { type: 'wait', until: gate.promise }, 'And that was all.']] })
  await h.write(ann, h.general, `${h.mention} tell me`)
  for (const ms of [limits.draftOpenMs, limits.draftFlushMs, 1_000, 1_000]) {
    h.clock.advance(ms)
    await h.settle()
  }
  assert.equal(h.read(h.general).at(-1), 'Heddle: First this.')
  const id = h.messages(h.general).at(-1)?.id
  gate.resolve()
  await h.settle()
  assert.equal(h.read(h.general).at(-1), 'Heddle: First this. And that was all.')
  assert.equal(h.messages(h.general).at(-1)?.id, id)
})

test('[DSC1] while an agent works the place shows that somebody is typing', async () => {
  await using h = await openDiscordHouse()
  h.routing.showTyping({ find: () => h.account.typing })
  const ann = await h.member('ann')
  const gate = Promise.withResolvers<void>()
  play(h, { main: [[{ type: 'wait', until: gate.promise }, 'Done.']] })
  await h.write(ann, h.general, `${h.mention} tell me`)
  const shown = () => h.discord.platform.truth.of('POST', '/channels/{channel_id}/typing').length
  h.clock.advance(500)
  await h.settle()
  assert.equal(shown(), 1)
  h.clock.advance(8_000)
  await h.settle()
  assert.equal(shown(), 2)
  gate.resolve()
  await h.settle()
  h.clock.advance(60_000)
  await h.settle()
  assert.equal(shown(), 2)
})
