// The tool `sessions_spawn`.

import { type EventId, limits, spawnInput } from '@heddle/contract'
import { z } from 'zod'
import type { Tool } from '../../../agents/tools.ts'
import { defineTool } from '../../../agents/tools/define-tool.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import { spawnRun } from '../spawn-run.ts'
import { answerWith, loadCaller, tell } from './tool-caller.ts'

const { shape } = spawnInput

const input = z.strictObject({
  task: shape.task.describe(
    'What is to be done, with everything that it has to know: it sees nothing else of this conversation.',
  ),
  label: shape.label.describe('A short name by which people and you can call it.'),
  agentId: shape.agentId.describe(
    'Which agent does it; agents_list shows those that may. Default: yourself.',
  ),
  model: shape.model.describe('provider/model. Default: as configured, else yours.'),
  thinking: shape.thinking.describe('How hard it thinks. Default: as configured, else as you.'),
  runTimeoutSeconds: shape.runTimeoutSeconds.describe('After so long it is ended; 0: never.'),
  thread: shape.thread.describe(
    'Whether it gets a conversation of its own where people can speak to it. Default: false.',
  ),
  mode: shape.mode.describe('"run" ends with the task; "session" stays, to be talked to. Default: "run".'),
  cleanup: shape.cleanup.describe(
    '"delete": its session is archived right after it has told its result. Default: "keep".',
  ),
  // The other one is off, and what is off is not mentioned to models.
  runtime: shape.runtime.meta({ description: 'Default: "subagent".', enum: ['subagent'] }),
  tools: shape.tools.describe(
    'The only tools that it gets, of those that you have. Default: all that it may.',
  ),
})

export function createSpawnTool(deps: RoomDeps): Tool {
  return defineTool({
    name: 'sessions_spawn',
    description: `Give a task to a sub-agent. It works by itself, beside you; this answers at once with its run id. When it ends, its result comes to you as a message, so end your turn, go on with other work, or wait for it with subagents {"action":"wait"}. Several at once work side by side. A label has at most ${limits.runLabelCharsMax} characters.`,
    group: 'sessions',
    policy: 'allow',
    // Once for each call, by the call's own id.
    isIdempotent: true,
    changes: true,
    carriesOut: false,
    isUntrusted: false,
    input,
    run: (wish, place, { callEventId, toolNames }) =>
      answerWith(async () => {
        const spawned = await deps.store.tx(async (t) => {
          const { session, run, turn, actor, origin } = await loadCaller(deps, t, place)
          const agent = deps.agents.find(session.agent_id)
          return spawnRun(deps, t, {
            caller: {
              session,
              run,
              model: turn.fallback_model ?? turn.model,
              thinking: run?.thinking ?? agent?.thinking ?? 'off',
              toolNames,
            },
            input: wish,
            askedBy: 'agent',
            actor,
            origin,
            call: { eventId: callEventId as EventId, turn },
          })
        })
        const { runId, sessionKey, sessionId, warnings } = spawned
        return tell({
          status: 'accepted',
          runId,
          childSessionKey: sessionKey,
          childSessionId: sessionId,
          ...(warnings.length > 0 && { warnings }),
        })
      }),
  })
}
