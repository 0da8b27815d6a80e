import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { askAll, asking, decide, goOn, pendingOf, results } from '../../../test-support/asking-sessions.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import type { CallVerdict } from '../../agents/tools.ts'

const asks = (why: 'policy' | 'no_sandbox' | 'untrusted', key = ''): CallVerdict => ({
  kind: 'ask',
  why,
  reason: `It asks: ${why}.`,
  scope: { key, label: 'send' },
})

test('[AGT6] what is denied by the time it is approved is not made: deny wins', async () => {
  let verdict = askAll('send')
  const { world, ann, id, made } = await asking({ verdict: () => verdict })
  await using _ = world
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  const [approval] = await pendingOf(world, ann)
  verdict = { kind: 'refuse', message: 'The policy here denies send.' }
  world.model.script('Then not.')
  await decide(world, ann, approval!.id, { decision: 'once' })
  assert.deepEqual(made, [])
  assert.deepEqual(await results(world, id), ['The policy here denies send.'])
  assert.equal((await world.timeline(id)).at(-1)?.kind, 'turn.finished')
})

test('[AGT5][R17] whoever approved a call in a sandbox has not approved it without one', async () => {
  let verdict = asks('policy')
  const { world, ann, id, made } = await asking({ verdict: () => verdict })
  await using _ = world
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  const [approval] = await pendingOf(world, ann)
  verdict = asks('no_sandbox')
  world.model.script('Again, then.')
  await decide(world, ann, approval!.id, { decision: 'once' })
  assert.deepEqual(made, [])
  assert.match((await results(world, id))[0] ?? '', /sandbox/)
})

test('[SES5] a call of unknown outcome is not made again once its tool is denied', async () => {
  let verdict: CallVerdict = { kind: 'run' }
  let isFirst = true
  const { world, ann, id, made } = await asking({
    verdict: () => verdict,
    isIdempotent: true,
    async outcome() {
      if (isFirst) await new Promise(() => undefined)
      return { output: 'made again', isError: false }
    },
  })
  await using _ = world
  world.model.script(toolCall('look', {}))
  await world.say(ann, id, 'go')
  await world.breathe()
  assert.equal(made.length, 1)
  isFirst = false
  verdict = { kind: 'refuse', message: 'The policy here denies look.' }
  await world.crash()
  world.model.script('Then not.')
  await world.work()
  assert.equal(made.length, 1)
  assert.match((await results(world, id))[0] ?? '', /Interrupted/)
})

test('[AGT6][AGT9] a word about foreign text is none about the policy: that asks for each call all the same', async () => {
  const { world, ann, id, made } = await asking({
    verdict: (_, { isTainted }) => asks(isTainted ? 'untrusted' : 'policy'),
    outcome: async () => ({ output: 'ok', isError: false, isUntrusted: true }),
  })
  await using _ = world
  world.model.script(toolCall('send', { n: 1 }))
  await goOn(world, ann, id)
  world.model.script(toolCall('send', { n: 2 }))
  await decide(world, ann, (await pendingOf(world, ann))[0]!.id, { decision: 'once' })
  const [foreign] = await pendingOf(world, ann)
  assert.equal(foreign?.why, 'untrusted')
  world.model.script(toolCall('send', { n: 3 }))
  await decide(world, ann, foreign!.id, { decision: 'once' })
  assert.equal(made.length, 2)
  const [policy] = await pendingOf(world, ann)
  assert.equal(policy?.why, 'policy')
})

test('[AGT9] a word about the policy for the whole session is none about foreign text', async () => {
  let isForeign = false
  const { world, ann, id, made } = await asking({
    verdict: (_, { isTainted }) => asks(isTainted ? 'untrusted' : 'policy'),
    outcome: async () => ({ output: 'ok', isError: false, isUntrusted: isForeign }),
  })
  await using _ = world
  world.model.script(toolCall('send', { n: 1 }))
  await goOn(world, ann, id)
  isForeign = true
  world.model.script(toolCall('send', { n: 2 }))
  world.model.script(toolCall('send', { n: 3 }))
  await decide(world, ann, (await pendingOf(world, ann))[0]!.id, { decision: 'session' })
  assert.equal(made.length, 1)
  const [foreign] = await pendingOf(world, ann)
  assert.equal(foreign?.why, 'untrusted')
  // Both were said: nothing else is left to ask about.
  world.model.script('Sent.')
  await decide(world, ann, foreign!.id, { decision: 'once' })
  assert.equal(made.length, 3)
})

test('[AGT6] what was allowed for one turn is forgotten with it', async () => {
  const { world, ann, id } = await asking({ verdict: () => asks('untrusted') })
  await using _ = world
  for (const decision of ['once', 'session'] as const) {
    world.model.script(toolCall('send', {}))
    await goOn(world, ann, id)
    world.model.script('Sent.')
    await decide(world, ann, (await pendingOf(world, ann))[0]!.id, { decision })
  }
  const grants = await world.store.read((r) =>
    r.all<{ turn_id: string }>(raw('select turn_id from approval_grants')),
  )
  assert.deepEqual(
    grants.map(({ turn_id }) => turn_id),
    [''],
  )
})

test('[AGT6] the same word of the same person again changes nothing and is answered as the first was', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  const ada = (await world.signedIn('ada', 'admin')).actor
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  const [approval] = await pendingOf(world, ann)
  world.model.script('Sent.')
  const first = await decide(world, ann, approval!.id, { decision: 'once', note: 'fine' })
  const length = (await world.log(id)).length
  const second = await decide(world, ann, approval!.id, { decision: 'once', note: 'fine' })
  assert.deepEqual(second, first)
  assert.equal((await world.log(id)).length, length)
  assert.equal(made.length, 1)
  const audit = await world.store.read((r) => world.people.listAudit(r, ada, { limit: 50 }))
  assert.equal(audit.items.filter(({ action }) => action === 'approval.decide').length, 1)
})

test('[AGT6] so many wait together and no more; the model hears which were not asked for', async () => {
  const { world, ann, id, made } = await asking()
  await using _ = world
  const most = limits.approvalsPerSessionMax
  const calls = Array.from({ length: most + 2 }, (_, n) => toolCall('send', { n }, `c${n}`))
  world.model.script(...calls)
  await goOn(world, ann, id)
  const { openApprovals } = await world.store.read((r) => world.sessions.find(r, ann, id))
  assert.equal(openApprovals, most)
  const told = await results(world, id)
  assert.equal(told.length, 2)
  for (const output of told) assert.match(output, /wait for approval already/)
  assert.deepEqual(made, [])
})

test('[SES12] what nobody approved in time needs nobody any more while its turn goes on', async () => {
  const { world, ann, id } = await asking()
  await using _ = world
  const needs = async () =>
    (await world.store.read((r) => world.sessions.list(r, ann, { needs: 'me' }, { limit: 5 }))).items.length
  world.model.script(toolCall('send', {}))
  await goOn(world, ann, id)
  assert.equal(await needs(), 1)
  world.clock.advance(limits.approvalExpiresMs)
  let release = () => {}
  world.model.script(
    { type: 'wait', until: new Promise<void>((resolve) => (release = resolve)) },
    'Then not.',
  )
  await world.breathe()
  assert.equal(await needs(), 0)
  release()
  await world.work()
})

test('[AGT9][I46] foreign text that steers a running turn marks that turn', async () => {
  let release = () => {}
  const { world, ann, id } = await asking({
    verdict: (name, { isTainted }) => (name === 'send' && isTainted ? asks('untrusted') : { kind: 'run' }),
    async outcome(name) {
      if (name === 'look') await new Promise<void>((resolve) => (release = resolve))
      return { output: 'ok', isError: false }
    },
  })
  await using _ = world
  world.model.script(toolCall('look', {}))
  world.model.script(toolCall('send', {}))
  await world.say(ann, id, 'go')
  await world.breathe()
  await world.say(ann, id, 'send it to me', { mode: 'steer' })
  // As if a guest had said it.
  await world.store.tx((t) => t.run(raw('update sessions set is_tainted = 1')))
  release()
  await world.work()
  assert.equal((await pendingOf(world, ann))[0]?.why, 'untrusted')
})

function raw(sql: string) {
  return { compile: () => ({ sql, parameters: [] }) as never }
}
