// What others do with bindings by somebody's word, and what follows of it. The service itself asks for no rights.

import type { BindingId, BindInput, SessionId } from '@heddle/contract'
import type { Reader, Tx } from '../../foundation/database/store.ts'
import type { Actor, Page, PageInput } from '../../people/people.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import { focusOf } from '../composer-focus.ts'
import { type CalledPlace, callPlace } from '../place-names/call-place.ts'
import { forgetPlaceNames } from '../place-names/place-name-store.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { bindByRequest } from './bind-by-request.ts'
import { forgetLabels, forgetLabelsOfRun } from './binding-store.ts'
import type { Binding, BindingFilter } from './bindings.ts'
import { chooseSeenPlace } from './choose-seen-place.ts'
import { endBindingById, mayEnd } from './end-binding.ts'
import { fitsText } from './fits-text.ts'
import { listBound } from './list-bound.ts'
import { pressNoticeButton } from './notice-buttons.ts'
import { isClosed, postFarewell, postIntro } from './post-notices.ts'

export interface BindingVerbs {
  /** Where the asker's messages `to: "focus"` on the page of that session go; undefined: to itself (CNV7). */
  focusOf(r: Reader, actor: Actor, session: Pick<WholeSession, 'id'>): Promise<Binding | undefined>
  makeBinding(t: Tx, actor: Actor, input: BindInput): Promise<SeenBinding>
  endBinding(t: Tx, actor: Actor, id: string): Promise<void>
  /** As far as the actor may see them, newest first. */
  listBindings(r: Reader, actor: Actor, filter: NamedFilter, page: PageInput): Promise<Page<SeenBinding>>
  /** What holds for each of these sessions, which the actor may read; found in one query, and called by their names. */
  listBound(r: Reader, actor: Actor, sessionIds: readonly SessionId[]): Promise<CalledBySession>
  /** A button under an intro: words for whoever pressed it. Undefined for a button of something else. */
  pressNotice(t: Tx, actor: Actor, token: string): Promise<string | undefined>
  /** The reaction to a redaction: a label goes with the task that it was said with, from notices outside too. */
  forgetLabel(t: Tx, sessionId: SessionId): Promise<void>
  /** The reactions to a binding and to its end: what is said about it where it is or was (BND5). */
  postIntro(t: Tx, id: BindingId): Promise<void>
  postFarewell(t: Tx, id: BindingId): Promise<void>
}

export interface CalledBinding extends Binding {
  place: CalledPlace
}

/** Those that hold, the most recently active first; a session without any is not named. */
export type CalledBySession = ReadonlyMap<SessionId, readonly CalledBinding[]>

export interface SeenBinding extends CalledBinding {
  /** Of the session that hears. */
  title: string
  /** Whether its place is put away when it ends. */
  closesPlace: boolean
  /** Whether whoever asked may end it. */
  mayEnd: boolean
}

/** `session` by id or key; `q` is what stands in its names. */
export interface NamedFilter extends Omit<BindingFilter, 'sessionId' | 'fits'> {
  session?: string | undefined
  q?: string | undefined
}

export function createBindingVerbs(deps: RoutingRoom): BindingVerbs {
  const seenBy = async (r: Reader, actor: Actor, binding: Binding): Promise<SeenBinding> => {
    const called = await calledBy(r, actor, binding)
    const { title } = await deps.sessions.see(r, { kind: 'system' }, binding.sessionId)
    const closesPlace = binding.status !== 'ended' && isClosed(deps, binding)
    return { ...called, title, closesPlace, mayEnd: await mayEnd(deps, r, actor, binding) }
  }

  const calledBy = async (r: Reader, actor: Actor, binding: Binding): Promise<CalledBinding> => {
    const conversation = await chooseSeenPlace(deps, r, actor, binding.conversation)
    return {
      ...binding,
      conversation,
      place: await callPlace(deps, r, actor, conversation, binding.placeKind),
    }
  }

  /** By what a list shows of it; what has to be looked up is, once the rest does not do. */
  const fits = (r: Reader, actor: Actor, text: string) => async (binding: Binding) => {
    const { label, agentId, boundBy, conversation } = binding
    const agent = deps.agents.find(agentId)?.name
    const here = [label, agentId, agent, boundBy?.name, conversation.channel]
    if (fitsText(here, text)) return true
    const { title } = await deps.sessions.see(r, { kind: 'system' }, binding.sessionId)
    const { place, conversation: shown } = await calledBy(r, actor, binding)
    return fitsText([...here, title, place.name, place.above, shown.conversationId], text)
  }

  return {
    focusOf: (r, actor, session) => focusOf(deps, r, actor, session),
    makeBinding: async (t, actor, input) => seenBy(t, actor, await bindByRequest(deps, t, actor, input)),
    // Looked up as it is: what is no id is nobody's.
    endBinding: (t, actor, id) => endBindingById(deps, t, actor, id as BindingId),

    async listBindings(r, actor, { session, q, ...filter }, page) {
      deps.people.demand(actor, 'binding.read', { kind: 'place' })
      const sessionId = session === undefined ? undefined : (await deps.sessions.find(r, actor, session)).id
      const { items, next } = await deps.bindings.list(
        r,
        actor,
        { ...filter, sessionId, fits: q ? fits(r, actor, q) : undefined },
        page,
      )
      const seen: SeenBinding[] = []
      for (const item of items) seen.push(await seenBy(r, actor, item))
      return next === undefined ? { items: seen } : { items: seen, next }
    },

    async listBound(r, actor, sessionIds) {
      const called = new Map<SessionId, readonly CalledBinding[]>()
      for (const [sessionId, bindings] of await listBound(deps, r, actor, sessionIds)) {
        const named: CalledBinding[] = []
        for (const binding of bindings) named.push(await calledBy(r, actor, binding))
        called.set(sessionId, named)
      }
      return called
    },

    async forgetLabel(t, sessionId) {
      const run = await deps.sessions.runOfSession(t, sessionId)
      const { title, agentId, successorId } = await deps.sessions.see(t, { kind: 'system' }, sessionId)
      // What notices call it by was said with what was redacted.
      if (run?.task === '' || title === '') await deps.deliveries.redact(t, sessionId)
      if (run?.task !== '') return
      await t.run(forgetLabels({ sessionId }))
      await t.run(forgetPlaceNames({ sessionId }))
      // Nor does what it said on its own keep the name that it had by that.
      const speaker = { agentId, name: deps.agents.find(agentId)?.name ?? agentId }
      await deps.deliveries.renameSpeaker(t, sessionId, speaker)
      if (successorId === null) return
      await t.run(forgetLabelsOfRun({ sessionId: successorId, runId: run.id }))
      await deps.deliveries.redact(t, successorId)
      await deps.deliveries.renameSpeaker(t, successorId, speaker)
    },

    pressNotice: (t, actor, token) => pressNoticeButton(deps, t, actor, token),
    postIntro: (t, id) => postIntro(deps, t, id),
    postFarewell: (t, id) => postFarewell(deps, t, id),
  }
}
