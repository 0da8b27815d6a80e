// Everyone's own log, followed by nobody but themselves.

import { type EventJson, type NotificationId, type PersonId, refused } from '@heddle/contract'
import type { Reader } from '../../../foundation/database/store.ts'
import type { Notification } from '../../../notifications/notifications.ts'
import type { PersonActor } from '../../../people/people.ts'
import type { PersonEvent } from '../../../sessions/sessions.ts'
import { notificationJson } from '../notification-json.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { joinLog, type LogSource } from './join-log.ts'
import type { LiveDeps } from './live-deps.ts'
import type { LiveSocket } from './live-socket.ts'
import { LogScope } from './log-scope.ts'
import type { Outflow } from './outflow.ts'

/** As many as fit a frame with certainty. */
const readMarksMax = 2_000

class PersonScope extends LogScope {
  /** As the person is called now: the author of every entry. */
  actor: PersonActor
  constructor(actor: PersonActor, outflow: Outflow, onEmpty: () => void) {
    super(nameOf(actor), outflow, onEmpty)
    this.actor = actor
  }
}

export class PersonScopes {
  readonly #deps: LiveDeps
  readonly #outflow: Outflow
  readonly #scopes = new Map<PersonId, PersonScope>()

  constructor(deps: LiveDeps, outflow: Outflow) {
    this.#deps = deps
    this.#outflow = outflow
    deps.sessions.feed.listen({
      personAppended: (id, event) => {
        const scope = this.#scopes.get(id)
        scope?.append([eventOf(event, scope.actor)])
      },
      appended: () => undefined,
      delta: () => undefined,
      reset: () => undefined,
      listed: () => undefined,
      accessChanged: () => undefined,
    })
  }

  async subscribe(socket: LiveSocket, name: string, after: number | undefined): Promise<void> {
    const { actor } = socket.caller
    checkOwn(actor, name)
    checkSubscriptions(this.#deps.limits, socket, nameOf(actor))
    const scope = this.#scopeOf(actor)
    scope.actor = actor
    const { hold } = socket.caller
    if (hold?.isOver === false) scope.hold(hold.check)
    await joinLog(this.#deps, scope, socket, this.#sourceOf(actor), after)
  }

  unsubscribe(socket: LiveSocket, name: string): void {
    checkOwn(socket.caller.actor, name)
    this.#scopes.get(socket.caller.actor.personId)?.leave(socket)
  }

  #scopeOf(actor: PersonActor): PersonScope {
    const known = this.#scopes.get(actor.personId)
    if (known !== undefined) return known
    const scope = new PersonScope(actor, this.#outflow, () => {
      if (this.#scopes.get(actor.personId) === scope) this.#scopes.delete(actor.personId)
    })
    this.#scopes.set(actor.personId, scope)
    return scope
  }

  /** Of a notification the log keeps the name: how it is, is read when it is told. Turned off, only its number is left. */
  async #complete(r: Reader, personId: PersonId, event: PersonEvent): Promise<PersonEvent> {
    const isNews = event.kind.startsWith('notification.')
    if (isNews && !this.#deps.flags().notifications) return { ...event, payload: {} }
    const { notificationId, ...said } = event.payload
    if (typeof notificationId !== 'string') return event
    const notification = await this.#deps.notifications.describe(
      r,
      personId,
      notificationId as NotificationId,
    )
    return { ...event, payload: { ...said, ...(notification && { notification }) } }
  }

  #sourceOf(actor: PersonActor): LogSource {
    const { sessions } = this.#deps
    const { personId } = actor
    return {
      texts: () => [],
      seq: (r) => sessions.personSeq(r, personId),
      after: async (r, after, limit) => {
        const events = await sessions.personLogAfter(r, personId, after, limit)
        const whole: PersonEvent[] = []
        for (const event of events) whole.push(await this.#complete(r, personId, event))
        return whole.map((event) => eventOf(event, actor))
      },
      snapshot: async (r) => {
        const seq = await sessions.personSeq(r, personId)
        const all = await sessions.readMarks(r, personId)
        const readMarks = all.slice(-readMarksMax)
        const state = () => ({ readMarks, ...(all.length > readMarks.length && { truncated: true }) })
        return { seq, events: [], isMore: false, state }
      },
    }
  }
}

const nameOf = ({ personId }: PersonActor) => `u:${personId}`

/** Somebody else's log does not exist for anyone. */
function checkOwn(actor: PersonActor, name: string): void {
  if (name !== 'me' && name !== actor.personId) throw refused('not_found')
}

function eventOf({ seq, eventId, kind, createdAt, payload }: PersonEvent, actor: PersonActor): EventJson {
  return {
    seq,
    eventId,
    kind,
    place: seq,
    actor: { kind: 'person', id: actor.personId, name: actor.name },
    createdAt: new Date(createdAt).toISOString(),
    payload: payloadOf(kind, payload),
  }
}

function payloadOf(kind: string, payload: Record<string, unknown>): Record<string, unknown> {
  if (!kind.startsWith('notification.') || payload['notification'] === undefined) return payload
  // Told by the room of notifications alone.
  return { ...payload, notification: notificationJson(payload['notification'] as Notification) }
}
