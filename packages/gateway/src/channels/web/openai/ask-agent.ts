// A stateless completion: the caller's messages go to the agent's model as they are, behind the agent's instructions,
// and nothing is kept.

import type { Agent, Agents, StepOutcome } from '../../../agents/agents.ts'
import type { Clock } from '../../../foundation/clock.ts'
import type { Store } from '../../../foundation/database/store.ts'
import type { PersonActor } from '../../../people/people.ts'
import type { Sessions } from '../../../sessions/sessions.ts'
import type { AnswerEnd, AnswerSource } from './answer-source.ts'
import { fromModelError, noBudget } from './openai-error.ts'
import type { Conversation } from './read-completion.ts'

export interface AskAgentDeps {
  agents: Pick<Agents, 'instruct' | 'runStep' | 'findModel'>
  sessions: Pick<Sessions, 'checkOwnBudgets' | 'countOwnSpending'>
  store: Pick<Store, 'read' | 'tx'>
  clock: Clock
}

export function askAgent(
  deps: AskAgentDeps,
  actor: PersonActor,
  agent: Agent,
  conversation: Conversation,
): AnswerSource {
  const { agents, sessions, store, clock } = deps

  return {
    agentId: agent.id,
    model: agents.findModel(agent.model)?.name ?? agent.model,
    async run(watch, signal) {
      const usedUp = await store.read((r) => sessions.checkOwnBudgets(r, actor))
      if (usedUp !== undefined) return { kind: 'failed', error: noBudget(usedUp) }
      const people = [{ name: actor.name, handle: actor.handle }]
      const instructions = await agents.instruct(agent, {
        people,
        isShared: false,
        now: clock.wall(),
      })
      const system = [instructions, conversation.system].filter((text) => text !== '').join('\n\n')
      const { messages, tools } = conversation
      const outcome = await agents.runStep({ agent, system, messages, tools, signal }, watch)
      if (outcome.kind === 'answered') {
        const { usage, costMicros, model } = outcome
        await store.tx((t) => sessions.countOwnSpending(t, actor, { ...usage, costMicros, model }))
      }
      return readOutcome(outcome)
    },
  }
}

function readOutcome(outcome: StepOutcome): AnswerEnd {
  switch (outcome.kind) {
    case 'answered': {
      const { text, reasoning, toolCalls, finish, usage, model } = outcome
      return { kind: 'answered', text, reasoning, toolCalls, finish, usage, model }
    }
    case 'failed':
      return { kind: 'failed', error: fromModelError(outcome.error) }
    case 'stopped':
      return { kind: 'left' }
  }
}
