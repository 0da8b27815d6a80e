import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageReportJson } from '@heddle/contract'
import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import type { SignedIn } from '../../people/people.ts'

const agents = {
  agents: {
    list: [
      { id: 'main', name: 'Main' },
      { id: 'weaver', name: 'Weaver', model: 'local/b' },
    ],
  },
  models: {
    providers: {
      local: {
        kind: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:9/v1',
        models: [{ id: 'a', cost: { input: 2, output: 4 } }, { id: 'b' }],
      },
    },
  },
} as const

const cookieOf = ({ secret }: SignedIn) => ({ Cookie: `heddle_sign_in=${secret}` })

async function talk(house: TestDoor, who: SignedIn, agentId = 'main'): Promise<void> {
  const id = await house.chat(who.actor, { agentId })
  await house.say(who.actor, id, 'hello')
  await house.work()
}

async function report(house: TestDoor, who: SignedIn, query = ''): Promise<UsageReportJson> {
  const { status, body } = await house.ask('GET', `/usage${query}`, { headers: cookieOf(who) })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

test('[USG2] one’s own usage by day, agent and model, with every day of the range', async () => {
  await using house = await openTestDoor({ agents })
  const ann = await house.signedIn('ann', 'viewer')
  const bob = await house.signedIn('bob', 'member')
  await talk(house, bob)
  await talk(house, bob, 'weaver')
  house.clock.advance(24 * 3_600_000)
  await talk(house, bob)

  const usage = await report(house, bob)
  assert.deepEqual(
    [usage.from, usage.to, usage.timeZone, usage.of],
    ['2025-12-08', '2026-01-06', 'UTC', 'me'],
  )
  const figures = { inputTokens: 30, outputTokens: 15, cachedTokens: 0 }
  assert.deepEqual(usage.totals, { turns: 3, ...figures, costMicros: 80, unpricedTurns: 1 })
  assert.equal(usage.days.length, 30)
  assert.deepEqual(
    usage.days.slice(-3).map(({ day, turns }) => [day, turns]),
    [
      ['2026-01-04', 0],
      ['2026-01-05', 2],
      ['2026-01-06', 1],
    ],
  )
  assert.deepEqual(
    usage.agents.map(({ id, name, turns }) => [id, name, turns]),
    [
      ['main', 'Main', 2],
      ['weaver', 'Weaver', 1],
    ],
  )
  assert.deepEqual(
    usage.models.map(({ id, costMicros, unpricedTurns }) => [id, costMicros, unpricedTurns]),
    [
      ['local/a', 80, 0],
      ['local/b', 0, 1],
    ],
  )
  assert.deepEqual(usage.members, [])
  assert.equal((await report(house, ann)).totals.turns, 0, 'what others used is not hers')
  assert.equal((await report(house, bob, '?from=2026-01-05&to=2026-01-05')).totals.turns, 2)
})

test('[USG2] the days are those of the asker’s time zone', async () => {
  // 9:00 UTC is still the evening before in Honolulu.
  await using house = await openTestDoor({ agents })
  const ann = await house.signedIn('ann', 'member')
  await talk(house, ann)
  const headers = { ...cookieOf(ann), 'X-Heddle-Request': '1' }
  const changed = await house.ask('PATCH', '/me', { body: { timeZone: 'Pacific/Honolulu' }, headers })
  assert.equal(changed.status, 200)
  const usage = await report(house, ann)
  assert.deepEqual([usage.to, usage.timeZone], ['2026-01-04', 'Pacific/Honolulu'])
  assert.equal(usage.days.at(-1)?.turns, 1)
})

test('[USG2] a range that cannot be is refused by its field', async () => {
  await using house = await openTestDoor({ agents })
  const ann = await house.signedIn('ann', 'member')
  const cases = [
    ['?from=2026-01-06', 'from'],
    ['?to=2027-01-01', 'to'],
    ['?from=2026-01-05&to=2026-01-04', 'from'],
    ['?from=2024-01-01', 'from'],
    ['?from=yesterday', 'from'],
    ['?from=2026-02-30', 'from'],
    ['?of=everyone', 'of'],
    ['?form=2026-01-01', 'form'],
  ]
  for (const [query, field] of cases) {
    const { status, body } = await house.ask('GET', `/usage${query}`, { headers: cookieOf(ann) })
    assert.deepEqual([status, body.error.code, body.error.issues[0].field], [400, 'bad_input', field], query)
  }
})

test('[USG3] the team’s usage is for admins, by member; whoever was removed is a former member', async () => {
  await using house = await openTestDoor({ agents })
  const owner = await house.signedIn('olga', 'owner')
  const admin = await house.signedIn('ada', 'admin')
  const bob = await house.signedIn('bob', 'member')
  const gone = await house.signedIn('gone', 'member')
  await talk(house, admin)
  await talk(house, bob)
  await talk(house, bob)
  await talk(house, gone, 'weaver')
  const removed = await house.ask('DELETE', `/members/${gone.person.id}`, {
    headers: { ...cookieOf(owner), 'X-Heddle-Request': '1' },
  })
  assert.equal(removed.status, 204)

  const refused = await house.ask('GET', '/usage?of=team', { headers: cookieOf(bob) })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_allowed'])
  const usage = await report(house, admin, '?of=team')
  assert.equal(usage.totals.turns, 4)
  assert.deepEqual(
    usage.members.map(({ id, name, turns }) => [id, name, turns]),
    [
      [bob.person.id, 'bob', 2],
      [admin.person.id, 'ada', 1],
      [gone.person.id, 'former member', 1],
    ],
  )
})

test('[USG3] a token reads its maker’s own with the scope read, the team’s only with admin besides', async () => {
  await using house = await openTestDoor({ agents })
  const read = await house.bearerOf('owner', ['read'])
  const both = await house.bearerOf('owner', ['read', 'admin'])
  const status = async (query: string, headers: Record<string, string>) =>
    (await house.ask('GET', `/usage${query}`, { headers })).status
  assert.deepEqual(
    [await status('', read), await status('?of=team', read), await status('?of=team', both)],
    [200, 403, 200],
  )
})

test('[USG1] forking and archiving a session change nothing of what was counted', async () => {
  await using house = await openTestDoor({ agents })
  const ann = await house.signedIn('ann', 'member')
  const id = await house.chat(ann.actor)
  const { eventId } = await house.say(ann.actor, id, 'hello')
  await house.work()
  const before = await report(house, ann)
  const headers = { ...cookieOf(ann), 'X-Heddle-Request': '1' }
  const forked = await house.ask('POST', `/sessions/${id}/fork`, { body: { eventId }, headers })
  assert.equal(forked.status, 201, JSON.stringify(forked.body))
  assert.equal((await house.ask('DELETE', `/sessions/${id}`, { headers })).status, 204)
  await house.work()
  assert.deepEqual({ ...(await report(house, ann)), countedAt: '' }, { ...before, countedAt: '' })
})
