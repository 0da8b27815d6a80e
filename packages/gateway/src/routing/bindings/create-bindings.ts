// The one owner of bindings, for every channel (BND2). What is written here is one transaction with its fact; intro and
// farewell follow as reactions.

import { type BindingEnd, type BindingRef, type ConversationRef, limits } from '@heddle/contract'
import { decodeCursor, encodeCursor, pageOfRows } from '../../foundation/database/cursor.ts'
import type { Tx } from '../../foundation/database/store.ts'
import { writeTime } from '../../sessions/usage/calendar-day.ts'
import { isOverseer } from '../is-overseer.ts'
import { nameThread } from '../place-for-child/choose-child-place.ts'
import { rememberOpened } from '../place-names/remember-names.ts'
import type { RoutingDeps } from '../routing-deps.ts'
import type { BindingRow } from '../routing-tables.ts'
import { bindingOfRow, conversationOf, endsOf, nextEnd } from './binding-of-row.ts'
import {
  type BindingChange,
  deleteEndedBefore,
  endBinding,
  insertBinding,
  selectBinding,
  selectBindings,
  selectCountInForce,
  selectInForce,
  selectOfSession,
  selectOfSessions,
  type ToldBindingRow,
  touchBinding,
  updateBinding,
} from './binding-store.ts'
import type { Binding, BindingService, NewBinding } from './bindings.ts'
import { isReadByOthers } from './choose-focus-place.ts'
import { chooseShownPlace } from './choose-shown-place.ts'
import { expireDue, wakeExpiry } from './expire-due.ts'
import { isOpenedPlace } from './is-opened-place.ts'
import { stillHolds } from './still-holds.ts'

const forgottenAtOnce = 500
/** How many a list looks at for one page, of which its reader may see only some. */
const lookedAtMax = 1_000

export function createBindings(deps: RoutingDeps): BindingService {
  const { sessions, facts, timers, ids } = deps

  /** Where bindings are off, everything is as if there were none, whatever was bound before (BND11). */
  function isOn({ channel, accountId }: ConversationRef): boolean {
    return deps.placeRules.threadBindings(channel, accountId).enabled
  }

  async function load(t: Tx, id: Binding['id']): Promise<BindingRow> {
    const row = await t.one(selectBinding({ id }))
    if (!row) throw new Error(`there is no binding ${id}`)
    return row
  }

  async function refOf(t: Tx, row: ToldBindingRow): Promise<BindingRef> {
    const { id: bindingId, session_id: sessionId, label, place_kind: placeKind } = row
    const conversation = await chooseShownPlace(deps, t, sessionId, conversationOf(row))
    return { bindingId, sessionId, label, conversation, placeKind }
  }

  /** False if it had ended before. */
  async function end(
    t: Tx,
    id: Binding['id'],
    how: { why: BindingEnd; by?: string | undefined },
  ): Promise<boolean> {
    const row = await t.one(endBinding({ id, now: t.now, why: how.why, by: how.by ?? null }))
    if (!row) return false
    const by = how.by === undefined ? {} : { by: how.by }
    const payload = { ...(await refOf(t, row)), why: how.why, ...by }
    await sessions.recordBinding(t, row.session_id, { kind: 'binding.ended', payload }, row.run_id)
    const { id: bindingId, session_id: sessionId, channel } = row
    await facts.tell(t, 'binding_ended', { bindingId, sessionId, channel, why: how.why })
    return true
  }

  /** The change, and with it when to look whether its time is over. */
  async function change(t: Tx, row: BindingRow, changed: BindingChange): Promise<Binding> {
    const after = { ...row, ...changed }
    const lookAt = nextEnd(after)
    await updateBinding(t, row.id, { ...changed, look_at: lookAt })
    if (lookAt !== null) await wakeExpiry(timers, t, lookAt)
    return bindingOfRow(after)
  }

  /** As it was called when it was opened (BND5), unless its task was redacted since. */
  async function nameOpened(t: Tx, row: BindingRow): Promise<void> {
    const run = await sessions.runOfSession(t, row.session_id)
    if (run?.task === '') return rememberOpened(t, conversationOf(row), '', row.session_id)
    const label = row.label ?? deps.agents.find(row.agent_id)?.name ?? row.agent_id
    const name = nameThread(label, limits.threadNameCharsMax)
    await rememberOpened(t, conversationOf(row), name, row.session_id)
  }

  /** Most places are free, and need not be looked at before. */
  async function takePlace(t: Tx, input: NewBinding): Promise<BindingRow> {
    const target = { ...(await sessions.glance(t, input.sessionId)), id: ids.make('binding') }
    const insert = async (before?: BindingRow) => {
      const isOpened = await isOpenedPlace(t, input, before)
      const row = newRow(deps, t, { ...input, isOpened }, target)
      return (await t.run(insertBinding(row))) === 0 ? undefined : row
    }
    const inFreePlace = await insert()
    if (inFreePlace) return inFreePlace
    const before = await t.one(selectInForce(input.conversation))
    if (before) await end(t, before.id, { why: 'replaced', by: input.boundBy?.name })
    const afterwards = await insert(before)
    if (!afterwards) throw new Error('a place that was left is still taken')
    return afterwards
  }

  return {
    async bind(t, input) {
      const row = await takePlace(t, input)
      if (input.isOpened) await nameOpened(t, row)
      if (row.look_at !== null) await wakeExpiry(timers, t, row.look_at)
      const { expiresAt } = endsOf(row)
      const until = expiresAt === null ? {} : { expiresAt: writeTime(expiresAt) }
      const payload = { ...(await refOf(t, row)), by: row.bound_by_name, ...until }
      await sessions.recordBinding(t, row.session_id, { kind: 'binding.made', payload }, row.run_id)
      const { id: bindingId, session_id: sessionId, channel } = row
      await facts.tell(t, 'binding_made', { bindingId, sessionId, channel })
      return bindingOfRow(row)
    },

    async resolveByConversation(r, place) {
      if (!isOn(place)) return undefined
      const row = await r.one(selectInForce(place))
      const binding = row && bindingOfRow(row)
      return binding && (await stillHolds(deps, r, binding)) ? binding : undefined
    },

    async listBySession(r, sessionId) {
      const held: Binding[] = []
      for (const binding of (await r.all(selectOfSession({ sessionId }))).map(bindingOfRow)) {
        if (isOn(binding.conversation) && (await stillHolds(deps, r, binding))) held.push(binding)
      }
      return held
    },

    // When to look at it is not moved: whoever looks sees that, and sets it anew.
    touch: async (t, id) => void (await t.run(touchBinding({ id, now: t.now }))),

    unbind: end,

    async endOfSession(t, sessionId, why) {
      for (const { id } of await t.all(selectOfSession({ sessionId }))) await end(t, id, { why })
    },

    async endWhereOthersRead(t, sessionIds, by) {
      for (const row of await selectOfSessions(t, sessionIds)) {
        if (isReadByOthers(row.place_kind)) await end(t, row.id, { why: 'made_private', by })
      }
    },

    async letEnd(t, sessionId) {
      for (const row of await t.all(selectOfSession({ sessionId }))) {
        if (row.status === 'active') await change(t, row, { status: 'ending' })
      }
    },

    async repoint(t, id, to) {
      return change(t, await load(t, id), {
        session_id: to.sessionId,
        session_key: to.key,
        target_kind: 'session',
        status: 'active',
        // What goes on begins now: its time is as long as that of the one before, and not what was left of it.
        bound_at: t.now,
        last_activity_at: t.now,
      })
    },

    async setExpiry(t, id, { idleMs, maxAgeMs }) {
      const row = await load(t, id)
      return change(t, row, {
        idle_ms: idleMs ?? row.idle_ms,
        max_age_ms: maxAgeMs ?? row.max_age_ms,
        // A time that was set now counts from now.
        ...(idleMs !== undefined && { last_activity_at: t.now }),
      })
    },

    async read(r, id) {
      const row = await r.one(selectBinding({ id }))
      return row && bindingOfRow(row)
    },

    async list(r, actor, filter, page) {
      // Whoever may end what somebody has focused finds it, as far as they may see its session (CMD3).
      const personId = actor.kind === 'person' && !isOverseer(actor) ? actor.personId : undefined
      const seen: BindingRow[] = []
      let after = decodeCursor('bindings', page.cursor)
      const limit = page.limit + 1
      for (let looked = 0; looked < lookedAtMax; looked += limit) {
        const rows = await selectBindings(r, {
          status: filter.status,
          sessionId: filter.sessionId,
          channel: filter.channel,
          conversationId: filter.conversationId,
          personId,
          after,
          limit,
        })
        for (const row of rows) {
          if (!(await sessions.mayRead(r, actor, row.session_id))) continue
          if (filter.fits === undefined || (await filter.fits(bindingOfRow(row)))) seen.push(row)
        }
        if (seen.length >= limit || rows.length < limit) {
          return pageOfRows(seen, page.limit, 'bindings', (row) => row.id, bindingOfRow)
        }
        after = rows.at(-1)?.id
      }
      // There may be more for this reader, further back.
      const next = after === undefined ? {} : { next: encodeCursor('bindings', after) }
      return { items: seen.map(bindingOfRow), ...next }
    },

    expireDue: (job) => expireDue({ job, end, log: deps.log }),

    async forgetOld(t) {
      return (await deleteEndedBefore(t, t.now - limits.bindingsKeptMs, forgottenAtOnce)) === forgottenAtOnce
    },

    countInForce: async (r) =>
      (await r.one(selectCountInForce({ max: limits.bindingsCountedMax })))?.count ?? 0,
  }
}

function newRow(
  deps: RoutingDeps,
  t: Tx,
  input: NewBinding,
  target: { id: Binding['id']; key: string; agentId: string; kind: 'chat' | 'subagent' | 'acp' },
): BindingRow {
  const { channel, accountId, conversationId, parentConversationId } = input.conversation
  const rules = deps.placeRules.threadBindings(channel, accountId)
  const row: BindingRow = {
    id: target.id,
    channel,
    account_id: accountId,
    conversation_id: conversationId,
    parent_conversation_id: parentConversationId ?? null,
    place_kind: input.placeKind,
    session_id: input.sessionId,
    session_key: target.key,
    agent_id: target.agentId,
    target_kind: target.kind === 'chat' ? 'session' : target.kind,
    status: 'active',
    bound_by: input.boundBy?.id ?? null,
    bound_by_name: input.boundBy?.name ?? 'Heddle',
    label: input.label,
    run_id: input.runId ?? null,
    is_opened: input.isOpened ? 1 : 0,
    idle_ms: input.idleMs ?? rules.idleMs,
    max_age_ms: input.maxAgeMs ?? rules.maxAgeMs,
    bound_at: t.now,
    last_activity_at: t.now,
    ended_at: null,
    end_reason: null,
    ended_by: null,
    look_at: null,
  }
  return { ...row, look_at: nextEnd(row) }
}
