// Whose message the running turn answers: the first of those that it took. Undefined when none of them is among the
// rows that are held.

import type { EventJson } from '@heddle/contract'

export function chooseDriver(rows: readonly EventJson[], turnId: string | null): string | undefined {
  if (turnId === null) return undefined
  const begun = rows.findLast((row) => row.kind === 'turn.started' && row.turnId === turnId)
  const messages = begun?.payload.messages
  if (!Array.isArray(messages)) return undefined
  return rows.find((row) => row.kind === 'message.user' && messages.includes(row.eventId))?.actor.name
}

/** The models that answered, as far as the rows go back, in the order in which they came. */
export function chooseModelsUsed(rows: readonly EventJson[]): string[] {
  const models = rows.flatMap(({ kind, payload }) =>
    kind === 'turn.started' && typeof payload.model === 'string' ? [payload.model] : [],
  )
  return [...new Set(models)]
}
