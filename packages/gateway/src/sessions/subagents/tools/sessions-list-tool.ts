// The tool `sessions_list`.

import { limits, type SessionId } from '@heddle/contract'
import { z } from 'zod'
import type { Tool } from '../../../agents/tools.ts'
import { defineTool } from '../../../agents/tools/define-tool.ts'
import { selectSession } from '../../session-store.ts'
import { writeTime } from '../../usage/calendar-day.ts'
import type { RoomDeps } from '../../sessions-deps.ts'
import type { SessionRow } from '../../sessions-tables.ts'
import { selectBelow } from '../run-store.ts'
import { answerWith, loadCaller, tell } from './tool-caller.ts'
import { listOthers } from './tool-sight.ts'

const input = z.strictObject({
  limit: z.int().min(1).max(limits.toolSessionsListMax).describe('Default: 20.').optional(),
})

export function createSessionsListTool(deps: RoomDeps): Tool {
  return defineTool({
    name: 'sessions_list',
    description:
      'List the sessions that you can see: those below this one, then others that everyone here may read.',
    group: 'sessions',
    policy: 'allow',
    isIdempotent: true,
    carriesOut: false,
    isUntrusted: false,
    input,
    run: ({ limit = limits.historyEventsDefault }, place) =>
      answerWith(() =>
        deps.store.read(async (r) => {
          const { session } = await loadCaller(deps, r, place)
          const below: SessionRow[] = []
          for (const { session_id } of (await selectBelow(r, session.id)).reverse().slice(0, limit)) {
            const row = await r.one(selectSession({ id: session_id as SessionId }))
            if (row) below.push(row)
          }
          const others = await listOthers(r, session, limit - below.length)
          const sessions = [session, ...below, ...others]
          const told = tell({ sessions: sessions.map((row) => describe(row, session)) })
          return { ...told, quotes: sessions.map(({ id }) => id) }
        }),
      ),
  })
}

function describe(row: SessionRow, self: SessionRow) {
  const { id, key, agent_id: agentId, kind, state, title, depth } = row
  return {
    id,
    key,
    agentId,
    kind,
    state,
    title,
    depth,
    ...(row.id === self.id && { isThisOne: true }),
    activeAt: writeTime(row.active_at),
  }
}
