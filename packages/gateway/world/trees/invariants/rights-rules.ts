// I38: whatever a sub-agent did, everyone above it might have done, and every list that narrowed its rights has it. Judged
// by what reached the outside world, from the lists that the models wrote.

import type { Rows } from '../../invariants/invariant.ts'
import { deniedBelow, deniedToHelper } from '../trees-cast.ts'
import type { TreeLimits } from '../trees-shape.ts'
import type { TreesInvariant } from './trees-evidence.ts'

interface Above {
  session_id: string
  parent_id: string | null
  agent_id: string
  /** As the call that spawned it was written; null for what a person spawned, or a session of people. */
  asked: string | null
}

export function rightsRules({ isPostDenied }: TreeLimits): TreesInvariant[] {
  return [
    {
      rule: 'I38',
      at: 'start',
      check({ rows, truth }) {
        if (truth.toolRuns.length === 0) return []
        const sessions = readSessions(rows)
        return truth.toolRuns.flatMap(({ sessionId, name, callId }) => {
          const objection = objectTo(name, sessionId, sessions, isPostDenied)
          return objection === undefined ? [] : [`${callId} used ${name}: ${objection}`]
        })
      },
    },
  ]
}

function readSessions(rows: Rows): Map<string, Above> {
  const found = rows<Above>(
    `select s.id as session_id, s.parent_id, s.agent_id, e.payload ->> '$.arguments' as asked from sessions s
     left join runs r on r.session_id = s.id left join session_events e on e.id = r.call_event_id`,
  )
  return new Map(found.map((row) => [row.session_id, row]))
}

function objectTo(
  name: string,
  sessionId: string,
  sessions: ReadonlyMap<string, Above>,
  isPostDenied: boolean,
): string | undefined {
  let at = sessions.get(sessionId)
  if (isPostDenied && name === deniedBelow && at?.parent_id != null) return 'no sub-agent may'
  for (; at; at = at.parent_id === null ? undefined : sessions.get(at.parent_id)) {
    if (at.agent_id === 'helper' && name === deniedToHelper) return `${at.session_id} may not`
    // What passed as a task is JSON.
    const { tools } = JSON.parse(at.asked ?? '{}') as { tools?: string[] }
    if (tools !== undefined && !tools.includes(name)) return `${at.session_id} was given ${tools.join()}`
  }
  return undefined
}
