// How much waits to be taken by each person, over all their connections: many slow ones together must not fill the
// memory, even if none of them is slow enough by itself.

import type { PersonId } from '@heddle/contract'

/** A connection as this file needs it. */
export interface Owing {
  readonly caller: { readonly actor: { readonly personId: PersonId } }
  /** What it has not taken, now. */
  readonly waitingBytes: number
}

interface Owed {
  total: number
  /** With what each had not taken when it was last looked at. */
  readonly sockets: Map<Owing, number>
}

export class OwedBytes {
  readonly #max: number
  readonly #byPerson = new Map<PersonId, Owed>()

  constructor(max: number) {
    this.#max = max
  }

  /** Looks at the connection; false when its person has more waiting than one may. */
  note(socket: Owing): boolean {
    const { personId } = socket.caller.actor
    const owed = this.#byPerson.get(personId) ?? { total: 0, sockets: new Map<Owing, number>() }
    this.#byPerson.set(personId, owed)
    look(owed, socket)
    if (owed.total <= this.#max) return true
    // The others may have taken theirs since.
    for (const other of owed.sockets.keys()) look(owed, other)
    return owed.total <= this.#max
  }

  forget(socket: Owing): void {
    const { personId } = socket.caller.actor
    const owed = this.#byPerson.get(personId)
    if (owed === undefined) return
    owed.total -= owed.sockets.get(socket) ?? 0
    owed.sockets.delete(socket)
    if (owed.sockets.size === 0) this.#byPerson.delete(personId)
  }
}

function look(owed: Owed, socket: Owing): void {
  const bytes = socket.waitingBytes
  owed.total += bytes - (owed.sockets.get(socket) ?? 0)
  owed.sockets.set(socket, bytes)
}
