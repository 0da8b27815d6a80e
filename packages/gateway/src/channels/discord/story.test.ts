// What a team sees on Discord when an agent gives work away: the whole way, from the first word to a thread that is put
// away again. The server is emulated; the bot, its library and the house behind it are the real ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDiscordHouse } from '../../../test-support/open-discord-house.ts'
import { toolCall } from '../../../test-support/scripted-model.ts'
import { type Answer, heardIn, held, spawn } from '../../../test-support/spawning-sessions.ts'
import type { ModelRequest } from '../../agents/model.ts'

test('[DSC1] [BND3] [BND5] [BND6] [BND10] [CMD2] [CMD3] [PER1] [REV1] [REV6] [RTE2] [SUB15] a sub-agent has a thread, people step into it and out again, and nothing that it finishes is lost', async () => {
  await using h = await openDiscordHouse({ toolOrigins: [] })
  const builds = h.addChannel('builds')
  const [ann, bob, eve] = [await h.member('ann'), await h.member('bob'), await h.member('eve')]
  const weaving = held('Blue it is.')
  const { asked } = play(h.model, {
    main: [
      [spawn('weave a scarf', { label: 'looms', thread: true, mode: 'run' })],
      ['Somebody is on it.'],
      ['It talks on with Ann.'],
    ],
    looms: [
      [toolCall('message', { action: 'send', text: 'Which colour shall it have?' })],
      weaving.answer,
      ['The scarf is blue, with fringes.'],
    ],
    later: [['Yes, in cold water.']],
  })

  // Ann asks the bot for something. It gives the work to a sub-agent, in a thread of its own.
  await h.write(ann, h.general, `${h.mention} Weave me a scarf, please.`)
  assert.deepEqual(h.read(h.general), [
    `ann: ${h.mention} Weave me a scarf, please.`,
    'Heddle: **Main · looms**: ⚙️ Main · looms speaks in this thread.',
    'Heddle: Somebody is on it.',
  ])
  const thread = h.ownThread()
  assert.equal(thread.name, '🤖 looms')

  // There it introduces itself, and speaks under its own name.
  const [intro, question] = h.read(thread.id)
  assert.match(intro ?? '', /^Main · looms: ⚙️ Main · looms is here\. .*\nTask: weave a scarf\n/)
  assert.match(intro ?? '', /To leave: \/unfocus, or the button\.$/)
  assert.deepEqual(h.buttons(thread.id), ['Stop', 'Unfocus'])
  assert.equal(question, 'Main · looms: Which colour shall it have?')

  // What Ann writes in the thread goes straight to it; she need not mention anybody.
  await h.write(ann, thread.id, 'Blue, please.')

  // Bob looks on from another channel: he finds it by its label, and gets a thread there.
  assert.deepEqual(await h.suggested(bob, builds, 'focus', { label: 'loo' }, 'label'), [
    'looms · main · running',
  ])
  assert.equal(await h.slash(bob, builds, 'focus', { label: 'looms' }), 'The answer follows here.')
  const bobs = h.threads().find(({ parentId }) => parentId === builds)
  assert.ok(bobs)
  assert.match(h.read(bobs.id)[0] ?? '', /^Main · looms: ⚙️ Main · looms is here\./)

  // Eve did not bind Ann's thread, and may not end that.
  await h.slash(eve, thread.id, 'unfocus')
  assert.equal(
    h.read(thread.id).at(-1),
    'Main · looms: ⚙️ ann bound this, so only they or an admin may change it.',
  )

  // It finishes. The result stands in the thread, once, and the agent that asked for it knows.
  weaving.go()
  await h.settle()
  assert.deepEqual(heardIn(asked('looms').at(-1)).at(-1), 'Blue, please.')
  const told = h.read(thread.id).slice(-2)
  assert.equal(told[0], 'Main · looms: Blue it is.')
  assert.match(
    told[1] ?? '',
    /^Main · looms: The scarf is blue, with fringes\.\nDone\. Write here to go on with it\.\nruntime .* · session key agent:main:subagent:/,
  )
  const main = await h.sessionIn(h.general)
  assert.ok(main)
  const finished = (await h.timeline(main)).filter(({ kind }) => kind === 'subagent.finished')
  assert.equal(finished.length, 1)
  assert.equal(h.threads().filter(({ isArchived }) => isArchived).length, 0)

  // Ann comes back later. The work is over, so the same agent goes on in the same thread, and knows what it was about.
  await h.write(ann, thread.id, 'Can it be washed?')
  assert.equal(h.read(thread.id).at(-1), 'Main · looms: Yes, in cold water.')
  const [preamble, said] = heardIn(asked('later').at(-1))
  assert.match(preamble ?? '', /continues a thread[\s\S]*"weave a scarf"[\s\S]*The scarf is blue/)
  assert.equal(said, 'Can it be washed?')

  // The agent that asked hears that its thread went on, when it is next spoken to.
  await h.write(ann, h.general, `${h.mention} What is new?`)
  assert.ok(heardIn(asked('main').at(-1)).some((text) => text.includes('goes on talking')))

  // She leaves. The thread says goodbye and is put away; the channel above it is the bot's own again.
  await h.slash(ann, thread.id, 'unfocus')
  assert.match(
    h.read(thread.id).at(-1) ?? '',
    /^Main · looms: ⚙️ No longer bound: .* To come back, with a mention: \/focus /,
  )
  assert.equal(h.ownThread().isArchived, true)
})

type Who = 'main' | 'looms' | 'later'

/** What each of them answers, one after the other; later: whoever goes on in the thread. */
function play(
  model: { respond(answer: (request: ModelRequest) => ReturnType<typeof answerOf>): void },
  scripts: Record<Who, Answer[]>,
) {
  const requests: Record<Who, ModelRequest[]> = { main: [], looms: [], later: [] }
  model.respond((request) => {
    const who = whoAsks(request)
    requests[who].push(request)
    return answerOf(scripts[who].shift(), request)
  })
  return { asked: (who: Who) => requests[who] }
}

function answerOf(answer: Answer | undefined, request: ModelRequest) {
  return typeof answer === 'function' ? answer(request) : answer
}

function whoAsks(request: ModelRequest): Who {
  if (/^\{"task":/m.test(request.system)) return 'looms'
  return heardIn(request)[0]?.includes('continues a thread') ? 'later' : 'main'
}
