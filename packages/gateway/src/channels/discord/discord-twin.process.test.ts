// The real program and its library on a stand-in for Discord that is not ours: where both of ours were wrong in the same
// way, this one need not be.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskedMessage } from '@heddle/emulators/model-endpoint-calls'
import { openDiscordTwin, twinIds } from '../../../test-support/open-discord-twin.ts'

const { general, builds, secret, ann, bob } = twinIds

/** Gives work away when it is asked to weave, once for each time. */
function spawnWhenAsked(mode: 'run' | 'session') {
  return (conversation: readonly AskedMessage[]) => {
    const last = conversation.at(-1)
    if (last?.role !== 'user' || !last.text.includes('Weave')) return []
    const given = { task: 'weave a scarf', label: 'looms', thread: true, mode }
    return [{ id: `call-${conversation.length}`, name: 'sessions_spawn', arguments: JSON.stringify(given) }]
  }
}

const main = { pieces: 1, piece: 'Somebody is on it.' }
const child = { pieces: 1, piece: 'The scarf is blue.' }

test('[CNV1] [CNV3] [CHN4] on a stand-in of others: each channel has a session of its own, and only listed ones are heard', async (t) => {
  const { say, said, read, ask } = await openDiscordTwin(t, { main, child })
  await say(ann, secret, 'is anybody here?')
  await say(ann, general, 'hello')
  await say(bob, builds, 'hello')
  await said(general, /^Heddle: Somebody is on it\.$/)
  await said(builds, /^Heddle: Somebody is on it\.$/)
  assert.equal((await read(general)).length, 2)
  assert.deepEqual(await read(secret), ['ann: is anybody here?'])
  const { items } = await ask('GET', '/sessions')
  const keys = (items as { key: string }[]).map(({ key }) => key).toSorted()
  assert.deepEqual(keys, [general, builds].map((id) => `agent:main:discord:channel:${id}`).toSorted())
})

test('[CHN6] [PPL4] [CMD2] [CMD3] [CMD4] on a stand-in of others: commands are answered, link, focus and leave', async (t) => {
  const { say, slash, said, press, read, until, twin, ask } = await openDiscordTwin(t, {
    main: { ...main, calls: spawnWhenAsked('session') },
    child,
  })
  await slash(ann, general, 'whoami')
  await said(general, /^Heddle: ⚙️ .*guest/i)
  const { code } = await ask('POST', '/me/links', {})
  await slash(ann, general, 'link', { code: String(code) })
  await until(async () => ((await ask('GET', '/me/links'))['items'] as unknown[]).length === 1)

  await say(ann, general, 'Weave me a scarf, please.')
  const thread = await twin.channel(general).waitForThread({ timeout: 60_000 })
  await said(thread.id, /^Heddle: \*\*Main · looms\*\*: The scarf is blue\.\n/)
  await slash(ann, general, 'agents')
  await said(general, /- looms · main · completed successfully, session idle · /)

  // From another channel, and away again by the button of the place.
  await slash(ann, builds, 'focus', { label: 'looms' })
  const other = await twin.channel(builds).waitForThread({ timeout: 60_000 })
  await said(other.id, /is here\./)
  await say(bob, other.id, 'is it long?')
  await until(async () => (await twin.channel(other.id).getMessages()).length >= 3)
  await press(bob, other.id, 'Unfocus')
  assert.ok(!(await read(other.id)).some((line) => line.includes('No longer bound')))
  await press(ann, other.id, 'Unfocus')
  await said(other.id, /No longer bound/)
  await until(async () => (await twin.channel(other.id).getChannel())?.thread_metadata?.archived)
})

test('[BND5] [RTE2] [REV1] [BND6] on a stand-in of others: a sub-agent has a thread, ends, is brought back, and its thread is put away', async (t) => {
  const { say, slash, said, read, until, twin, ask } = await openDiscordTwin(t, {
    main: { ...main, calls: spawnWhenAsked('run') },
    child,
  })
  const { code } = await ask('POST', '/me/links', {})
  await slash(ann, general, 'link', { code: String(code) })
  await until(async () => ((await ask('GET', '/me/links'))['items'] as unknown[]).length === 1)
  await say(ann, general, 'Weave me a scarf, please.')
  const thread = await twin.channel(general).waitForThread({ timeout: 60_000 })
  const told = await said(thread.id, /Done\. Write here to go on with it\./)
  assert.match(told, /The scarf is blue\.\nDone\..*\nruntime .* · session key agent:main:subagent:/s)
  assert.equal((await read(general)).filter((line) => line.includes('The scarf is blue')).length, 0)

  await say(ann, thread.id, 'Can it be washed?')
  await said(thread.id, /: Somebody is on it\.$/)
  await slash(ann, thread.id, 'unfocus')
  await said(thread.id, /No longer bound/)
  await until(async () => (await twin.channel(thread.id).getChannel())?.thread_metadata?.archived)
})
