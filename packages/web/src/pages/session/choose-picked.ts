// Whom a press of Enter means in a list of members, and where the arrows lead in it.

/** By handle: the marked one, else the one whose handle was typed whole, else the only one that fits; else what was typed. */
export function choosePicked(
  typed: string,
  people: readonly { handle: string }[],
  marked: number | undefined,
  /** They were found by what is typed now, not by what was typed a moment ago. */
  isCurrent: boolean,
): string {
  const wanted = typed.trim().replace(/^@/, '')
  const chosen = marked === undefined ? undefined : people[marked]
  const exact = people.find(({ handle }) => handle.toLowerCase() === wanted.toLowerCase())
  const only = isCurrent && wanted !== '' && people.length === 1 ? people[0] : undefined
  return (chosen ?? exact ?? only)?.handle ?? wanted
}

/** Undefined: the key is none of the list's. */
export function stepMark(key: string, marked: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return marked === undefined ? 0 : (marked + 1) % count
  if (key === 'ArrowUp') return marked === undefined ? count - 1 : (marked - 1 + count) % count
  return undefined
}
