// Somebody's word on a tool call. The first authorised one counts: it is on record with who gave it, the log shows it, and
// the turn goes on, all in one transaction.

import { type ApprovalId, refused } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import { decodeCursor, pageOfRows } from '../../foundation/database/cursor.ts'
import type { Actor, Resource } from '../../people/people.ts'
import { eventActor, nameOf } from '../event-actor.ts'
import { append } from '../log.ts'
import { loadFor, loadSeen, mayRead, type SeenSession } from '../session.ts'
import type { RoomDeps } from '../sessions-deps.ts'
import type { ApprovalRow } from '../sessions-tables.ts'
import { below } from '../subagents/origin.ts'
import { endApprovalWait } from '../turns/turn-store.ts'
import { releaseCovered } from './settle-approvals.ts'
import {
  insertGrant,
  selectApproval,
  selectApprovals,
  selectWaitingIn,
  settleApproval,
} from './approval-store.ts'
import type { Approval, ApprovalVerbs, Decision } from './approvals.ts'
import { endNeed } from './note-need.ts'

export function createApprovals(deps: RoomDeps): ApprovalVerbs {
  const { people } = deps

  async function load(r: Reader, actor: Actor, id: string): Promise<{ row: ApprovalRow; seen: SeenSession }> {
    const row = await r.one(selectApproval({ id: id as ApprovalId }))
    if (!row) throw refused('not_found')
    return { row, seen: await loadSeen(r, actor, row.session_id) }
  }

  function resourceOf(actor: Actor, row: ApprovalRow, seen: SeenSession): Resource {
    return {
      kind: 'approval',
      id: row.id,
      visibility: seen.row.visibility,
      isListed: seen.isListed,
      isRequester: actor.kind === 'person' && row.requester_id === actor.personId,
      by: deps.rules().approvals?.by ?? 'participants',
    }
  }

  async function tell(r: Reader, actor: Actor, row: ApprovalRow, now: number): Promise<Approval> {
    const seen = await loadSeen(r, actor, row.session_id)
    const isOpen = row.state === 'pending' && row.expires_at > now
    return {
      ...approvalOf(row, seen.row.title),
      mayDecide: isOpen && people.authorize(actor, 'approval.decide', resourceOf(actor, row, seen)).ok,
    }
  }

  return {
    async listApprovals(r, actor, { session, state }, page) {
      people.demand(actor, 'session.list', { kind: 'place' })
      const within =
        session === undefined ? undefined : await loadFor(r, people, actor, session, 'session.read')
      const rows = await r.all(
        selectApprovals({
          personId: actor.kind === 'person' ? actor.personId : undefined,
          sessionId: within?.id,
          isPending: state === 'pending',
          before: decodeCursor('approvals', page.cursor),
          limit: page.limit + 1,
        }),
      )
      const now = deps.store.now()
      const { items, next } = pageOfRows(
        rows,
        page.limit,
        'approvals',
        (row) => row.id,
        (row) => row,
      )
      const told: Approval[] = []
      for (const row of items) told.push(await tell(r, actor, row, now))
      return next === undefined ? { items: told } : { items: told, next }
    },

    async readApproval(r, id) {
      const row = await r.one(selectApproval({ id }))
      return row && tell(r, { kind: 'system' }, row, deps.store.now())
    },

    listWaiting: async (r, sessionId) => (await r.all(selectWaitingIn({ sessionId }))).map(({ id }) => id),

    async seeApproval(r, actor, id) {
      const row = await r.one(selectApproval({ id }))
      if (!row || !(await mayRead(r, people, actor, row.session_id))) return undefined
      return tell(r, actor, row, deps.store.now())
    },

    async demandDecidable(r, actor, id) {
      const { row, seen } = await load(r, actor, id)
      people.demand(actor, 'approval.decide', resourceOf(actor, row, seen))
      const now = deps.store.now()
      assertDecidable(row, undefined, now)
      return tell(r, actor, row, now)
    },

    async decideApproval(t, actor, id, decision) {
      const { row, seen } = await load(t, actor, id)
      const resource = resourceOf(actor, row, seen)
      people.demand(actor, 'approval.decide', resource)
      const by = eventActor(actor).id
      // Its answer may have been lost on the way.
      if (isRepeat(row, by, decision)) return tell(t, actor, row, t.now)
      await people.permit(t, actor, 'approval.decide', resource, {
        decision: decision.decision,
        tool: row.tool,
        callHash: row.call_hash,
        sessionId: row.session_id,
      })
      assertDecidable(row, decision.callHash, t.now)
      const name = nameOf(actor)
      await settleApproval(t, row, { state: decision.decision, by, name, note: decision.note || null })
      if (await grant(t, row, decision)) await releaseCovered(deps, t, row)
      await append(deps, t, row.session_id, [
        {
          kind: 'approval.decided',
          actor: eventActor(actor),
          payload: {
            approvalId: row.id,
            callId: row.call_id,
            decision: decision.decision,
            ...(decision.note && { note: decision.note }),
          },
          turnId: row.turn_id,
          causedBy: row.event_id,
        },
      ])
      await endApprovalWait(t, row.turn_id)
      await endNeed(deps, t, row.session_id)
      await deps.facts.tell(t, 'approval_settled', { sessionId: row.session_id, approvalId: row.id })
      await deps.facts.tell(t, 'approval_decided', {
        sessionId: row.session_id,
        approvalId: row.id,
        ...below(seen.row),
      })
      const decided = await t.one(selectApproval({ id: row.id }))
      return tell(t, actor, decided ?? row, t.now)
    },
  }
}

/** The very same word of the same person. */
function isRepeat(row: ApprovalRow, by: string | null, { decision, note, callHash }: Decision): boolean {
  const isSameCall = callHash === undefined || callHash === row.call_hash
  return isSameCall && row.state === decision && row.decided_by === by && row.note === (note || null)
}

function assertDecidable(row: ApprovalRow, callHash: string | undefined, now: number): void {
  if (row.state === 'expired' || (row.state === 'pending' && row.expires_at <= now)) {
    throw refused('approval_expired')
  }
  if (row.state === 'withdrawn') {
    throw refused('already_decided', {
      message: 'The turn that asked has ended, so there is nothing to decide.',
    })
  }
  if (row.state !== 'pending') {
    throw refused('already_decided', {
      message: `${row.decided_name ?? 'Somebody'} decided this before: ${row.state}.`,
    })
  }
  if (callHash !== undefined && callHash !== row.call_hash) throw refused('call_changed')
}

/** Once is for one call; a word about untrusted text is for the rest of the turn, as it is asked once in a turn. */
async function grant(t: Tx, row: ApprovalRow, { decision }: Decision): Promise<boolean> {
  if (decision === 'deny' || (decision === 'once' && row.why !== 'untrusted')) return false
  await insertGrant(t, {
    session_id: row.session_id,
    key: row.scope_key,
    turn_id: decision === 'session' ? '' : row.turn_id,
    approval_id: row.id,
    created_at: t.now,
  })
  return true
}

function approvalOf(row: ApprovalRow, sessionTitle: string): Omit<Approval, 'mayDecide'> {
  return {
    id: row.id,
    sessionId: row.session_id,
    sessionTitle,
    agentId: row.agent_id,
    turnId: row.turn_id,
    eventId: row.event_id,
    callEventId: row.call_event_id,
    tool: row.tool,
    arguments: row.arguments,
    callHash: row.call_hash,
    why: row.why,
    reason: row.reason,
    scope: row.scope_label,
    state: row.state,
    decidedBy: row.decided_name === null ? null : { id: row.decided_by, name: row.decided_name },
    note: row.note,
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
  }
}
