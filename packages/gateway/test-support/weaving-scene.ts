// A channel of the emulated platform in which Kim asks for something, which is given to a sub-agent with a thread of its own.

import assert from 'node:assert/strict'
import type { ModelRequest } from '../src/agents/model.ts'
import { type HearingHouse, openHearingHouse } from './hearing-house.ts'
import { boundIn } from './platform-troubles.ts'
import { spawn } from './spawning-sessions.ts'

const isOfChild = ({ system }: ModelRequest) => /^\{"task":/m.test(system)

/** Nothing was asked for yet. */
export async function openWeaving() {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.placeRules.layers['loopback'] = { spawnSubagentSessions: true }
  const kim = await h.member('kim')
  const answers = [[spawn('weave', { label: 'looms', thread: true, mode: 'run' })], ['Somebody is on it.']]
  h.model.respond((request) => (isOfChild(request) ? ['It is woven.'] : (answers.shift() ?? ['Yes?'])))
  const say = (place: string, text: string) => void h.platform.say(kim.user.id, place, text)
  return { h, kim, say }
}

/** The sub-agent has come to its end, and said so in its thread. */
export async function openWoven() {
  const scene = await openWeaving()
  const { h, say } = scene
  say(h.general, `${h.mention} weave it`)
  await h.pass(5_000)
  const thread = threadsOf(h)[0]?.id
  assert.ok(thread)
  const [before] = await boundIn(h, thread)
  assert.ok(before)
  assert.equal(before.status, 'ending')
  const feed = h.platform.state.bots.get(h.botId)?.feed
  const root = await h.sessionIn({})
  assert.ok(feed && root)
  return { ...scene, thread, before, feed, root }
}

export const threadsOf = (h: HearingHouse) =>
  [...h.platform.state.conversations.values()].filter(({ kind }) => kind === 'thread')
