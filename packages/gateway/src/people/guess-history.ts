// The wrong guesses of one party at one thing, and whether it may guess again. Pure: the caller brings the time.

export interface Guess {
  atMs: number
  /** Tells one guess from another where the same one again is no new guess. */
  mark?: string
}

export interface GuessHistory {
  wrong: Guess[]
  /** Guesses whose outcome is not known yet; they count as wrong, or many at once would slip through together. */
  open: number
  lockedUntilMs: number
}

export interface GuessBound {
  wrongMax: number
  windowMs: number
  /** How long it is locked once there were too many; 0: until the oldest leaves the window. */
  lockMs: number
}

export const noGuesses: Readonly<GuessHistory> = { wrong: [], open: 0, lockedUntilMs: 0 }

/** How long until the next guess may be made; 0 for now. */
export function chooseWait(history: Readonly<GuessHistory>, bound: GuessBound, nowMs: number): number {
  if (history.lockedUntilMs > nowMs) return history.lockedUntilMs - nowMs
  const wrong = recent(history, bound, nowMs)
  if (wrong.length + history.open < bound.wrongMax) return 0
  // Only open ones are in the way: they are settled soon.
  const first = wrong[wrong.length - bound.wrongMax + history.open]
  return first === undefined ? 1_000 : Math.max(1, first.atMs + bound.windowMs - nowMs)
}

export function withWrong(
  history: Readonly<GuessHistory>,
  bound: GuessBound,
  guess: Guess,
): Readonly<GuessHistory> {
  const before = recent(history, bound, guess.atMs)
  if (guess.mark !== undefined && before.some(({ mark }) => mark === guess.mark)) return history
  const wrong = [...before, guess].slice(-bound.wrongMax)
  const locks = wrong.length >= bound.wrongMax && bound.lockMs > 0
  return { ...history, wrong, lockedUntilMs: locks ? guess.atMs + bound.lockMs : history.lockedUntilMs }
}

/** Nothing in it matters any more. */
export function isOver(history: Readonly<GuessHistory>, bound: GuessBound, nowMs: number): boolean {
  return history.open === 0 && history.lockedUntilMs <= nowMs && recent(history, bound, nowMs).length === 0
}

function recent(history: Readonly<GuessHistory>, bound: GuessBound, nowMs: number): Guess[] {
  return history.wrong.filter(({ atMs }) => atMs > nowMs - bound.windowMs)
}
