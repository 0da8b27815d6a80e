// Everything that whoever is not let in could try, in every kind of place and by every kind of event: nothing is done, and
// no row is written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandNames, Refusal } from '@heddle/contract'
import { askAll } from '../../../test-support/asking-sessions.ts'
import { countRows } from '../../../test-support/count-rows.ts'
import { type HearingHouse, openHearingHouse } from '../../../test-support/hearing-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'
import type { AllowRules } from '../place-rules.ts'
import type { InboundEvent } from '../ports.ts'

interface Scene {
  h: HearingHouse
  somewhere: Record<string, Somewhere> & { 'a bound thread': Somewhere }
  bindingId: string
  approvalId: string
  made: string[]
}

/** A thread under a listed channel, bound to a session of Kim's in which a call waits for somebody's word. */
async function openScene(allow: Partial<AllowRules>): Promise<Scene> {
  const made: string[] = []
  const tools = toolsOf({
    judge: ({ name }) => askAll(name),
    run: async ({ name }) => {
      made.push(name)
      return { output: 'done', isError: false }
    },
  })
  const h = await openHearingHouse({ tools })
  const { actor, user } = await h.member('kim')
  const threadId = h.platform.startThread(h.platform.say(user.id, h.general, 'look').id, 'work')
  const sessionId = await h.chat(actor, { visibility: 'team' })
  const binding = await h.store.tx((t) =>
    h.routing.bindings.bind(t, {
      conversation: { ...place, conversationId: threadId, parentConversationId: h.general },
      placeKind: 'thread',
      sessionId,
      boundBy: { id: actor.personId, name: actor.name },
      label: null,
      isOpened: false,
    }),
  )
  h.model.script(toolCall('send'))
  await h.say(actor, sessionId, 'send it')
  await h.work()
  const { items } = await h.store.read((r) =>
    h.sessions.listApprovals(r, actor, { state: 'pending' }, { limit: 1 }),
  )
  const rules = h.placeRules.accounts['loopback/main']!
  const listed = { [h.serverId]: { channels: { [h.general]: {} }, people: [] } }
  h.placeRules.accounts['loopback/main'] = {
    ...rules,
    allow: { people: [], dms: 'linked', bots: 'never', places: listed, ...allow },
  }
  const somewhere = placesOf(h, threadId)
  return { h, somewhere, bindingId: binding.id, approvalId: items[0]!.id, made }
}

const place = { channel: 'loopback', accountId: 'main' }
type Somewhere = Pick<InboundEvent, 'conversation' | 'kind' | 'serverId'>
function placesOf(h: HearingHouse, threadId: string): Scene['somewhere'] {
  const listed = { ...place, conversationId: h.general }
  const thread = { ...place, conversationId: threadId, parentConversationId: h.general }
  const { serverId } = h
  return {
    'a listed channel': { conversation: listed, kind: 'channel', serverId },
    'another channel': { conversation: { ...place, conversationId: 'other' }, kind: 'channel', serverId },
    'another server': { conversation: listed, kind: 'channel', serverId: 'another' },
    'a bound thread': { conversation: thread, kind: 'thread', serverId },
    'another thread': { conversation: { ...thread, conversationId: 't2' }, kind: 'thread', serverId },
    'a thread of nowhere': { conversation: { ...place, conversationId: threadId }, kind: 'thread', serverId },
    'a direct message': { conversation: { ...place, conversationId: 'd1' }, kind: 'dm' },
    'a group': { conversation: { ...place, conversationId: 'g1' }, kind: 'group' },
    'an account that is none': { conversation: { ...listed, accountId: 'gone' }, kind: 'channel', serverId },
  }
}

const strangers = {
  'somebody who is not listed': { platformId: 'mallory', name: 'kim', isBot: false, isOwn: false },
  'somebody named like every object': { platformId: '__proto__', name: 'kim', isBot: false, isOwn: false },
  'a program': { platformId: 'robot', name: 'kim', isBot: true, isOwn: false },
}

for (const [who, author] of Object.entries(strangers)) {
  test(`[I35] [I18] [R1] ${who} gets nothing done anywhere, by any event, and leaves no row`, async () => {
    const { h, somewhere, approvalId, bindingId, made } = await openScene({})
    await using _ = h
    const before = await countRows(h.store)
    const asked = h.model.requests.length
    let events = 0
    for (const [where, around] of Object.entries(somewhere)) {
      const base = { ...around, author, writtenAt: h.clock.wall() }
      const texts = ['hello', ...commandNames.map((name) => `/${name} x`), '/nonsense', '']
      for (const text of texts) {
        for (const isAddressed of [true, false]) {
          const event = { ...base, text, isAddressed, eventId: `x${++events}`, attachments: [unread] }
          assert.deepEqual(await h.routing.fetchFiles(h.store, event, AbortSignal.abort()), {
            files: [],
            leftOut: [],
          })
          const heard = await h.store.tx((t) => h.routing.hear(t, event))
          assert.equal(heard.kind, 'ignored', `${where}: ${text}`)
        }
      }
      for (const token of [`approve:${approvalId}:once`, `stop:${bindingId}`, `unfocus:${bindingId}`, '']) {
        const press = { ...base, token, eventId: `x${++events}` }
        assert.equal(await h.store.tx((t) => h.routing.press(t, press)), undefined, `${where}: ${token}`)
      }
    }
    await h.work()
    assert.deepEqual(await countRows(h.store), before)
    assert.deepEqual([h.model.requests.length, made], [asked, []])
  })
}

const unread = {
  name: 'x',
  mediaType: 'text/plain',
  sizeBytes: 1,
  read: async (): Promise<Uint8Array> => {
    throw new Error('the file of somebody who is not heard was read')
  },
}

test('[CNV6] [R17] a guest who may speak decides nothing, ends nothing and stops nothing of others', async () => {
  const { h, somewhere, approvalId, bindingId, made } = await openScene({ people: ['vera'] })
  await using _ = h
  const author = { platformId: 'vera', name: 'Vera', isBot: false, isOwn: false }
  for (const token of [`approve:${approvalId}:once`, `stop:${bindingId}`, `unfocus:${bindingId}`]) {
    const press = { ...somewhere['a bound thread'], author, token, eventId: token }
    const pressed = h.store.tx((t) => h.routing.press(t, press))
    await assert.rejects(pressed, { code: 'not_allowed' }, token)
  }
  await h.work()
  assert.deepEqual(made, [])
})

test('[CHN6] [I10] a press that was refused stays refused, whatever holds when the platform tells of it again', async () => {
  const { h, somewhere, bindingId } = await openScene({})
  await using _ = h
  const { user: lou } = await h.member('lou')
  const press = {
    ...somewhere['a bound thread'],
    author: { platformId: lou.id, name: lou.name, isBot: false, isOwn: false },
    token: `unfocus:${bindingId}`,
    eventId: 'p1',
  }
  const refusal = await h.store.tx((t) => h.routing.press(t, press)).catch((error: unknown) => error)
  assert.ok(refusal instanceof Refusal && refusal.code === 'not_yours')
  await h.store.tx((t) => h.routing.refusePress(t, press, refusal))
  // As if something else were decided about it now: the words of the first time hold.
  const again = { ...press, token: 'of nothing' }
  assert.equal(await h.store.tx((t) => h.routing.press(t, again)), refusal.message)
})

test('[CHN6] [BND4] [AGT6] [CMD3] a button does what its command does, with the rights of whoever presses it, once', async () => {
  const { h, somewhere, approvalId, bindingId, made } = await openScene({})
  await using _ = h
  const { user: lou } = await h.member('lou')
  const { user: ada } = await h.member('ada', 'admin')
  const press = (user: { id: string; name: string }, token: string, eventId: string) =>
    h.store.tx((t) =>
      h.routing.press(t, {
        ...somewhere['a bound thread'],
        author: { platformId: user.id, name: user.name, isBot: false, isOwn: false },
        token,
        eventId,
      }),
    )
  assert.equal(await press(lou, `approve:${approvalId}:once`, 'p1'), 'Allowed once.')
  assert.equal(await press(lou, `approve:${approvalId}:once`, 'p1'), 'Allowed once.')
  await h.work()
  assert.deepEqual(made, ['send'])
  await assert.rejects(press(lou, `unfocus:${bindingId}`, 'p2'), { code: 'not_yours' })
  assert.equal(await press(ada, `stop:${bindingId}`, 'p3'), 'Nothing was running.')
  assert.match(String(await press(ada, `unfocus:${bindingId}`, 'p4')), /goes its usual way/)
  await assert.rejects(press(ada, 'nonsense', 'p5'), { code: 'bad_input' })
  const { items } = await h.store.read((r) => h.people.listAudit(r, h.operator, { limit: 20 }))
  const ended = items.find(({ action }) => action === 'binding.end')
  assert.deepEqual([ended?.actor.name, typeof ended?.detail['via']], ['ada', 'string'])
})
