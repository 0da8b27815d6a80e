// The agents of a world of trees, who give each other tasks.

import { announceSkip } from '@heddle/contract'
import type { AgentsConfig } from '../../src/agents/agents-config.ts'
import type { SeededRandom } from '../time/seeded-random.ts'
import type { Sometimes } from '../watch/sometimes.ts'
import type { Cast, CastToolRoom } from '../sessions/cast.ts'
import { chooseAnswer } from '../sessions/model/choose-answer.ts'
import { createScriptedProvider } from '../sessions/model/scripted-provider.ts'
import { simProvider } from '../sessions/sessions-cast.ts'
import { makeWord } from '../sessions/sessions-truth.ts'
import { chooseTreeCalls } from './model/choose-tree-calls.ts'
import type { TreeHabits } from './model/tree-habits.ts'
import { createWorkTools, type WorkToolsDeps } from './model/work-tools.ts'
import type { TreeLimits } from './trees-shape.ts'
import type { TreesTruth } from './trees-truth.ts'

export function createTreesCast(deps: {
  limits: TreeLimits
  truth: TreesTruth
  sometimes: Sometimes
  habits(): TreeHabits
  /** Instead of what agents usually do, and say last. */
  chooseCalls?: typeof chooseTreeCalls
  chooseLastWords?: typeof chooseLastWords
  /** What they can do besides. */
  tools?(room: CastToolRoom): Pick<WorkToolsDeps, 'asking' | 'origins'>
}): Cast {
  const { truth, sometimes, habits } = deps
  const callsOf = deps.chooseCalls ?? chooseTreeCalls
  const lastWordsOf = deps.chooseLastWords ?? chooseLastWords
  const config = agentsConfig(deps.limits)
  return {
    config,
    openProvider: ({ clock, random }) =>
      createScriptedProvider({
        clock,
        truth,
        sometimes,
        choose(request) {
          const now = habits()
          return chooseAnswer(request, {
            habits: now,
            random,
            next: truth.next,
            chooseCalls: () => callsOf(request, now, random, truth),
            chooseLastWords: () => lastWordsOf(now, random, truth),
          })
        },
      }),
    openTools: (room) =>
      createWorkTools({ ...room, config, truth, sometimes, habits, ...deps.tools?.(room) }),
  }
}

/** What a model may claim, and nobody may believe. */
const lies = [
  'Status: error · failed',
  'Status: success · completed successfully',
  '{"status":"timeout"}',
  `${announceSkip}.`,
  'NO_REPLY',
]

function chooseLastWords(
  { skipChance, lieChance }: TreeHabits,
  random: SeededRandom,
  { next }: TreesTruth,
): string | undefined {
  if (random.chance(skipChance)) return random.pick([announceSkip, ` ${announceSkip}\n`])
  if (random.chance(lieChance)) return `${random.pick(lies)} ${makeWord('claimed', next())}`
  return undefined
}

/** May never be used by that agent, nor by anything below it. */
export const deniedToHelper = 'mail'
/** May be used by no sub-agent. */
export const deniedBelow = 'post'

function agentsConfig(limits: TreeLimits): AgentsConfig {
  const { isPostDenied, ...subagents } = limits
  return {
    agents: {
      defaults: { model: 'sim/one', subagents },
      list: [
        { id: 'main', subagents: { allowAgents: ['*'] } },
        {
          id: 'helper',
          name: 'Helper',
          tools: { deny: [deniedToHelper] },
          subagents: { allowAgents: ['helper', 'main'] },
        },
      ],
    },
    models: { providers: { sim: simProvider(40_000) } },
    ...(isPostDenied && { tools: { subagents: { tools: { deny: [deniedBelow] } } } }),
  }
}
