// How things stand on the emulated Discord when a test begins: a sub-agent that stays, or one that works in a thread.

import assert from 'node:assert/strict'
import type { SessionId } from '@heddle/contract'
import type { ThreadChannel } from '@heddle/emulators/discord/discord-words'
import type { ModelRequest } from '../src/agents/model.ts'
import {
  type DiscordHouse,
  type DiscordHouseOptions,
  type MemberThere,
  openDiscordHouse,
} from './open-discord-house.ts'
import type { ScriptedPart } from './scripted-model.ts'
import { type Answer, heardIn, held, spawn } from './spawning-sessions.ts'

/** The agent of a place, its sub-agents, and whoever goes on where one of these ended. */
export type Who = 'main' | 'child' | 'later'

export interface Play {
  /** What it was asked, in order. */
  asked(who: Who): ModelRequest[]
  /** What it answers from now on, one for each time it is asked; after that `<who> answers.` */
  add(who: Who, ...answers: Answer[]): void
}

export function play(h: DiscordHouse, first: Partial<Record<Who, Answer[]>> = {}): Play {
  const requests: Record<Who, ModelRequest[]> = { main: [], child: [], later: [] }
  const scripts: Record<Who, Answer[]> = { main: [], child: [], later: [], ...first }
  h.model.respond((request): readonly ScriptedPart[] => {
    const who = whoAsks(request)
    requests[who].push(request)
    const answer = scripts[who].shift() ?? [`${who} answers.`]
    return typeof answer === 'function' ? answer(request) : answer
  })
  return {
    asked: (who) => requests[who],
    add: (who, ...answers) => void scripts[who].push(...answers),
  }
}

function whoAsks(request: ModelRequest): Who {
  if (/^\{"task":/m.test(request.system)) return 'child'
  return heardIn(request)[0]?.includes('continues a thread') ? 'later' : 'main'
}

export interface WorkerScene extends AsyncDisposable {
  h: DiscordHouse
  ann: MemberThere
  model: Play
  /** The session of the channel, and of a sub-agent of it that stays and is called `worker`. */
  root: SessionId
  worker: SessionId
  /** A thread under the channel that Ann opened. */
  thread: ThreadChannel
}

export async function openWorkerScene(options: DiscordHouseOptions = {}): Promise<WorkerScene> {
  const h = await openDiscordHouse({ toolOrigins: [], ...options })
  const model = play(h, { main: [[spawn('dig', { label: 'worker', mode: 'session' })]] })
  const ann = await h.member('ann')
  await h.write(ann, h.general, `${h.mention} dig`)
  const [root, worker] = [await h.sessionIn(h.general), await h.childOf(h.general)]
  assert.ok(root && worker)
  const anchor = await h.write(ann, h.general, 'a word aside')
  const thread = h.discord.people.openThread(ann.id, anchor.id, 'aside')
  await h.settle()
  return { h, ann, model, root, worker, thread, [Symbol.asyncDispose]: () => h[Symbol.asyncDispose]() }
}

export interface RunScene extends AsyncDisposable {
  h: DiscordHouse
  ann: MemberThere
  model: Play
  /** In which it works. */
  thread: ThreadChannel
  /** Lets it end with `It is woven.` */
  finish(): Promise<void>
}

/** Ann asked for something that is given to a sub-agent called `looms`, which has a thread and is at work there. */
export async function openRunScene(
  wish: object = { mode: 'run' },
  options: DiscordHouseOptions = {},
): Promise<RunScene> {
  const h = await openDiscordHouse({ toolOrigins: [], ...options })
  const work = held('It is woven.')
  const model = play(h, {
    main: [[spawn('weave', { label: 'looms', thread: true, ...wish })]],
    child: [work.answer],
  })
  const ann = await h.member('ann')
  await h.write(ann, h.general, `${h.mention} weave it`)
  const thread = h.ownThread()
  return {
    h,
    ann,
    model,
    thread,
    async finish() {
      work.go()
      await h.settle()
    },
    [Symbol.asyncDispose]: () => h[Symbol.asyncDispose](),
  }
}
