// The agents of the sessions world: two of them, one scripted model, tools whose calls are kept in a ledger.

import type { AgentsConfig } from '../../src/agents/agents-config.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import type { Cast } from './cast.ts'
import { chooseAnswer } from './model/choose-answer.ts'
import { chooseLedgerCalls } from './model/choose-ledger-calls.ts'
import { createLedgerTools } from './model/ledger-tools.ts'
import type { ModelHabits } from './model/model-habits.ts'
import { createScriptedProvider } from './model/scripted-provider.ts'
import type { SessionsTruth } from './sessions-truth.ts'

export function createSessionsCast(deps: {
  windowTokens: number
  truth: SessionsTruth
  sometimes: Sometimes
  habits(): ModelHabits
}): Cast {
  const { truth, sometimes, habits } = deps
  return {
    config: agentsConfig(deps.windowTokens),
    openProvider: ({ clock, random }) =>
      createScriptedProvider({
        clock,
        truth,
        sometimes,
        choose(request) {
          const now = habits()
          const chooseCalls = () => chooseLedgerCalls(now, random, truth.next)
          return chooseAnswer(request, { habits: now, random, next: truth.next, chooseCalls })
        },
      }),
    openTools: (room) => createLedgerTools({ ...room, truth, sometimes, habits }),
  }
}

const agentsConfig = (contextTokens: number): AgentsConfig => ({
  agents: { defaults: { model: 'sim/one' }, list: [{ id: 'main' }, { id: 'helper', name: 'Helper' }] },
  models: { providers: { sim: simProvider(contextTokens) } },
})

export const simProvider = (contextTokens: number) =>
  ({
    kind: 'openai-compatible',
    baseUrl: 'http://sim.invalid',
    models: [{ id: 'one', contextTokens, cost: { input: 1, output: 2 } }],
  }) as const
