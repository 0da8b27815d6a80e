import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addChannel } from '@heddle/emulators/discord/guild-verbs'
import { threadFrom } from '@heddle/emulators/discord/look-at-discord'
import { gist, openDiscordAccount, placeAt, poet } from '../../../test-support/open-discord-account.ts'

const sayRoute = 'POST /channels/{channel_id}/messages'
const openRoute = 'POST /channels/{channel_id}/messages/{message_id}/threads'

test('[DSC1] a thread is opened from a message above it, and has its id', async () => {
  await using scene = await openDiscordAccount()
  const { account, opening, said, platform, general, guildId } = scene
  const opened = await account.outbound.opener?.open(opening())
  assert.ok(opened?.kind === 'opened')
  const { anchorId, conversation, link } = opened
  assert.deepEqual(conversation, placeAt(anchorId, general))
  assert.equal(link, `https://discord.com/channels/${guildId}/${anchorId}/${anchorId}`)
  assert.deepEqual(said(), [{ name: 'heddle', text: '**Poet · sums**: A sub-agent works on sums here.' }])
  assert.equal(threadFrom(platform.state, anchorId)?.name, '🤖 sums')
})

test('[BND10] beside a voice channel nothing is said above a thread that there cannot be', async () => {
  await using scene = await openDiscordAccount()
  const { account, opening, platform, guildId, said } = scene
  const under = placeAt(addChannel(platform, guildId, 'lounge', { kind: 'voice' }).id)
  await account.outbound.sender.send(scene.message('hello', { place: under, persona: poet }))
  const outcome = await account.outbound.opener?.open(opening({ under }))
  assert.equal(outcome?.kind === 'not_sent' && outcome.why, 'place')
  assert.equal(account.outbound.opener?.canOpenUnder?.(under), false)
  assert.equal(said(under.conversationId).length, 1)
})

test('[DSC1] a title is cut to what Discord takes, between signs', async () => {
  await using scene = await openDiscordAccount()
  const { account, opening, platform } = scene
  const opened = await account.outbound.opener?.open(opening({ title: `x${'👩‍🚀'.repeat(60)}` }))
  assert.ok(opened?.kind === 'opened')
  const title = threadFrom(platform.state, opened.anchorId)?.name ?? ''
  assert.ok(title.length <= 100 && title.isWellFormed() && title.endsWith('…'), title)
})

for (const route of [sayRoute, openRoute]) {
  for (const isDone of [true, false]) {
    test(`[F13] no answer to ${route}, ${isDone ? 'though it was done' : 'and it was not done'}: one anchor and one thread in the end`, async () => {
      await using scene = await openDiscordAccount()
      const { account, opening, plan, said, platform } = scene
      const { opener } = account.outbound
      const request = opening()
      const startedAt = Date.now()
      plan({ on: route, fault: { kind: 'drop', isDone } })
      assert.equal((await opener?.open(request))?.kind, 'unknown')
      const found = await opener?.findOpened({ ...request, startedAt, after: null })
      const expected = route === sayRoute ? (isDone ? 'begun' : 'absent') : isDone ? 'found' : 'begun'
      assert.equal(found?.kind, expected)
      if (found?.kind === 'found') assert.deepEqual(found.copies, [])
      const again = await opener?.open(request)
      assert.ok(again?.kind === 'opened')
      assert.equal(said().length, 1)
      assert.equal(threadFrom(platform.state, again.anchorId)?.name, '🤖 sums')
      assert.equal((await opener?.findOpened({ ...request, startedAt, after: null }))?.kind, 'found')
    })
  }
}

test('[F13] another opening with the same words is not taken for this one', async () => {
  await using scene = await openDiscordAccount()
  const { account, opening } = scene
  const { opener } = account.outbound
  const startedAt = Date.now()
  const first = await opener?.open(opening())
  assert.ok(first?.kind === 'opened')
  const found = await opener?.findOpened({ ...opening(), startedAt, after: first.anchorId })
  assert.deepEqual(found, { kind: 'absent' })
})

test('[DSC1] where no threads can be opened it says why, and that something stands there', async () => {
  await using scene = await openDiscordAccount()
  const { account, opening, owners, bot, guildId, platform } = scene
  const everyone = platform.state.guilds.get(guildId)?.roles.get(guildId)
  assert.ok(everyone)
  everyone.permissions = 0n
  owners.takeAway({ botId: bot.id, guildId, names: ['CreatePublicThreads'] })
  const outcome = await account.outbound.opener?.open(opening())
  assert.ok(outcome?.kind === 'not_sent')
  assert.equal(gist(outcome), 'not_sent place refused')
  assert.equal(outcome.isBegun, true)
})

test('[DSC1] a thread is put away, once and again, also when it is gone', async () => {
  await using scene = await openDiscordAccount()
  const { account, opening, platform, people, ann, message } = scene
  const opened = await account.outbound.opener?.open(opening())
  assert.ok(opened?.kind === 'opened')
  const { conversation } = opened
  const { signal } = new AbortController()
  for (let i = 0; i < 2; i++) {
    assert.equal((await account.outbound.opener?.close(conversation, signal))?.kind, 'sent')
    assert.equal(threadFrom(platform.state, opened.anchorId)?.isArchived, true)
  }
  await scene.sender.send(message('back', { place: conversation, persona: poet }))
  assert.equal(threadFrom(platform.state, opened.anchorId)?.isArchived, false)
  people.deleteChannel(ann, opened.anchorId)
  assert.equal((await account.outbound.opener?.close(conversation, signal))?.kind, 'sent')
})
