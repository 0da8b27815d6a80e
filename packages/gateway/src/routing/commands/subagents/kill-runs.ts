// `/subagents kill`: ends sub-agents with everything below them, and says of each what was confirmed (SUB12).

import { limits } from '@heddle/contract'
import type { Run, Stopped } from '../../../sessions/sessions.ts'
import type { CommandAnswer } from '../../routing.ts'
import type { Answered, CommandCall } from '../command-call.ts'
import { nameOfRun } from './tell-runs.ts'
import { tellBelow, tellState, tellWhereSeen, withoutLabels } from './tell-stopped.ts'

export async function kill(call: CommandCall, run: Run): Promise<Answered> {
  return killEach(call, [run])
}

export async function killAll(call: CommandCall): Promise<Answered> {
  const { deps, t, actor, session } = call
  const page = { limit: limits.runsListMax }
  const { items } = await deps.sessions.listRuns(t, actor, session.id, 'children', page)
  // One that is over may have begun others since.
  const alive = items.filter((run) => isAlive(run) || run.activeChildren > 0)
  if (alive.length > 0) return killEach(call, alive)
  return { answer: { ok: true, text: 'No sub-agent of this session is left to end.', data: { killed: [] } } }
}

/** Its run has not ended, or it is persistent and could be talked to. */
export function isAlive(run: Run): boolean {
  if (run.endedAt === null || run.isWorking) return true
  return run.mode === 'session' && run.sessionState !== 'over' && run.sessionState !== 'archived'
}

interface Killed {
  run: Run
  wasAlive: boolean
  /** Itself first, then those below it. */
  tree: Stopped['descendants']
}

async function killEach({ deps, t, actor }: CommandCall, runs: readonly Run[]): Promise<Answered> {
  const killed: Killed[] = []
  for (const run of runs) {
    const { turnId, descendants } = await deps.sessions.kill(t, actor, run.id)
    const self = { sessionId: run.sessionId, label: run.label, confirmed: turnId === null }
    killed.push({ run, wasAlive: isAlive(run), tree: [self, ...descendants] })
  }
  const all: Stopped = { turnId: null, cancelled: [], descendants: killed.flatMap(({ tree }) => tree) }
  return {
    answer: answerKilled(killed, false),
    kept: answerKilled(killed.map(withoutNames), false),
    quotes: all.descendants.map(({ sessionId }) => sessionId),
    confirm: async () => {
      const { descendants } = await deps.sessions.confirmStopped(all)
      const ended = new Map(descendants.map(({ sessionId, confirmed }) => [sessionId, confirmed]))
      const look = (one: Stopped['descendants'][number]) => ({
        ...one,
        confirmed: ended.get(one.sessionId) ?? one.confirmed,
      })
      const now = killed.map((one) => ({ ...one, tree: one.tree.map(look) }))
      return answerKilled(now, true)
    },
  }
}

/** What stays has no labels and no tasks, which may be redacted later. */
function withoutNames({ run, wasAlive, tree }: Killed): Killed {
  return { run: { ...run, label: null, task: '' }, wasAlive, tree: withoutLabels(tree) }
}

function answerKilled(killed: readonly Killed[], isConfirmed: boolean): CommandAnswer {
  const lines = killed.flatMap(({ run, wasAlive, tree: [self, ...below] }) => [
    `${nameOfRun(run)}: ${wasAlive ? tellState(self?.confirmed === true, isConfirmed) : 'had ended before'}`,
    ...tellBelow(below, isConfirmed).map((line) => `  ${line}`),
  ])
  const trees = killed.flatMap(({ tree }) => tree)
  const data = {
    killed: killed.map(({ run, tree: [self, ...below] }) => ({
      runId: run.id,
      sessionId: run.sessionId,
      label: run.label,
      confirmed: self?.confirmed === true,
      below,
    })),
  }
  return { ok: true, text: [...lines, ...tellWhereSeen(trees, isConfirmed)].join('\n'), data }
}
