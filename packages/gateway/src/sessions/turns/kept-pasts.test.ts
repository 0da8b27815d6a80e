import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionId } from '@heddle/contract'
import { openHearingHouse } from '../../../test-support/hearing-house.ts'
import { openTestSessions, type TestSessions } from '../../../test-support/open-test-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { smallModel } from '../../../test-support/small-window.ts'
import { toolsOf } from '../../../test-support/tools-of.ts'
import type { Reader } from '../../foundation/database/store.ts'
import type { PersonActor } from '../../people/people.ts'
import type { BuiltContext } from './build-context.ts'
import { createPieceList } from './context-pieces.ts'
import { createKeptPasts, type KeptPasts } from './kept-pasts.ts'
import { createTokenGauge } from './token-gauge.ts'
import { createTurnContext, type TurnContext } from './turn-context.ts'
import { selectLastTurn } from './turn-store.ts'

const window = 4_000

async function openContext(
  { store, agents }: Pick<TestSessions, 'store' | 'agents'>,
  sessionId: SessionId,
  pasts: KeptPasts = createKeptPasts(),
): Promise<TurnContext> {
  const turn = await store.read((r) => r.one(selectLastTurn({ sessionId })))
  return createTurnContext({
    gauge: createTokenGauge(),
    pasts,
    session: { id: sessionId },
    turn: turn ?? null,
    modelName: 'p/m',
    model: agents.findModel('p/m'),
    system: '',
    tools: [],
    hasSeveralPeople: false,
  })
}

async function openChat() {
  const world = await openTestSessions({
    agents: smallModel(window),
    tools: toolsOf({ run: async () => ({ output: 'found '.repeat(20), isError: false }) }),
  })
  const { actor } = await world.signedIn('ann', 'member')
  return { world, actor, id: await world.chat(actor) }
}

/** Says it, lets it be answered, and makes sure that the model was told what it would be told by one who knows nothing. */
async function talk(world: TestSessions, actor: PersonActor, id: SessionId, text: string): Promise<string> {
  world.model.script(`answer to ${text}`)
  await world.say(actor, id, text)
  await world.work()
  const fresh = await openContext(world, id)
  const told = await world.store.read((r) => fresh.next(r))
  const { messages } = world.model.requests.at(-1)!
  assert.deepEqual(messages, told.slice(0, -1))
  return JSON.stringify(messages)
}

test('[SES8] what the turns before were told is read once; afterwards only what came since', async () => {
  const { world, actor, id } = await openChat()
  await using _ = world
  const pasts = createKeptPasts()
  const read: number[] = []
  for (let i = 0; i < 12; i++) {
    await talk(world, actor, id, `question ${i}`)
    const context = await openContext(world, id, pasts)
    const fresh = await openContext(world, id)
    await world.store.read(async (r) => {
      const counting = countRows(r)
      assert.deepEqual(await context.next(counting), await fresh.next(r))
      read.push(counting.rows())
    })
    context.leave()
  }
  assert.equal(Math.max(...read.slice(2)), read[2])
})

function countRows(r: Reader): Reader & { rows(): number } {
  let rows = 0
  return {
    rows: () => rows,
    async all(query) {
      const found = await r.all(query)
      rows += found.length
      return found
    },
    async one(query) {
      const found = await r.one(query)
      rows += found === undefined ? 0 : 1
      return found
    },
  }
}

test('[SES6] what was redacted between two turns is told no more', async () => {
  const { world, actor, id } = await openChat()
  await using _ = world
  const secret = await world.say(actor, id, 'hunter2')
  world.model.script('Noted.')
  await world.work()
  assert.match(await talk(world, actor, id, 'and now?'), /hunter2/)
  await world.store.tx((t) => world.sessions.redact(t, actor, id, secret.eventId))
  assert.doesNotMatch(await talk(world, actor, id, 'and then?'), /hunter2/)
})

test('[SES10] what is tried again, changed and then cancelled is told in its last words', async () => {
  const { world, actor, id } = await openChat()
  await using _ = world
  await talk(world, actor, id, 'hello')
  const said = await world.say(actor, id, 'first words')
  world.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
  await world.work()
  await world.store.tx(async (t) => {
    await world.sessions.retry(t, actor, id)
    await world.sessions.editQueued(t, actor, id, said.eventId, 'last words')
    await world.sessions.cancelQueued(t, actor, id, said.eventId)
  })
  await world.work()
  const told = await talk(world, actor, id, 'go on')
  assert.match(told, /last words/)
  assert.doesNotMatch(told, /first words/)
})

test('[SES8] tools, a retry, a steered turn and many summaries: each turn is told as if the past was read anew', async () => {
  const { world, actor, id } = await openChat()
  await using _ = world
  for (let i = 0; i < 12; i++) {
    if (i % 3 === 0) world.model.script(`I look ${i}.`, toolCall('read', {}, `c${i}`))
    if (i % 4 === 1) {
      world.model.script({ type: 'failed', error: { kind: 'refused', message: 'No.' } })
      await world.say(actor, id, `refused ${i}`)
      await world.work()
      world.model.script('Well then.')
      await world.store.tx((t) => world.sessions.retry(t, actor, id))
      await world.work()
    }
    await world.say(actor, id, `${i} ${'x'.repeat(1_500)}`, { mode: i % 2 === 0 ? 'steer' : 'queue' })
    await talk(world, actor, id, `question ${i}`)
  }
  const kinds = (await world.log(id)).map(({ kind }) => kind)
  assert.ok(kinds.filter((kind) => kind === 'compaction').length > 1)
  assert.deepEqual(world.logged, [])
})

test('[CNV6] once a guest turns out to be a member, the agent is told their name there', async () => {
  await using h = await openHearingHouse()
  const vera = h.guest('Vera')
  const say = async (text: string) => {
    h.platform.say(vera.id, h.general, `${h.mention} ${text}`)
    await h.settle()
  }
  await say('hello')
  await say('again')
  const speakers = () =>
    h.model.requests.at(-1)!.messages.flatMap((one) => (one.role === 'user' ? [one.speaker?.name] : []))
  assert.deepEqual(speakers(), ['Vera', 'Vera'])
  const dm = h.dmWith(vera.id)
  h.platform.say(vera.id, dm, '/link')
  await h.settle()
  const { actor } = await h.signedIn('wera', 'member')
  const [code = ''] = /[A-Z2-9]{5}-[A-Z2-9]{5}/.exec(h.read(dm).at(-1)!) ?? []
  await h.store.tx((t) => h.people.useCode(t, actor, code))
  await h.settle()
  await say('and now?')
  const names = speakers()
  assert.deepEqual(names, ['wera', 'wera', 'wera'])
})

function built(bytes: number): BuiltContext {
  const list = createPieceList(100)
  return { list, summary: undefined, asked: [], readThroughSeq: 1, bytes, outputBytes: 0 }
}

test('the pasts that are kept stay within their size: who was not used for longest goes first', () => {
  const pasts = createKeptPasts({ bytesMax: 100, oneBytesMax: 60 })
  const reach = { bytesMax: 1_000, outputBytesMax: 100 }
  const [a, b, c] = ['a', 'b', 'c'] as SessionId[]
  const kept = (id: SessionId | undefined) => pasts.take(id!, reach) !== undefined
  pasts.keep(a!, reach, built(61), 0)
  assert.equal(kept(a), false)
  for (const id of [a, b]) pasts.keep(id!, reach, built(40), 0)
  const used = pasts.take(a!, reach)
  assert.ok(used)
  // It has one holder.
  assert.equal(kept(a), false)
  pasts.keep(a!, reach, used, 0)
  pasts.keep(c!, reach, built(40), 0)
  assert.deepEqual([kept(a), kept(b), kept(c)], [true, false, true])
})

test('a past of another reach, or of before a change that no entry tells, is not gone on with', () => {
  const pasts = createKeptPasts()
  const id = 'a' as SessionId
  const reach = { bytesMax: 1_000, outputBytesMax: 100 }
  pasts.keep(id, reach, built(10), 0)
  assert.equal(pasts.take(id, { ...reach, bytesMax: 2_000 }), undefined)
  pasts.keep(id, reach, built(10), 0)
  pasts.noteChange()
  assert.equal(pasts.take(id, reach), undefined)
  // Built before the change, and left after it.
  pasts.keep(id, reach, built(10), 0)
  assert.equal(pasts.take(id, reach), undefined)
  pasts.keep(id, reach, built(10), pasts.changes())
  assert.ok(pasts.take(id, reach))
  // Only a part of it was read.
  pasts.keep(id, reach, built(1_001), pasts.changes())
  assert.equal(pasts.take(id, reach), undefined)
})
