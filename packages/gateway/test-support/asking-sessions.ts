// A session whose agent calls tools that people are asked for.

import type { SessionId } from '@heddle/contract'
import type { CallVerdict, ToolOutcome, TurnTrust } from '../src/agents/tools.ts'
import type { PersonActor } from '../src/people/people.ts'
import type { Approval, Decision } from '../src/sessions/approvals/approvals.ts'
import type { WorkRules } from '../src/sessions/work-rules.ts'
import { openTestSessions, type TestSessions } from './open-test-sessions.ts'
import { toolsOf } from './tools-of.ts'

interface Setting {
  rules?: WorkRules
  verdict?(name: string, trust: TurnTrust): CallVerdict
  outcome?(name: string): ToolOutcome | Promise<ToolOutcome>
  isIdempotent?: boolean
  /** Which of them only look. */
  looks?(name: string): boolean
}

export const askAll = (name: string): CallVerdict => ({
  kind: 'ask',
  why: 'policy',
  reason: 'The policy asks.',
  scope: { key: '', label: name },
})

/** A session of Ann's, open to the team, whose agent calls tools that are asked for; `made` lists the calls that were made. */
export async function asking({
  rules,
  verdict = askAll,
  outcome,
  isIdempotent = false,
  looks,
}: Setting = {}) {
  const made: { name: string; arguments: string; isApproved: boolean }[] = []
  const tools = toolsOf({
    judge: ({ name }, trust) => verdict(name, trust),
    isIdempotent: () => isIdempotent,
    ...(looks && { looks }),
    async run(call, { isApproved }) {
      made.push({ name: call.name, arguments: call.arguments, isApproved })
      return (await outcome?.(call.name)) ?? { output: `${call.name} is done`, isError: false }
    },
  })
  const world = await openTestSessions({ tools, ...(rules && { rules }) })
  const ann = (await world.signedIn('ann', 'member')).actor
  const id = await world.chat(ann, { visibility: 'team' })
  return { world, ann, id, made }
}

export async function goOn(world: TestSessions, actor: PersonActor, id: SessionId, text = 'go') {
  await world.say(actor, id, text)
  await world.work()
}

export const pendingOf = async (
  world: TestSessions,
  actor: PersonActor,
  session?: string,
): Promise<Approval[]> =>
  (
    await world.store.read((r) =>
      world.sessions.listApprovals(r, actor, { state: 'pending', session }, { limit: 50 }),
    )
  ).items

export async function decide(world: TestSessions, actor: PersonActor, id: string, decision: Decision) {
  const decided = await world.store.tx((t) => world.sessions.decideApproval(t, actor, id, decision))
  await world.work()
  return decided
}

export const results = async (world: TestSessions, id: SessionId) =>
  (await world.timeline(id))
    .filter(({ kind }) => kind === 'tool.result')
    .map(({ payload }) => String(payload['output']))
