import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GuestId, limits, type PersonId, type Scope, scopes, type TokenId } from '@heddle/contract'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'
import { spawn } from '../../../test-support/spawning-sessions.ts'
import type { ModelRequest } from '../../agents/model.ts'
import { authorize } from '../../people/authorize.ts'
import type { Actor } from '../../people/people.ts'
import { chooseSpeakerRights } from './choose-speaker-rights.ts'

const beyond = [
  'sessions_spawn',
  'subagents',
  'sessions_list',
  'sessions_history',
  'sessions_send',
  'agents_list',
]

const member = (scopesOf: readonly Scope[]): Actor => ({
  kind: 'person',
  personId: 'per_1' as PersonId,
  handle: 'kim',
  name: 'Kim',
  role: 'member',
  scopes: scopesOf,
  credential: { kind: 'token', id: 'tok_1' as TokenId },
})

test('[REV1] who may do by hand what the tools do gives all of them; a guest none that reaches beyond the conversation', () => {
  assert.deepEqual(chooseSpeakerRights(member(scopes), authorize), [])
  const guest: Actor = { kind: 'guest', guestId: 'gst_1' as GuestId, name: 'Vera', admitted: {} }
  assert.deepEqual(chooseSpeakerRights(guest, authorize), [{ list: { deny: beyond } }])
})

test('[REV1] [I38] a token gives no more than its scopes', () => {
  const [rights] = chooseSpeakerRights(member(['write']), authorize)
  assert.deepEqual(rights, { list: { deny: ['sessions_list', 'sessions_history', 'agents_list'] } })
})

/** A thread whose sub-agent has ended; everybody may speak there. */
async function open() {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const { user: kim } = await h.member('kim')
  const vera = h.guest('Vera')
  const answers = [[spawn('weave', { label: 'looms', thread: true, mode: 'run' })], ['Somebody is on it.']]
  const asked: ModelRequest[] = []
  h.model.respond((request) => {
    asked.push(request)
    return /^\{"task":/m.test(request.system) ? ['It is woven.'] : (answers.shift() ?? ['Yes?'])
  })
  const say = async (who: typeof kim, place: string, text: string) => {
    h.platform.say(who.id, place, text)
    for (let i = 0; i < 4; i++) {
      await h.settle()
      h.clock.advance(limits.announceTogetherMs)
    }
    await h.settle()
  }
  await say(kim, h.general, `${h.mention} weave it`)
  const bound = async () => {
    const { items } = await h.store.read((r) =>
      h.routing.bindings.list(r, h.operator, { status: 'in_force' }, { limit: 1 }),
    )
    assert.ok(items[0])
    return items[0]
  }
  const { conversation, sessionId } = await bound()
  const toolsIn = () => (asked.at(-1)?.tools ?? []).map(({ name }) => name)
  return { h, kim, vera, say, bound, thread: conversation.conversationId, child: sessionId, toolsIn }
}

test('[REV1] what goes on at a guest’s word reaches no other session, whoever speaks there later', async () => {
  const { h, kim, vera, say, bound, thread, child, toolsIn } = await open()
  await using _ = h
  await say(vera, thread, 'In which colour?')
  assert.notEqual((await bound()).sessionId, child)
  assert.deepEqual(
    toolsIn().filter((name) => beyond.includes(name)),
    [],
  )
  assert.ok(toolsIn().includes('message'), `what is its own stays: ${toolsIn().join()}`)
  await say(kim, thread, 'And how long?')
  assert.deepEqual(
    toolsIn().filter((name) => beyond.includes(name)),
    [],
  )
})

test('[REV1] at a member’s word it is an ordinary session with session tools', async () => {
  const { h, kim, vera, say, thread, toolsIn } = await open()
  await using _ = h
  await say(kim, thread, 'In which colour?')
  assert.ok(toolsIn().includes('sessions_spawn'), toolsIn().join())
  // Who came first has brought it back.
  await say(vera, thread, 'And how long?')
  assert.ok(toolsIn().includes('sessions_spawn'), toolsIn().join())
})
