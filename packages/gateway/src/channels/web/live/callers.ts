// Who is connected: one entry for each sign-in or token, shared by all its connections. What the rows say of it is
// read anew before each command and subscription, and every now and then, and at once when somebody says that it has
// changed.

import { closeCodes, limits, type PersonId, refused } from '@heddle/contract'
import type { People, PersonActor } from '../../../people/people.ts'
import type { WebActor } from '../api/call.ts'
import type { LiveSocket } from './live-socket.ts'

/** From where a connection came, for what a command does in its name. */
export interface Origin {
  address: string
  device: string
  askedAt: string
}

export interface Caller {
  actor: PersonActor
  /** The actor as the rows say now; undefined once the credential has ended. */
  readonly again: Again
  readonly sockets: Set<LiveSocket>
  readonly origins: Origin[]
  /** The last time that somebody said their rights had changed. */
  hold: Hold | undefined
  /** How often `again` was asked, and which of its answers is in force: an older one may come later. */
  asked: number
  answered: number
}

export interface Hold {
  /** Never rejects. */
  readonly check: Promise<void>
  isBegun: boolean
  isOver: boolean
}

export type Again = () => Promise<WebActor | undefined>

export class Callers {
  readonly #people: Pick<People, 'mayTry'>
  readonly #byCredential = new Map<string, Caller>()
  readonly #byPerson = new Map<PersonId, number>()

  constructor(people: Pick<People, 'mayTry'>) {
    this.#people = people
  }

  get all(): ReadonlyMap<string, Caller> {
    return this.#byCredential
  }

  ofPerson(personId: PersonId): Caller[] {
    return [...this.#byCredential.values()].filter(({ actor }) => actor.personId === personId)
  }

  /** Holds a place for a connection that is being made. What comes back gives it up, if it is not made after all. */
  reserve(personId: PersonId, max: number = limits.liveSocketsPerPersonMax): () => void {
    const count = this.#byPerson.get(personId) ?? 0
    if (count >= max) {
      const message = `You have ${max} live connections open. Close one first.`
      throw refused('limit_reached', { message })
    }
    this.#byPerson.set(personId, count + 1)
    let isHeld = true
    return () => {
      if (isHeld) this.#giveBack(personId)
      isHeld = false
    }
  }

  /** The caller's entry, made when it is their first connection. */
  find(actor: PersonActor, again: Again): Caller {
    const known = this.#byCredential.get(actor.credential.id)
    // What is known of it may be newer than what this connection was let in with.
    if (known !== undefined) return known
    const caller: Caller = {
      actor,
      again,
      sockets: new Set(),
      origins: [],
      hold: undefined,
      asked: 0,
      answered: 0,
    }
    this.#byCredential.set(actor.credential.id, caller)
    return caller
  }

  leave(socket: LiveSocket): void {
    const { caller } = socket
    caller.sockets.delete(socket)
    if (caller.sockets.size === 0) this.#byCredential.delete(caller.actor.credential.id)
    this.#giveBack(caller.actor.personId)
  }

  #giveBack(personId: PersonId): void {
    const left = (this.#byPerson.get(personId) ?? 1) - 1
    if (left > 0) this.#byPerson.set(personId, left)
    else this.#byPerson.delete(personId)
  }

  /** Reads the caller's rights anew; ends all their connections when there are none left. */
  async refresh(caller: Caller): Promise<boolean> {
    const turn = ++caller.asked
    const actor = await caller.again()
    if (actor?.kind !== 'person') {
      for (const socket of caller.sockets) socket.end(closeCodes.signIn, 'sign in again')
      return false
    }
    if (turn > caller.answered) Object.assign(caller, { actor, answered: turn })
    if (this.#people.mayTry(caller.actor, 'live.connect').ok) return true
    for (const socket of caller.sockets) socket.end(closeCodes.removed, 'no longer allowed')
    return false
  }
}

const originsKeptMax = 100

export function originOf(caller: Caller, origin: Origin): Origin {
  const same = caller.origins.find(
    ({ address, device, askedAt }) =>
      address === origin.address && device === origin.device && askedAt === origin.askedAt,
  )
  if (same !== undefined) return same
  const own = { address: flat(origin.address), device: flat(origin.device), askedAt: flat(origin.askedAt) }
  caller.origins.push(own)
  // Whoever connects from many places in turn must not make the list grow with each.
  if (caller.origins.length > originsKeptMax) caller.origins.shift()
  return own
}

/** A text cut out of a header keeps the whole header in memory for as long as it lives; this copy does not. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}
