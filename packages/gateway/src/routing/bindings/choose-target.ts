// Which of a session's sub-agents a name means. Pure: ids before labels, labels in any letter case, `#n` by the order of
// the list that people are shown.

import type { Run } from '../../sessions/sessions.ts'

export type NamedRun = Pick<Run, 'id' | 'sessionId' | 'sessionKey' | 'label'>

export function matchRuns<R extends NamedRun>(runs: readonly R[], name: string): R[] {
  const number = /^#?(\d{1,4})$/.exec(name)?.[1]
  if (number !== undefined) {
    const numbered = runs[Number(number) - 1]
    const labelled = name.startsWith('#') ? [] : runs.filter(({ label }) => label === name)
    return labelled.length > 0 ? labelled : numbered === undefined ? [] : [numbered]
  }
  const folded = name.toLowerCase()
  const exact = runs.filter(
    ({ id, sessionId, sessionKey }) => id === name || sessionId === name || sessionKey === folded,
  )
  return exact.length > 0 ? exact : matchLabel(runs, folded)
}

/** Where the order of the list is not what people were shown, a number is only a label. */
export function matchLabel<R extends NamedRun>(runs: readonly R[], name: string): R[] {
  const folded = name.toLowerCase()
  return runs.filter(
    ({ id, label, sessionId }) => id === name || sessionId === name || label?.toLowerCase() === folded,
  )
}
