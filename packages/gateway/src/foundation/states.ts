// A state machine as data: one table says which state may follow which.

export type Transitions<State extends string> = { readonly [From in State]: readonly State[] }

export interface States<State extends string> {
  readonly all: readonly State[]
  canMove(from: State, to: State): boolean
  /** Throws on a move that the table does not have: that is our mistake, never the user's. */
  move(from: State, to: State): State
  isFinal(state: State): boolean
}

export function defineStates<State extends string>(noun: string, table: Transitions<State>): States<State> {
  const canMove = (from: State, to: State) => table[from].includes(to)
  return {
    all: Object.keys(table) as State[],
    canMove,
    move(from, to) {
      if (!canMove(from, to)) throw new Error(`a ${noun} cannot go from ${from} to ${to}`)
      return to
    },
    isFinal: (state) => table[state].length === 0,
  }
}

/** Ends a switch over a closed set: a new member that nobody handles fails to compile. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`)
}
