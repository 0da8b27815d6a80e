import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servePlatform } from './serve-platform.ts'
import { openTestPlatform, type TestJson } from './test-platform.ts'

test('[CHN1] people are moved over HTTP, and what cannot be is said in words', async () => {
  const { platform, general, ann, botId, ask } = openTestPlatform()
  const served = await servePlatform(platform)
  const control = async (verb: string, body: object, headers = {}): Promise<[number, TestJson]> => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${served.url}/control/${verb}`, init)
    return [response.status, await response.json()]
  }
  try {
    const [, said] = await control('say', { userId: ann, conversationId: general, text: 'hello' })
    assert.equal(platform.read(general)[0]?.id, said.id)
    const [, thread] = await control('start-thread', { messageId: said.id, name: 'talk' })
    assert.equal(thread.id, said.id)
    const [, dm] = await control('open-dm', { members: [ann, botId] })
    assert.equal(platform.state.conversations.get(dm.id)?.kind, 'dm')
    const buttons = [{ token: 'yes', text: 'Yes', style: 'good' }]
    const { body: sent } = await ask('send', { conversationId: general, text: 'May I?', buttons })
    const [, pressed] = await control('press', { userId: ann, messageId: sent.id, token: 'yes' })
    assert.deepEqual(await control('answer', { pressId: pressed.pressId }), [200, { text: null }])
    const [, read] = await control('read', { conversationId: general })
    assert.deepEqual(
      read.map(({ text }: { text: string }) => text),
      ['hello', 'May I?'],
    )
    const threadNow = async () => {
      const [, { conversations }] = await control('look', {})
      return conversations.find(({ id }: TestJson) => id === thread.id)
    }
    await control('lock', { conversationId: thread.id })
    assert.deepEqual([(await threadNow()).isLocked, (await threadNow()).isArchived], [true, false])
    await control('unlock', { conversationId: thread.id })
    assert.equal((await threadNow()).isLocked, false)
    await control('change-token', { botId, token: 'new-token' })
    assert.equal((await ask('me', {})).status, 401)
    assert.equal((await control('change-token', { botId: 'nobody', token: 'x' }))[0], 409)
    await control('delete-conversation', { conversationId: said.id, userId: ann })
    assert.equal(platform.state.conversations.has(said.id), false)
    assert.equal((await control('say', { userId: 'nobody', conversationId: general, text: 'x' }))[0], 409)
    assert.equal((await control('say', { userId: ann }))[0], 400)
    assert.equal((await control('constructor', {}))[0], 404)
    assert.equal((await control('look', {}, { origin: 'http://127.0.0.1:7420' }))[0], 403)
  } finally {
    await served.close()
  }
})
