// Which model a turn asks: the one that was chosen for the session, as long as it is there, otherwise the agent's own.

export interface TurnModel {
  /** provider/model. */
  name: string
  /** One was chosen, and it is not there any more. */
  isMissed: boolean
}

export function chooseTurnModel(
  chosen: string | null,
  own: string,
  isThere: (name: string) => boolean,
): TurnModel {
  if (chosen === null) return { name: own, isMissed: false }
  return isThere(chosen) ? { name: chosen, isMissed: false } : { name: own, isMissed: true }
}
