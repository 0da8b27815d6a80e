// A stateless completion: the caller's messages go to the agent's model as they are, behind the agent's instructions,
// and nothing is kept.

import type { Agent, Agents, StepOutcome } from '../../../agents/agents.ts'
import type { Clock } from '../../../foundation/clock.ts'
import type { PersonActor } from '../../../people/people.ts'
import type { AnswerEnd, AnswerSource } from './answer-source.ts'
import { fromModelError } from './openai-error.ts'
import type { Conversation } from './read-completion.ts'

export interface AskAgentDeps {
  agents: Pick<Agents, 'instruct' | 'runStep' | 'findModel'>
  clock: Clock
}

export function askAgent(
  deps: AskAgentDeps,
  actor: PersonActor,
  agent: Agent,
  conversation: Conversation,
): AnswerSource {
  const { agents, clock } = deps

  return {
    agentId: agent.id,
    model: agents.findModel(agent.model)?.name ?? agent.model,
    async run(watch, signal) {
      const people = [{ name: actor.name, handle: actor.handle }]
      const instructions = await agents.instruct(agent, {
        isSubagent: false,
        people,
        isShared: false,
        now: clock.wall(),
      })
      const system = [instructions, conversation.system].filter((text) => text !== '').join('\n\n')
      const { messages, tools } = conversation
      return readOutcome(await agents.runStep({ agent, system, messages, tools, signal }, watch))
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
