// The tool by which an agent attaches files of its folder to the answer of its turn, wherever that is told: on the web with
// the answer itself, elsewhere with the message that says it.

import { type EventId, type SessionId, type TurnId } from '@heddle/contract'
import { z } from 'zod'
import type { Tool } from '../../agents/tools.ts'
import { defineTool } from '../../agents/tools/define-tool.ts'
import type { StoredFile } from '../../sessions/sessions.ts'
import { answerWith, tell } from '../../sessions/subagents/tools/tool-caller.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { attachmentsInput, keepAttached, readsFiles } from './keep-attached.ts'

/** `isOutside`: the answer is read elsewhere than here, and whatever it carries with it. */
export function createAttachTool(deps: RoutingRoom, { isOutside }: { isOutside: boolean }): Tool {
  return defineTool({
    name: 'attach',
    description:
      'Attaches files to your answer in this turn: people get them together with what you say at the end of it. A copy is made now; what you change afterwards has to be attached again.',
    group: 'files',
    policy: 'allow',
    // Once for each call, by the call's own id.
    isIdempotent: true,
    changes: true,
    carriesOut: isOutside,
    isUntrusted: false,
    input: z.strictObject({ attachments: attachmentsInput }),
    needs: ({ attachments }) => readsFiles(attachments),
    run: ({ attachments }, place, { callEventId, signal }) =>
      answerWith(async () => {
        const call = {
          sessionId: place.sessionId as SessionId,
          callEventId: callEventId as EventId,
          turnId: place.turnId as TurnId,
        }
        const before = await deps.store.read((r) => deps.sessions.filesOfCall(r, call.callEventId))
        if (before.length > 0) return tell(attached(before))
        const kept = await keepAttached(deps, place, attachments, signal)
        return tell(attached(await deps.store.tx((t) => deps.sessions.giveToAnswer(t, call, kept))))
      }),
  })
}

function attached(files: readonly StoredFile[]) {
  return {
    status: 'attached',
    files: files.map(({ name, mediaType, bytes }) => ({ name, mediaType, bytes })),
    note: 'They go with your answer in this turn.',
  }
}
