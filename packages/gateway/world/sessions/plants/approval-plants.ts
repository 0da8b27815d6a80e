// Mistakes about calls that need somebody's word.

import type { CallVerdict } from '../../../src/agents/tools.ts'
import { mixOf } from '../load/act-mix.ts'
import type { ModelHabits } from '../model/model-habits.ts'
import { alterStatements } from './alter-statements.ts'
import type { SessionsPlant } from './sessions-plant.ts'

const askingModel: ModelHabits = {
  weights: { text: 1, tools: 6, fail: 0, cut: 0, hang: 0, garbage: 0 },
  chunksMax: 1,
  chunkMs: 20,
  reasoningChance: 0,
  stubbornChance: 0,
  toolMs: 800,
  askChance: 0.7,
}

/** Much is asked for, and much is decided. */
const askingWorld = {
  clients: 4,
  followers: 1,
  thinkMs: 300,
  latenessMs: 0,
  windowTokens: 2_000,
  mix: mixOf({ decide: 12 }),
}

export const approvalPlants: readonly SessionsPlant[] = [
  {
    name: 'word-not-asked-for',
    mistake: 'a call that needs a word is made without it',
    foundWithinSeeds: 10,
    focus: { ...askingWorld, model: askingModel, faults: ['kill'] },
    tools: (tools) => ({
      open: async (scene, signal) => ({
        ...(await tools.open(scene, signal)),
        judge: (): CallVerdict => ({ kind: 'run' }),
      }),
    }),
  },
  {
    name: 'word-not-used-up',
    mistake: 'nobody notes that the one call which a word allows was made',
    foundWithinSeeds: 10,
    focus: { ...askingWorld, model: askingModel, faults: ['kill'] },
    store: (store) =>
      alterStatements(store, () => ({
        run: (text) => (text.startsWith('update "approvals" set "used_at"') ? Promise.resolve(1) : undefined),
      })),
  },
  {
    name: 'wake-up-lost',
    mistake: 'a word that comes between the look and the wait is heard when the next one expires',
    foundWithinSeeds: 30,
    focus: { ...askingWorld, model: { ...askingModel, toolMs: 6_000 }, faults: [] },
    store: (store) =>
      alterStatements(store, () => {
        let isLooking = false
        return {
          asked: (text) => void (isLooking ||= text.includes('from "tool_calls"')),
          one: (text, _, row) =>
            isLooking && row !== undefined && text.startsWith('select * from "approvals"')
              ? { ...row, state: 'pending' }
              : row,
        }
      }),
  },
  {
    name: 'word-about-another-call',
    mistake: 'nobody compares the call that was shown with the one that waits',
    foundWithinSeeds: 10,
    focus: { ...askingWorld, model: askingModel, faults: [] },
    sessions: (sessions) => ({
      ...sessions,
      decideApproval: (t, actor, id, { decision }) => sessions.decideApproval(t, actor, id, { decision }),
    }),
  },
  {
    name: 'call-forgets-its-approval',
    mistake: 'the call does not know that it was asked for, and is asked for again',
    foundWithinSeeds: 10,
    focus: { ...askingWorld, model: askingModel, faults: [] },
    store: (store) =>
      alterStatements(store, () => ({
        run: (text) =>
          text.startsWith('update "tool_calls" set "approval_id"') ? Promise.resolve(1) : undefined,
      })),
  },
  {
    name: 'open-approvals-not-counted',
    mistake: 'a session goes on saying that an approval waits',
    foundWithinSeeds: 10,
    focus: { ...askingWorld, model: askingModel, faults: [] },
    store: (store) =>
      alterStatements(store, () => ({
        run: (text, query) =>
          text.startsWith('update "sessions" set "open_approvals"') && query.compile().parameters.includes(-1)
            ? Promise.resolve(1)
            : undefined,
      })),
  },
]
