import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rememberingEars, until } from '../../../test-support/open-discord-hearing.ts'
import { bot, openDiscordAccount, poet } from '../../../test-support/open-discord-account.ts'

test('[CHN3] what the bot and its webhooks say comes back as our own, also in a new process', async () => {
  await using scene = await openDiscordAccount()
  const { account, sender, message, openAgain, people, ann, general } = scene
  const first = rememberingEars()
  await account.start(first.ears)
  await sender.send(message('as the bot', { persona: bot }))
  await sender.send(message('as a persona', { persona: poet }))
  people.say(ann, general, 'as a person')
  await until(() => first.heard.length === 3)
  assert.deepEqual(
    first.heard.map(({ text, author }) => [text, author.isOwn]),
    [
      ['as the bot', true],
      ['as a persona', true],
      ['as a person', false],
    ],
  )
  await account.stop()
  const next = openAgain()
  const second = rememberingEars()
  await next.start(second.ears)
  await next.outbound.sender.send(message('again', { persona: poet }))
  await until(() => second.heard.some(({ text }) => text === 'again'))
  assert.ok(second.heard.find(({ text }) => text === 'again')?.author.isOwn)
  await next.stop()
})

test('[DLV8] an account can be written to before it is heard, and after it was stopped', async () => {
  await using scene = await openDiscordAccount()
  const { account, sender, message } = scene
  assert.equal((await sender.send(message('before'))).kind, 'sent')
  await account.start(rememberingEars().ears)
  await account.stop()
  assert.equal((await sender.send(message('after'))).kind, 'sent')
})
