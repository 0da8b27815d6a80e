// Sessions themselves, their timelines, and how far one has read in them.

import { type CollaborationFlags, refused, type SessionId } from '@heddle/contract'
import type { PersonActor } from '../../../people/people.ts'
import type { Routing } from '../../../routing/routing.ts'
import type { LogEvent, Sessions, TimelineInput } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'
import {
  cutEventJson,
  eventJson,
  isTalk,
  listedSessionJson,
  ownSessionJson,
  withoutOff,
} from '../event-json.ts'
import { pageJson } from '../to-json.ts'

export interface SessionRoutesDeps {
  sessions: Pick<
    Sessions,
    | 'list'
    | 'find'
    | 'change'
    | 'archive'
    | 'retry'
    | 'timeline'
    | 'event'
    | 'redact'
    | 'stop'
    | 'confirmStopped'
    | 'markRead'
  >
  routing: Pick<Routing, 'openWebChat' | 'forkChat' | 'focusOf'>
  /** Shown to whoever looks at the session, kept nowhere. */
  showTyping(actor: PersonActor, sessionId: SessionId): void
  limitForks(actor: PersonActor): void
  flags(): CollaborationFlags
}

export function registerSessionRoutes(register: Register, deps: SessionRoutesDeps): void {
  const { sessions, routing } = deps

  register('listSessions', async ({ actor, query, read }) => {
    const { limit, cursor, ...filter } = query
    return answer(
      pageJson(await read((r) => sessions.list(r, actor, filter, { limit, cursor })), listedSessionJson),
    )
  })

  register('createSession', async ({ actor, body, commit }) => {
    return commit(async (t) => answer(ownSessionJson(await routing.openWebChat(t, actor, body), undefined)))
  })

  register('readSession', async ({ actor, path, read }) => {
    return answer(
      await read(async (r) => {
        const session = await sessions.find(r, actor, path.id)
        return ownSessionJson(session, await routing.focusOf(r, actor, session))
      }),
    )
  })

  register('changeSession', async ({ actor, path, body, ifMatch, commit }) => {
    return commit(async (t) => {
      const changed = await sessions.change(t, actor, path.id, body, ifMatch)
      return answer(ownSessionJson(changed, await routing.focusOf(t, actor, changed)))
    })
  })

  register('archiveSession', async ({ actor, path, commit }) => {
    await commit((t) => sessions.archive(t, actor, path.id))
    return answer(undefined)
  })

  register('stopSession', async ({ actor, path, commit }) => {
    const asked = await commit((t) => sessions.stop(t, actor, path.id))
    const { turnId, cancelled, descendants } = await sessions.confirmStopped(asked)
    const named = cancelled.map(({ messageId, author, text }) => ({ messageId, author, text }))
    return answer({ turnId, cancelled: named, descendants })
  })

  register('retryTurn', async ({ actor, path, commit }) => {
    const { turnId, messages } = await commit((t) => sessions.retry(t, actor, path.id))
    return answer({ turnId, messages })
  })

  register('forkSession', async ({ actor, path, body, commit }) => {
    deps.limitForks(actor)
    const { eventId, body: text, attachments } = body
    const input = { sessionId: path.id, eventId, text, attachments }
    return commit(async (t) => answer(ownSessionJson(await routing.forkChat(t, actor, input), undefined)))
  })

  register('markRead', async ({ actor, path, body, commit }) => {
    const { sessionId, seq } = await commit((t) => sessions.markRead(t, actor, path.id, body.seq))
    return answer({ sessionId, seq })
  })

  register('tellTyping', async ({ actor, path, read }) => {
    const { id } = await read((r) => sessions.find(r, actor, path.id, 'session.write'))
    deps.showTyping(actor, id)
    return answer(undefined)
  })

  registerTimelineRoutes(register, deps)
}

function registerTimelineRoutes(
  register: Register,
  { sessions, flags }: Pick<SessionRoutesDeps, 'sessions' | 'flags'>,
): void {
  register('readTimeline', async ({ actor, path, query, read }) => {
    const found = await read((r) => sessions.timeline(r, actor, path.id, query))
    const items = found.events.map(cutEventJson)
    const next = found.more ? chooseNext(query, found.events) : undefined
    return answer(next === undefined ? { items } : { items, next })
  })

  register('readEvent', async ({ actor, path, read }) => {
    const event = await read((r) => sessions.event(r, actor, path.id, path.eventId))
    if (isTalk(event.kind) && !flags().threads) throw refused('not_found')
    return answer(withoutOff(eventJson(event), flags()))
  })

  register('redactEvent', async ({ actor, path, commit }) => {
    await commit((t) => sessions.redact(t, actor, path.id, path.eventId))
    return answer(undefined)
  })
}

/** Where to go on in the direction asked for: forward from `after`, else back from the oldest that was given. */
function chooseNext(asked: Omit<TimelineInput, 'limit'>, events: readonly LogEvent[]): string | undefined {
  return (asked.after === undefined ? events[0] : events.at(-1))?.place.toString()
}
