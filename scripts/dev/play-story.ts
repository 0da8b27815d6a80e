// Lets the story of the demo data happen: the rooms are the real ones, the model and the tools say what the story says,
// and time passes as it does there.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { SessionId } from '@heddle/contract'
import type { ToolSource } from '../../packages/gateway/src/agents/tools.ts'
import { type Clock, sleep } from '../../packages/gateway/src/foundation/clock.ts'
import type { PersonActor } from '../../packages/gateway/src/people/people.ts'
import type { TestSessions } from '../../packages/gateway/test-support/open-test-sessions.ts'
import type { ScriptedPart } from '../../packages/gateway/test-support/scripted-model.ts'
import { toolsOf } from '../../packages/gateway/test-support/tools-of.ts'
import type { SeedAnswer, SeedBeat, SeedCall, SeedSession } from './seed-story.ts'

/** What a person needs to read and a model to write, roughly. */
const charMs = 12
const stepMs = 250
/** A turn of the story takes minutes at most; what takes longer hangs. */
const turnMsMax = 15 * 60_000

export interface StoryTools extends ToolSource {
  /** What the coming calls find, in their order. */
  expect(calls: readonly SeedCall[]): void
}

export function createStoryTools(clock: () => Clock): StoryTools {
  const expected: SeedCall[] = []
  return {
    expect: (calls) => void expected.push(...calls),
    ...toolsOf({
      isIdempotent: () => true,
      async run(call) {
        const found = expected.find(
          (each) => each.name === call.name && JSON.stringify(each.args) === call.arguments,
        )
        if (!found) return { output: `There is no tool "${call.name}".`, isError: true }
        await sleep(clock(), found.tookMs)
        return { output: found.output, isError: found.isError ?? false }
      },
    }),
  }
}

export interface Stage {
  rooms: TestSessions
  tools: StoryTools
  people: Readonly<Record<'ann' | 'bob', PersonActor>>
}

export async function playSession(stage: Stage, session: SeedSession, nowMs: number): Promise<SessionId> {
  const { rooms, people } = stage
  const beginsMs = nowMs - session.hoursAgo * 3_600_000
  rooms.clock.advance(Math.max(0, beginsMs - rooms.clock.wall()))
  const id = await rooms.chat(people[session.opener], {
    agentId: session.agent,
    visibility: session.visibility,
    ...(session.title && { title: session.title }),
    ...(session.with && { participants: session.with }),
  })
  for (const beat of session.beats) await playBeat(stage, id, beat)
  return id
}

async function playBeat(stage: Stage, id: SessionId, beat: SeedBeat): Promise<void> {
  const { rooms, people } = stage
  const { store, sessions } = rooms
  switch (beat.kind) {
    case 'pause':
      return rooms.clock.advance(beat.minutes * 60_000)
    case 'ask':
      tellModel(stage, beat.answers)
      await rooms.say(people[beat.who], id, beat.text)
      return passTurn(rooms, id)
    case 'note':
      await rooms.say(people[beat.who], id, beat.text, { mode: 'note' })
      return rooms.work()
    case 'redact':
      return redactLast(stage, id, beat.who)
    case 'leave':
      return leaveAtWork(stage, id, beat)
    case 'read': {
      const { seq } = await store.read((r) => sessions.find(r, people[beat.who], id))
      await store.tx((t) => sessions.markRead(t, people[beat.who], id, seq))
      return
    }
    case 'archive':
      await store.tx((t) => sessions.archive(t, people[beat.who], id))
      return rooms.work()
  }
}

/** One script for each step of the turn, each after the time that writing it takes. */
function tellModel({ rooms, tools }: Stage, answers: readonly SeedAnswer[]): void {
  let atMs = 900
  for (const { thinks = '', says = '', calls = [], fails } of answers) {
    atMs += (thinks.length + says.length) * charMs
    const parts: ScriptedPart[] = [{ type: 'wait', until: sleep(rooms.clock, atMs) }]
    if (thinks !== '') parts.push({ type: 'reasoning', text: thinks })
    if (says !== '') parts.push(says)
    for (const [at, call] of calls.entries()) {
      parts.push({
        type: 'tool_call',
        call: { id: `call_${at}`, name: call.name, arguments: JSON.stringify(call.args) },
      })
      atMs += call.tookMs
    }
    if (fails !== undefined) parts.push({ type: 'failed', error: { kind: 'refused', message: fails } })
    else
      parts.push({
        type: 'finish',
        reason: calls.length > 0 ? 'tool_calls' : 'stop',
        usage: usageOf(says + thinks, atMs),
      })
    tools.expect(calls)
    rooms.model.script(...parts)
  }
}

function usageOf(written: string, atMs: number) {
  const inputTokens = 900 + Math.round(atMs / 20)
  return {
    inputTokens,
    outputTokens: Math.ceil(written.length / 4),
    cachedTokens: Math.round(inputTokens / 3),
  }
}

async function passTurn(rooms: TestSessions, id: SessionId): Promise<void> {
  const until = rooms.clock.wall() + turnMsMax
  for (;;) {
    await rooms.breathe()
    const session = await rooms.store.read((r) => rooms.sessions.find(r, rooms.operator, id))
    if (session.turnId === null && session.queued === 0) return rooms.work()
    if (rooms.clock.wall() > until) throw new Error(`the turn in session ${id} does not end`)
    rooms.clock.advance(stepMs)
    await nextTick()
  }
}

/** The first is being worked on and the others wait, as if the program had been killed just then. */
async function leaveAtWork(
  { rooms, people }: Stage,
  id: SessionId,
  { who, texts: [first = '', ...others] }: Extract<SeedBeat, { kind: 'leave' }>,
): Promise<void> {
  rooms.model.script({ type: 'wait', until: new Promise(() => undefined) })
  await rooms.say(people[who], id, first)
  await rooms.breathe()
  const { turnId } = await rooms.store.read((r) => rooms.sessions.find(r, rooms.operator, id))
  if (turnId === null) throw new Error('nobody took up what was left to be worked on')
  for (const text of others) await rooms.say(people[who], id, text)
}

async function redactLast({ rooms, people }: Stage, id: SessionId, who: 'ann' | 'bob'): Promise<void> {
  const { personId } = people[who]
  const said = (await rooms.timeline(id)).findLast(
    (event) => event.kind === 'message.user' && event.actor.id === personId,
  )
  if (!said) throw new Error(`${who} said nothing that could be taken back`)
  await rooms.store.tx((t) => rooms.sessions.redact(t, people[who], id, said.eventId))
  await rooms.work()
}
