// I47: a call that needs somebody's word is made after it, at most once, and never after a no; each word is on record
// once, what waits is what it says, and no turn sleeps through a word.

import { createHash } from 'node:crypto'
import { isAsking, scopeKeyOf } from '../model/ledger-tools.ts'
import type { ToolRun } from '../sessions-truth.ts'
import { noneOf, type SessionsInvariant } from './sessions-evidence.ts'

export const openApprovalsAreCounted = noneOf(
  'I47',
  'commit',
  `select s.id, s.open_approvals,
     (select count(*) from approvals a where a.session_id = s.id and a.state = 'pending') as pending
   from sessions s where s.open_approvals <> pending`,
  (row) => `${row['id']} says that ${row['open_approvals']} approvals wait, and ${row['pending']} do`,
)

export const pendingIsWaitedFor = noneOf(
  'I47',
  'commit',
  `select a.id, t.state, c.state as call from approvals a join turns t on t.id = a.turn_id
   left join tool_calls c on c.event_id = a.call_event_id
   where a.state = 'pending'
     and (t.ended_at is not null or c.event_id is null or c.state <> 'open' or c.approval_id is not a.id)`,
  (row) => `${row['id']} waits for a word, its turn is ${row['state']} and its call ${row['call']}`,
)

export const wordsAreUsedOnce = noneOf(
  'I47',
  'commit',
  `select a.id, a.state, a.used_at, c.state as call from approvals a left join tool_calls c on c.approval_id = a.id
   where (a.used_at is not null and (a.state not in ('once', 'session') or c.state = 'open'))
     or (a.used_at is null and c.state = 'running')`,
  (row) => `${row['id']} is ${row['state']}, was used at ${row['used_at']}, and its call is ${row['call']}`,
)

/** A call that was allowed may stand behind one that still waits: it is made after that. */
export const turnsWakeUpForWords = noneOf(
  'I49',
  'commit',
  `select t.id, a.id as approval, a.state from turns t
   join approvals a on a.turn_id = t.id and a.state <> 'pending'
   join tool_calls c on c.approval_id = a.id and c.state = 'open'
   where t.ended_at is null and t.waits_for = 'approval'
     and t.retry_at in (select p.expires_at from approvals p where p.turn_id = t.id and p.state = 'pending')
     and not exists (
       select 1 from tool_calls e join approvals p on p.id = e.approval_id
       where e.turn_id = t.id and e.seq < c.seq and p.state = 'pending'
     )`,
  (row) => `${row['id']} sleeps until another word, though ${row['approval']} is ${row['state']}`,
)

export const callsAreAskedOnce = noneOf(
  'I47',
  'start',
  'select call_event_id as id, count(*) as times from approvals group by 1 having times > 1',
  (row) => `the call ${row['id']} was asked for ${row['times']} times`,
)

export const wordsAreToldOnce = noneOf(
  'I47',
  'start',
  `select a.id, a.state, count(e.seq) as told, max(e.payload ->> '$.decision') as decision
   from approvals a left join session_events e on e.kind = 'approval.decided' and e.root_id is null
     and e.payload ->> '$.approvalId' = a.id
   group by a.id having told <> (a.state <> 'pending') or decision is not nullif(a.state, 'pending')`,
  (row) => `${row['id']} is ${row['state']}, and the log says ${row['told']} times ${row['decision']}`,
)

interface ApprovalLook {
  id: string
  turn_id: string
  state: string
  call_hash: string
  used_at: number | null
}

export const wordsAreKept: SessionsInvariant = {
  rule: 'I47',
  at: 'start',
  check({ rows, truth }) {
    const states = new Map(
      rows<ApprovalLook>('select id, state from approvals').map(({ id, state }) => [id, state]),
    )
    return [
      ...[...truth.approvals.keys()]
        .filter((id) => !states.has(id))
        .map((id) => `the approval ${id} is gone`),
      ...[...truth.words]
        .filter(([id, { word }]) => states.get(id) !== word)
        .map(([id, { word }]) => `the word on ${id} was ${word}, and is ${states.get(id)}`),
    ]
  },
}

/** Whatever reached the outside world: the disk had the word that allows it before. */
export const noCallWithoutWord: SessionsInvariant = {
  rule: 'I47',
  at: 'start',
  check({ rows, truth }) {
    const runs = truth.toolRuns.filter(({ name }) => isAsking(name))
    if (runs.length === 0) return []
    const approvals = rows<ApprovalLook>('select id, turn_id, state, call_hash, used_at from approvals')
    const grants = new Set(
      rows<{ grant: string }>(
        `select session_id || ' ' || key as "grant" from approval_grants where turn_id = ''`,
      ).map(({ grant }) => grant),
    )
    return runs.flatMap((run) => {
      const hash = hashOf(run)
      const asked = approvals.find(({ turn_id, call_hash }) => turn_id === run.turnId && call_hash === hash)
      if (!asked) return grants.has(grantOf(run)) ? [] : [`${run.name} ${run.callId} was made without a word`]
      const isAllowed = (asked.state === 'once' || asked.state === 'session') && asked.used_at !== null
      // Somebody's word for the session came while it waited, and made its own question needless.
      const isCovered = asked.state === 'withdrawn' && grants.has(grantOf(run))
      return isAllowed || isCovered
        ? []
        : [`${run.name} ${run.callId} was made, and ${asked.id} is ${asked.state}`]
    })
  },
}

/** As the rooms write them; an own hand, so that a mistake there is not made here as well. */
function hashOf({ name, arguments: said }: ToolRun): string {
  return createHash('sha256')
    .update(JSON.stringify([name, said]))
    .digest('hex')
}

function grantOf(run: ToolRun): string {
  return `${run.sessionId} ${JSON.stringify(['policy', run.name, scopeKeyOf(run)])}`
}
