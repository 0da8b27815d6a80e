import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestSessions, textOf } from '../../../test-support/open-test-sessions.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import type { PersonActor } from '../../people/people.ts'
import type { WorkRules } from '../../sessions/work-rules.ts'

const cost = { input: 2, output: 4 }
const baseUrl = 'http://127.0.0.1:9/v1'
const local = {
  kind: 'openai-compatible',
  baseUrl,
  models: [
    { id: 'priced', cost },
    { id: 'large-8b', cost },
    { id: 'twin', cost },
  ],
} as const
const agents = {
  models: {
    providers: {
      local,
      other: { kind: 'openai-compatible', baseUrl, models: [{ id: 'twin', cost }] },
      open: { kind: 'openai-compatible', baseUrl },
    },
  },
} as const

async function withCommands(rules: WorkRules = {}) {
  const world = await openTestSessions({ agents, rules })
  const ann = (await world.signedIn('ann', 'member')).actor
  const viewer = (await world.signedIn('vera', 'viewer')).actor
  const id = await world.chat(ann, { visibility: 'team' })
  const run = (actor: PersonActor, text: string) =>
    world.store.tx((t) =>
      world.routing.runCommand(
        t,
        actor,
        { conversation: { channel: 'web', accountId: actor.personId, conversationId: id }, sessionId: id },
        text,
      ),
    )
  const modelOf = async () => (await world.store.read((r) => world.sessions.find(r, ann, id))).model
  return { world, ann, viewer, id, run, modelOf }
}

test('[CMD6] /usage tells what the session used, and that there are no budgets', async () => {
  const { world, ann, viewer, id, run } = await withCommands()
  await using _ = world
  await world.say(ann, id, 'hello')
  await world.work()
  const { ok, text } = await run(viewer, '/usage')
  assert.equal(ok, true)
  assert.equal(text, "This session: 10 in, 5 out, 0.0000 in the price list's currency\nNo budgets are set.")
})

test('[CMD6] [BUD1] /usage tells what the running turn uses, and what each budget has left', async () => {
  const budgets = {
    run: { tokens: 100 },
    tree: { money: 1 },
    member: { tokens: 20 },
    day: { tokens: 1_000, money: 2 },
  }
  const { world, ann, id, run } = await withCommands({ budgets })
  await using _ = world
  world.model.script(toolCall('nothing'))
  world.model.script({ type: 'wait', until: new Promise(() => undefined) })
  await world.say(ann, id, 'go')
  while (world.model.requests.length < 2) await world.breathe()
  const { text, data } = await run(ann, '/usage')
  assert.deepEqual(text.split('\n'), [
    'This session: 0 in, 0 out',
    "The turn that runs, besides: 10 in, 5 out, 0.0000 in the price list's currency",
    'Budget of a turn: 15 of 100 model tokens used, 85 left',
    'Budget of this session and everything below it: 0.0000 of 1.0000 in money used, 1.0000 left',
    'Budget of a member for today (UTC): 15 of 20 model tokens used, 5 left',
    'Budget of everyone for today (UTC): 15 of 1000 model tokens used, 985 left',
    'Budget of everyone for today (UTC): 0.0000 of 2.0000 in money used, 2.0000 left',
  ])
  assert.deepEqual(Object.keys(data ?? {}), ['sessionId', 'usage', 'turn', 'budgets'])
})

test('[CMD6] [SES11] /model shows the model, chooses one and goes back', async () => {
  const { world, ann, id, run, modelOf } = await withCommands()
  await using _ = world
  assert.deepEqual((await run(ann, '/model')).text.split('\n'), [
    "Model: local/priced, the agent's own.",
    'To choose from: local/priced, local/large-8b, local/twin, other/twin, demo/demo.',
  ])
  assert.deepEqual(await run(ann, '/model local/large-8b'), {
    ok: true,
    text: 'From the next turn on, local/large-8b answers here.',
    data: { sessionId: id, model: 'local/large-8b' },
  })
  await world.say(ann, id, 'hello')
  await world.work()
  assert.equal(world.model.requests.at(-1)?.model, 'large-8b')
  assert.match((await run(ann, '/model')).text, /chosen for this session\.\nThe agent's own: local\/priced\./)
  assert.match((await run(ann, '/status')).text, /Model: local\/large-8b/)
  assert.match((await run(ann, '/model default')).text, /the agent's own model answers: local\/priced/)
  assert.equal(await modelOf(), null)
})

test('[CMD6] [SES11] /model takes any letter case, a name without its provider, and any of a provider without a list', async () => {
  const { world, ann, run, modelOf } = await withCommands()
  await using _ = world
  for (const [typed, meant] of [
    ['LOCAL/Large-8B', 'local/large-8b'],
    ['priced', 'local/priced'],
    ['open/Whatever-It-Has', 'open/Whatever-It-Has'],
  ] as const) {
    assert.equal((await run(ann, `/model ${typed}`)).ok, true, typed)
    assert.equal(await modelOf(), meant)
  }
})

test('[CMD6] [CMD8] a mistake in /model changes nothing and names the nearest', async () => {
  const { world, ann, id, run, modelOf } = await withCommands()
  await using _ = world
  for (const [typed, words] of [
    ['local/larg-8b', 'There is no model "local/larg-8b". Did you mean "local/large-8b"?'],
    ['large8b', 'There is no model "large8b". Did you mean "local/large-8b"?'],
    ['twin', 'Several models are called "twin": local/twin, other/twin.'],
    [
      'xylophone',
      'There is no model "xylophone". There is local/priced, local/large-8b, local/twin, other/twin, demo/demo.',
    ],
  ] as const) {
    assert.deepEqual(await run(ann, `/model ${typed}`), { ok: false, text: words })
  }
  assert.equal(await modelOf(), null)
  const said = await world.say(ann, id, '/model larg-8b')
  assert.equal(said.command?.ok, false)
  assert.match(textOf((await world.timeline(id)).at(-1)), /Did you mean/)
})

test('[CMD8] choosing a model takes the right to change the session; looking does not', async () => {
  const { world, viewer, run, modelOf } = await withCommands()
  await using _ = world
  assert.equal((await run(viewer, '/model')).ok, true)
  await assert.rejects(() => run(viewer, '/model priced'), refusedWith('not_allowed'))
  await assert.rejects(() => run(viewer, '/model default'), refusedWith('not_allowed'))
  assert.equal(await modelOf(), null)
})

test('[CMD6] a chosen model that is gone is told as such', async () => {
  const { world, ann, run } = await withCommands()
  await using _ = world
  await run(ann, '/model other/twin')
  world.useConfig(() => ({ models: { providers: { local } } }))
  assert.match((await run(ann, '/model')).text, /Model: other\/twin \(no longer configured\), chosen/)
})
