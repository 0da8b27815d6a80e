// Whether somebody joined a moment ago. It travels with the step in the browser's history from the form to "/": no link
// can say it in their place, and it is gone as soon as they go on.

export interface NewcomerState {
  hasJustJoined: true
}

export const newcomerState: NewcomerState = { hasJustJoined: true }

export function isNewcomer(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'hasJustJoined' in state && state.hasJustJoined === true
  )
}
