// A session of Ann's whose agent has sub-agents, and a model that answers each of them by a script of its own: the session
// at the top as `root`, a sub-agent by its task.

import { limits, type SessionId } from '@heddle/contract'
import { z } from 'zod'
import type { AgentsConfig } from '../src/agents/agents-config.ts'
import type { ModelPart, ModelRequest } from '../src/agents/model.ts'
import type { Tool } from '../src/agents/tools.ts'
import { defineTool } from '../src/agents/tools/define-tool.ts'
import type { PersonActor } from '../src/people/people.ts'
import type { LogEvent, WholeRun } from '../src/sessions/sessions.ts'
import { queries, type RunRow } from '../src/sessions/sessions-tables.ts'
import { openTestSessions, type TestSessions, type TestSessionsOptions } from './open-test-sessions.ts'
import { type ScriptedPart, toolCall } from './scripted-model.ts'

export type Answer = readonly ScriptedPart[] | ((request: ModelRequest) => readonly ScriptedPart[])

export interface Spawning<W extends TestSessions = TestSessions> extends AsyncDisposable {
  world: W
  ann: PersonActor
  id: SessionId
  /** What that one answers from now on, one for each time it is asked; after the last it says `<who> is done`. */
  play(who: string, ...answers: Answer[]): void
  /** What it was asked, in order. */
  asked(who: string): ModelRequest[]
  /** The order in which they were asked. */
  readonly order: string[]
  say(text: string, mode?: 'queue' | 'steer'): Promise<void>
  /** Lets everything happen that follows without a long time passing. */
  settle(): Promise<void>
  /** The same while some model does not come to an end. */
  pass(): Promise<void>
  /** Lets so much time go by that whoever works can say so meanwhile. */
  wait(ms: number): Promise<void>
  /** All that were ever spawned, in that order. */
  runs(): Promise<RunRow[]>
  /** The one with that task. */
  run(task: string): Promise<WholeRun>
  /** The announcements on the timeline of a session. */
  told(sessionId?: SessionId): Promise<LogEvent[]>
}

export async function spawning(options: TestSessionsOptions = {}): Promise<Spawning> {
  return spawningIn(await openTestSessions({ toolOrigins: [], ...options }))
}

export async function spawningIn<W extends TestSessions>(world: W): Promise<Spawning<W>> {
  const ann = (await world.signedIn('ann', 'member')).actor
  const id = await world.chat(ann)
  const scripts = new Map<string, Answer[]>()
  const asked = new Map<string, ModelRequest[]>()
  const order: string[] = []
  world.model.respond((request) => {
    const who = whoAsks(request)
    order.push(who)
    asked.set(who, [...(asked.get(who) ?? []), request])
    const answer = scripts.get(who)?.shift() ?? [`${who} is done`]
    return typeof answer === 'function' ? answer(request) : answer
  })

  const runs = () => world.store.read((r) => r.all(queries.selectFrom('runs').selectAll().orderBy('id')))

  return {
    world,
    ann,
    id,
    order,
    play: (who, ...answers) => void scripts.set(who, [...(scripts.get(who) ?? []), ...answers]),
    asked: (who) => asked.get(who) ?? [],
    async say(text, mode = 'queue') {
      await world.say(ann, id, text, { mode })
    },
    async settle() {
      // A tree is not deeper than this, and each level hears of the one below after a moment.
      for (let level = 0; level <= limits.subagentDepthMax; level++) {
        await world.work()
        world.clock.advance(limits.announceTogetherMs)
      }
      await world.work()
    },
    async pass() {
      for (let level = 0; level <= limits.subagentDepthMax; level++) {
        await world.breathe()
        world.clock.advance(limits.announceTogetherMs)
      }
      await world.breathe()
    },
    async wait(ms) {
      const end = world.clock.mono() + ms
      while (world.clock.mono() < end) {
        world.clock.advance(Math.min(limits.workLeaseMs / 3, end - world.clock.mono()))
        await world.breathe()
      }
    },
    runs,
    async run(task) {
      const row = (await runs()).findLast((one) => one.task === task)
      if (!row) throw new Error(`nothing was spawned for "${task}"`)
      return world.store.read((r) => world.sessions.readRun(r, world.operator, row.id))
    },
    told: async (sessionId = id) =>
      (await world.timeline(sessionId)).filter(({ kind }) => kind === 'subagent.finished'),
    [Symbol.asyncDispose]: () => world.close(),
  }
}

/** A call of `sessions_spawn`. */
export function spawn(task: string, more: object = {}): ModelPart {
  return toolCall('sessions_spawn', { task, ...more }, `call_spawn_${task.replaceAll(' ', '_')}`)
}

/** A call of `subagents`. */
export function manage(action: string, more: object = {}): ModelPart {
  return toolCall('subagents', { action, ...more }, `call_${action}`)
}

/** An answer that does not come before it is let go. */
export function held(...parts: ScriptedPart[]): { answer: Answer; go(): void } {
  const gate = Promise.withResolvers<void>()
  return { answer: [{ type: 'wait', until: gate.promise }, ...parts], go: gate.resolve }
}

/** The agents' configuration with these rules about sub-agents for all of them. */
export function withRules(
  subagents: NonNullable<NonNullable<AgentsConfig['agents']>['defaults']>['subagents'],
): { agents: AgentsConfig } {
  return { agents: { agents: { defaults: { ...(subagents && { subagents }) } } } }
}

/** A tool that answers with this. */
export function givenTool(name: string, output: string, policy: Tool['policy'] = 'allow'): Tool {
  return defineTool({
    name,
    description: 'For tests.',
    group: 'exec',
    policy,
    isIdempotent: true,
    carriesOut: false,
    isUntrusted: false,
    input: z.strictObject({}),
    run: async () => ({ output, isError: false }),
  })
}

/** A tool that needs somebody's word. */
export function askedFor(name: string): Tool {
  return givenTool(name, `${name} is done`, 'ask')
}

function whoAsks({ system }: ModelRequest): string {
  const line = /^\{"task":.*$/m.exec(system)?.[0]
  // Written by the instructions, as that.
  return line === undefined ? 'root' : (JSON.parse(line) as { task: string }).task
}

/** What the tools answered in a conversation, in order. */
export function outputsIn(request: ModelRequest | undefined): string[] {
  return (request?.messages ?? []).flatMap((message) => (message.role === 'tool' ? [message.output] : []))
}

/** What people and Heddle said in a conversation, in order. */
export function heardIn(request: ModelRequest | undefined): string[] {
  return (request?.messages ?? []).flatMap((message) => (message.role === 'user' ? [message.text] : []))
}
