import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'
import type { ScriptedPart } from '../../../test-support/scripted-model.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** A thread that was opened for a sub-agent, whose task is done. */
async function open() {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const { user } = await h.member('kim')
  const answers: ScriptedPart[][] = [
    [spawn('look', { label: 'seeker', thread: true, mode: 'run' })],
    ['On it.'],
  ]
  h.model.respond(({ system }) => (/^\{"task":/m.test(system) ? ['Found.'] : (answers.shift() ?? ['Yes?'])))
  const settle = async () => {
    for (let i = 0; i < 4; i++) {
      await h.settle()
      h.clock.advance(limits.announceTogetherMs)
    }
    await h.settle()
  }
  const bound = async () => {
    const { items } = await h.store.read((r) =>
      h.routing.bindings.list(r, h.operator, { status: 'all' }, { limit: 1 }),
    )
    assert.ok(items[0])
    return items[0]
  }
  h.platform.say(user.id, h.general, `${h.mention} go`)
  await settle()
  const thread = (await bound()).conversation.conversationId
  const answered = async (text: string) => {
    h.platform.say(user.id, thread, text)
    await settle()
    return h.read(thread).at(-1) ?? ''
  }
  return { h, bound, answered }
}

test('[CMD5] [BND6] of what is over the length is told that holds once somebody goes on with it', async () => {
  const { h, bound, answered } = await open()
  await using _ = h
  assert.equal((await bound()).status, 'ending')
  const begins = 'It begins when somebody writes here.'
  assert.ok((await answered('/session ttl')).endsWith(`ttl: 1d. ${begins}`))
  assert.ok((await answered('/session ttl 30m')).endsWith(`ttl: 30m. ${begins}`))
  assert.ok((await answered('/session max-age 2h')).endsWith(`max-age: 2h. ${begins}`))
  assert.equal((await bound()).expiresAt, null)
  assert.ok((await answered('go on')).endsWith('Yes?'))
  const { status, expiresAt, maxAgeAt, lastActivityAt, boundAt } = await bound()
  assert.equal(status, 'active')
  assert.deepEqual([expiresAt, maxAgeAt], [lastActivityAt + 30 * minuteMs, boundAt + 2 * hourMs])
  assert.match(
    await answered('/session ttl'),
    /ttl: 30m\. It ends at .* unless somebody writes here before\.$/,
  )
})

test('[CMD5] an age that is over already is refused, with how old it is and the least that is left', async () => {
  const { h, bound, answered } = await open()
  await using _ = h
  await answered('go on')
  await answered('/session ttl off')
  h.clock.advance(5 * hourMs)
  const refusal = await answered('/session max-age 1h')
  assert.match(
    refusal,
    /max-age 1h would be over already: this binding is 5h\d+m\d+s old\. Say 30\dm or more, or off/,
  )
  const { status, maxAgeAt } = await bound()
  assert.deepEqual([status, maxAgeAt], ['active', null], 'nothing was changed')
  const least = /Say (\w+) or more/.exec(refusal)?.[1] ?? ''
  assert.match(await answered(`/session max-age ${least}`), new RegExp(`max-age: ${least}\\. It ends at `))
  assert.match(
    await answered('/session max-age 6h'),
    /max-age: 6h\. It ends at .*, whoever writes here meanwhile\.$/,
  )
})
