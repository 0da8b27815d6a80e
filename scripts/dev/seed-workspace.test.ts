import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { demoAccount, demoIds } from '../../packages/emulators/src/discord/demo-server.ts'
import { loadConfig } from '../../packages/gateway/src/config.ts'
import { openDataFolder } from '../../packages/gateway/src/data-folder.ts'
import { openGround, type OpenGround } from '../../packages/gateway/src/open-ground.ts'
import { makeTestFolder } from '../../packages/gateway/test-support/create-test-world.ts'
import { seedSessions } from './seed-sessions.ts'
import { seedPeople } from './seed-story.ts'
import { seedWorkspace } from './seed-workspace.ts'

const nowMs = Date.UTC(2026, 2, 14, 13, 5)
const minuteMs = 60_000

async function open(path: string): Promise<OpenGround & AsyncDisposable> {
  const config = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: path, cwd: path })
  const ground = await openGround({ folder: openDataFolder(path), config, env: {} })
  return { ...ground, [Symbol.asyncDispose]: () => ground.close() }
}

async function actorOf({ store, people }: OpenGround, handle: string) {
  const person = seedPeople.find((each) => each.handle === handle)
  assert(person)
  const { password } = person
  const ready = await people.prepareSignIn({ handle, password, address: '127.0.0.1', device: 'test' })
  return (await store.tx((t) => people.signIn(t, ready))).actor
}

async function seen(ground: OpenGround, actor: Awaited<ReturnType<typeof actorOf>>) {
  const list = (state?: 'archived') =>
    ground.store.read((r) => ground.sessions.list(r, actor, state ? { state } : {}, { limit: 100 }))
  const sessions = [...(await list()).items, ...(await list('archived')).items]
  return Promise.all(
    sessions.map(async (session) => {
      const { events } = await ground.store.read((r) =>
        ground.sessions.timeline(r, actor, session.id, { limit: 1_000 }),
      )
      return { session, events, kinds: new Set(events.map((event) => event.kind)) }
    }),
  )
}

/** How much there is, and of what. */
async function rowsOf(ground: OpenGround) {
  const actor = await actorOf(ground, 'ann')
  return (await seen(ground, actor)).map(({ session, events }) => [session.id, events.length, session.seq])
}

function folderOf(t: TestContext): string {
  return join(makeTestFolder(t), 'demo')
}

test('[REP12] the demo data has two people, a past of several days and every kind of row', async (t) => {
  const folder = folderOf(t)
  const { isSeeded, people } = await seedWorkspace({ folder, nowMs })
  assert.deepEqual([isSeeded, people.map(({ handle }) => handle)], [true, ['ann', 'bob']])
  await using ground = await open(folder)
  const ann = await actorOf(ground, 'ann')
  const bob = await actorOf(ground, 'bob')
  const mine = await seen(ground, ann)
  assert.equal(mine.length, seedSessions.length - 1, 'all but what is Bob’s alone')
  assert.equal((await seen(ground, bob)).length, 4)

  const kinds = new Set(mine.flatMap((each) => [...each.kinds]))
  for (const kind of [
    'message.user',
    'message.agent',
    'reasoning',
    'tool.call',
    'tool.result',
    'turn.finished',
    'turn.failed',
  ] as const) {
    assert(kinds.has(kind), kind)
  }
  const long = mine.find(({ session }) => session.title === 'Proofread the weaving guide')
  assert(long && long.events.filter((event) => event.kind === 'turn.finished').length >= 20)
  assert(mine.some(({ session }) => session.state === 'archived'))
  assert(mine.some(({ session }) => session.visibility === 'team'))
  assert(mine.some(({ events }) => events.some((event) => event.isRedacted)))
  const needing = await ground.store.read((r) => ground.sessions.list(r, ann, { needs: 'me' }, { limit: 10 }))
  assert.deepEqual(
    needing.items.map(({ title, lastOutcome, unread }) => [title, lastOutcome, unread]),
    [['Translate the welcome page', 'succeeded', true]],
  )
  assert(
    mine.some(({ session }) => session.lastOutcome === 'failed'),
    'a turn to try again',
  )
  const working = mine.find(({ session }) => session.state === 'running')
  assert.deepEqual([working?.session.title, working?.session.queued], ['slow', 2])
})

test('[REP12] every session begins when the story says, and nothing happens after now', async (t) => {
  const folder = folderOf(t)
  await seedWorkspace({ folder, nowMs })
  await using ground = await open(folder)
  const titled = seedSessions.filter((session) => session.title !== undefined)
  const all = await seen(ground, await actorOf(ground, 'ann'))
  for (const told of titled) {
    const found = all.find(({ session }) => session.title === told.title)
    assert(found, told.title)
    const lateMs = found.session.createdAt - (nowMs - told.hoursAgo * 60 * minuteMs)
    assert(lateMs >= 0 && lateMs < minuteMs, `${told.title} begins ${lateMs} ms late`)
  }
  for (const { session, events } of all) {
    const newest = Math.max(session.activeAt, ...events.map((event) => event.createdAt))
    assert(newest <= nowMs, session.title ?? session.id)
  }
})

test('[REP12] a second start adds nothing, and a fresh one begins anew', async (t) => {
  const folder = folderOf(t)
  await seedWorkspace({ folder, nowMs })
  const before = await open(folder)
  const rows = await rowsOf(before)
  await before.close()
  assert.deepEqual(await seedWorkspace({ folder, nowMs: nowMs + 1 }), { isSeeded: false, people: seedPeople })
  const after = await open(folder)
  assert.deepEqual(await rowsOf(after), rows)
  await assert.rejects(seedWorkspace({ folder, nowMs, isFresh: true }), /another Heddle is using/)
  await after.close()
  assert.equal((await seedWorkspace({ folder, nowMs, isFresh: true })).isSeeded, true)
  assert.deepEqual(readdirSync(join(folder, '..')), ['demo'], 'nothing is left beside it')
})

test('[REP12] data of somebody else is neither seeded nor thrown away', async (t) => {
  const folder = folderOf(t)
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), 'dear')
  await assert.rejects(seedWorkspace({ folder, nowMs }), /holds "letter\.txt"/)
  await assert.rejects(seedWorkspace({ folder, nowMs, isFresh: true }), /holds other data/)
  assert(existsSync(join(folder, 'letter.txt')))

  const real = join(folder, 'real')
  await (await open(real)).close()
  assert.deepEqual(await seedWorkspace({ folder: real, nowMs }), { isSeeded: false, people: [] })
  await assert.rejects(seedWorkspace({ folder: real, nowMs, isFresh: true }), /holds other data/)
})

test('[REP12] the demo data comes with an account on the emulated Discord, where that is asked for', async (t) => {
  const folder = folderOf(t)
  const account = demoAccount('http://127.0.0.1:7600/api')
  const there = { channel: 'discord', accountId: 'demo', platformId: demoIds.ann }
  const channels = { discord: { accounts: { demo: account } } }
  await seedWorkspace({ folder, nowMs, channels, links: [{ handle: 'ann', ...there }] })
  const { places } = loadConfig({ flags: { port: 0 }, env: {}, dataFolder: folder, cwd: folder }).current()
  assert.deepEqual(places.channels?.discord?.accounts?.['demo'], account)
  await using ground = await open(folder)
  const person = await ground.store.read((r) => ground.people.recogniseAccount(r, there))
  assert.equal(person?.handle, 'ann')
})
