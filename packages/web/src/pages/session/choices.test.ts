import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry, whole } from '../../../test/sample-log.ts'
import { chooseReadOnly } from './choose-read-only.ts'
import { chooseSentence, mayName } from './choose-sentence.ts'
import { readAddress } from './read-address.ts'

const now = Date.parse('2026-03-14T13:05:01.000Z')

test('[SES7] a viewer, an archived session and one that was continued elsewhere take no messages, each with its reason', () => {
  assert.equal(chooseReadOnly('member', whole()), undefined)
  assert.equal(chooseReadOnly('viewer', whole()), 'viewer')
  assert.equal(chooseReadOnly('owner', whole({ state: 'archived' })), 'archived')
  assert.equal(chooseReadOnly('member', whole({ state: 'over', successorId: 'ses_2' })), 'over')
  assert.equal(chooseReadOnly('member', whole({ state: 'over' })), undefined)
})

test('[A11Y2] the end of a turn and what others write is said, one’s own message and streamed text is not', () => {
  assert.match(chooseSentence(entry(1, 'turn.finished', {}), 'Main', 'per_9', now) ?? '', /^Main finished/)
  assert.match(
    chooseSentence(entry(1, 'turn.failed', {}), 'Main', 'per_9', now) ?? '',
    /^Main could not finish/,
  )
  assert.match(chooseSentence(entry(1, 'message.user', {}), 'Main', 'per_9', now) ?? '', /Ann Lee/)
  assert.equal(chooseSentence(entry(1, 'message.user', {}), 'Main', 'per_1', now), undefined)
  assert.equal(chooseSentence(entry(1, 'message.agent', {}), 'Main', 'per_9', now), undefined)
})

test('[A11Y2] a stop is said once: to whoever pressed it where they pressed, to the others as what happened', () => {
  const stopped = entry(1, 'turn.finished', { outcome: 'cancelled', by: 'per_1' })
  assert.equal(chooseSentence(stopped, 'Main', 'per_1', now), undefined)
  assert.equal(chooseSentence(stopped, 'Main', 'per_9', now), 'Main was stopped.')
})

test('[UIW4] of a sub-agent that is archived it says that it is one', () => {
  assert.equal(chooseReadOnly('owner', whole({ state: 'archived', kind: 'subagent' })), 'archivedChild')
  assert.equal(chooseReadOnly('member', whole({ state: 'over', kind: 'subagent' })), undefined)
})

test('[A11Y2] the end of a sub-agent is said, and of one that has nothing to tell nothing', () => {
  const told = { label: 'looms', status: 'success' }
  const say = (payload: object) =>
    chooseSentence(entry(1, 'subagent.finished', { ...payload }), 'Main', 'per_9', now)
  assert.equal(say(told), 'looms: completed successfully.')
  assert.equal(say({ ...told, skipped: true }), undefined)
})

test('[A11Y2] what is only caught up with is not said', () => {
  assert.equal(chooseSentence(entry(1, 'turn.finished', {}), 'Main', 'per_9', now + 60_000), undefined)
})

test('[UIX4] a reply that names the reader, and a message that may, are left to the inbox to tell', () => {
  const replied = (mentions: unknown) => entry(1, 'reply.posted', { reply: { body: '@bob', mentions } })
  assert.equal(mayName(replied(['ann', 'bob']), 'bob'), true)
  assert.equal(mayName(replied(['ann']), 'bob'), false)
  assert.equal(mayName(replied(undefined), 'bob'), false)
  assert.equal(mayName(entry(1, 'message.user', { text: 'is @bob here?' }), 'bob'), true)
  assert.equal(mayName(entry(1, 'message.user', { text: 'nobody here' }), 'bob'), false)
  assert.equal(mayName({ ...entry(1, 'message.user', { text: 'a long' }), truncated: true }, 'bob'), true)
  assert.equal(mayName(entry(1, 'turn.finished', { text: '@bob' }), 'bob'), false)
})

test('[UIS1] an address with a stray percent sign names a session that is not there, and breaks nothing', () => {
  assert.equal(readAddress('web%3Ases_1'), 'web:ses_1')
  assert.equal(readAddress('100%'), '100%')
})
