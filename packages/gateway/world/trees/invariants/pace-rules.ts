// How long things may take where nothing goes wrong: stopping, timing out, and how long a call that waits for others may
// hold its slot.

import type { TreesShape } from '../trees-shape.ts'
import type { TreesInvariant } from './trees-evidence.ts'

const stopMs = 10_000
const lateMs = 20_000
const holdMs = 5_000

export function paceRules({ faults, model }: TreesShape): TreesInvariant[] {
  if (faults.length > 0) return []
  const rule = (
    name: string,
    sql: string,
    beforeMs: number,
    tell: (id: string) => string,
  ): TreesInvariant => ({
    rule: name,
    at: 'commit',
    check: ({ rows, truth }) => rows<{ id: string }>(sql, [truth.now - beforeMs]).map(({ id }) => tell(id)),
  })
  return [
    rule(
      'SUB5',
      `select c.event_id as id from tool_calls c join session_events e on e.id = c.event_id
       where c.state = 'running' and e.payload ->> '$.name' = 'subagents' and c.started_at < ?`,
      holdMs,
      (id) => `the call ${id} holds its slot while it waits for others`,
    ),
    rule(
      'SUB4',
      'select id from runs where ended_at is null and ending is null and deadline_at < ?',
      lateMs,
      (id) => `the time of ${id} is over, and nothing happens`,
    ),
    // A model that does not listen is waited for.
    ...(model.stubbornChance > 0
      ? []
      : [
          rule(
            'I22',
            'select id from turns where ended_at is null and stop_asked_at < ?',
            stopMs,
            (id) => `${id} goes on after it was asked to stop`,
          ),
        ]),
  ]
}
