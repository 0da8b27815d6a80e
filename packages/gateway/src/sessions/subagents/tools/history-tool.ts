// The tool `sessions_history`: what was said in a session that can be seen from here.

import { limits } from '@heddle/contract'
import { z } from 'zod'
import type { Tool } from '../../../agents/tools.ts'
import { defineTool } from '../../../agents/tools/define-tool.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import { readHistory } from './read-history.ts'
import { answerWith, loadCaller } from './tool-caller.ts'
import { findSeen } from './tool-sight.ts'

const input = z.strictObject({
  session: z.string().min(1).max(limits.sessionKeyCharsMax).describe('Its id or key.'),
  limit: z
    .int()
    .min(1)
    .max(limits.historyEventsMax)
    .describe('How many of the newest rows. Default: 20.')
    .optional(),
  tools: z.boolean().describe('With tool calls and their results. Default: false.').optional(),
})

export function createHistoryTool(deps: RoomDeps): Tool {
  return defineTool({
    name: 'sessions_history',
    description: 'Read the newest rows of a session that you can see, such as one of your sub-agents.',
    group: 'sessions',
    policy: 'allow',
    isIdempotent: true,
    carriesOut: false,
    isUntrusted: false,
    input,
    run: (wish, place) =>
      answerWith(async () => {
        const found = await deps.store.read(async (r) => {
          const { session } = await loadCaller(deps, r, place)
          return findSeen(r, session, wish.session)
        })
        const { limit = limits.historyEventsDefault, tools = false } = wish
        return readHistory(deps, found.id, { limit, withTools: tools })
      }),
  })
}
