import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseBinding } from './choose-binding.ts'

const bound = (
  channel: string,
  accountId: string,
  conversationId: string,
  parentConversationId?: string,
) => ({
  conversation: {
    channel,
    accountId,
    conversationId,
    ...(parentConversationId !== undefined && { parentConversationId }),
  },
})

const recent = bound('loop', 'home', 'recent')
const exact = bound('loop', 'home', 'asked')
const thread = bound('loop', 'home', 'thread', 'asked')

test('[RTE2] of several bindings the one where it was asked for is taken, else a thread under it', () => {
  assert.equal(chooseBinding([recent, thread, exact], 'loop/home/asked'), exact)
  assert.equal(chooseBinding([recent, thread], 'loop/home/asked'), thread)
})

test('[RTE2] where none belongs to the origin, the most recently active is taken', () => {
  assert.equal(chooseBinding([recent, thread, exact], 'loop/home/elsewhere'), recent)
  assert.equal(chooseBinding([recent, exact], 'loop/other/asked'), recent)
  assert.equal(chooseBinding([recent, exact], ''), recent)
  assert.equal(chooseBinding([], 'loop/home/asked'), undefined)
})

test("[RTE2] on the web the page where it was asked is one place, whoever's composer is bound there", () => {
  const composer = bound('web', 'psn_1', 'ses_chat')
  const page = bound('web', 'web', 'ses_child', 'ses_chat')
  assert.equal(chooseBinding([recent, page, composer], 'web/web/ses_chat'), composer)
  assert.equal(chooseBinding([recent, page], 'web/web/ses_chat'), page)
})

test('[RTE1] whatever is bound, one of them is taken, and the same one each time', () => {
  const names = fc.constantFrom('a', 'b', 'c')
  const places = fc.tuple(names, names, names, fc.option(names, { nil: undefined }))
  fc.assert(
    fc.property(fc.array(places, { maxLength: 6 }), names, (all, origin) => {
      const bindings = all.map((one) => bound(...one))
      const choice = chooseBinding(bindings, `a/b/${origin}`)
      assert.equal(choice === undefined, bindings.length === 0)
      assert.equal(chooseBinding(bindings, `a/b/${origin}`), choice)
    }),
  )
})
