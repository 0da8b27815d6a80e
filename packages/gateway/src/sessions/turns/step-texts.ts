// The two texts of one step, what the agent thinks and what it says, from the first word to the finished events.

import type { StepOutcome, StepWatch } from '../../agents/agents.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { agentActor } from '../event-actor.ts'
import type { StoredFile } from '../files/files.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import { completeText } from './complete-text.ts'
import type { TurnScene } from './run-turns.ts'
import { TextStream } from './stream-text.ts'
import { selectDrafts } from './turn-store.ts'

export interface StepTexts {
  watch: StepWatch
  /** Nothing more comes; resolves when nothing of it is being written. */
  close(): Promise<void>
  keep(t: Tx): Promise<void>
  /** `files`: what the answer carries. */
  complete(
    t: Tx,
    outcome: Extract<StepOutcome, { kind: 'answered' }>,
    files: readonly StoredFile[],
  ): Promise<void>
  /** After the commit that completed them. */
  forget(): void
}

const kinds = ['reasoning', 'message.agent'] as const

export async function openStepTexts(deps: RoomDeps, scene: TurnScene, step: number): Promise<StepTexts> {
  const { turn, agent, job, insteadOf } = scene
  const drafts = await deps.store.read((r) => r.all(selectDrafts({ turnId: turn.id })))
  // One that was taken over before it put a word on record counts too: it may wake up and go on telling.
  const attempt = 1 + Math.max(turn.crashes, ...drafts.map((draft) => draft.attempt))
  const actor = agentActor(agent)
  const isDemo = deps.agents.findModel(agent.model)?.isDemo ?? false
  const onTrouble = (error: unknown) =>
    deps.log.warn('a text could not be saved on the way', { turnId: turn.id, error })
  const [reasoning, answer] = kinds.map(
    (kind) =>
      new TextStream(
        { ...deps, job, onTrouble },
        {
          turn,
          kind,
          step,
          attempt,
          actor,
          model: agent.model,
          isDemo,
          draft: drafts.find((draft) => draft.kind === kind),
        },
      ),
  ) as [TextStream, TextStream]

  return {
    watch: {
      onText: (text) => answer.append(text),
      onReasoning: (text) => reasoning.append(text),
    },
    async close() {
      await reasoning.close()
      await answer.close()
    },
    async keep(t) {
      await reasoning.keep(t)
      await answer.keep(t)
    },
    async complete(t, outcome, files) {
      const common = {
        actor,
        state: 'complete',
        step,
        attempt,
        model: outcome.model,
        insteadOf,
        isDemo,
      } as const
      await completeText(deps, t, turn, {
        ...common,
        kind: 'reasoning',
        text: outcome.reasoning,
        begunSeq: reasoning.begun?.seq,
      })
      await completeText(deps, t, turn, {
        ...common,
        kind: 'message.agent',
        text: outcome.text,
        begunSeq: answer.begun?.seq,
        files,
        // A step that asks for calls is followed by another.
        isAnswer: outcome.toolCalls.length === 0,
      })
    },
    forget() {
      reasoning.forget()
      answer.forget()
    },
  }
}
