// Whether somebody was signed in here last time, and who. What is asked for nobody would only be refused, so without
// this it is first asked who is there.

const name = 'heddle.here'

export function whoWasHere(store: Pick<Storage, 'getItem'> | undefined): string | undefined {
  const kept = store?.getItem(name)
  return kept?.startsWith('per_') ? kept : undefined
}

/** `undefined`: nobody any more. */
export function rememberWhoIsHere(
  store: Pick<Storage, 'setItem' | 'removeItem'> | undefined,
  personId: string | undefined,
): void {
  try {
    if (personId === undefined) store?.removeItem(name)
    else store?.setItem(name, personId)
  } catch {
    // Full or forbidden: the next visit asks a little later.
  }
}
