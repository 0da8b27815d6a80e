// Whom one no longer talks to although one did nothing: what is half written must not go to somebody else unseen. Pure.

import type { EventJson, FocusJson } from '@heddle/contract'
import { strings } from '../../../strings.ts'
import { textIn } from '../timeline/read-payload.ts'

export interface Lost {
  sessionId: string
  name: string
  /** As the end of a sentence; absent where nobody said. */
  why?: string | undefined
}

export function chooseLost(
  before: FocusJson | null | undefined,
  now: FocusJson | null | undefined,
  /** Why bindings ended, as far as it was heard. */
  whys: ReadonlyMap<string, string>,
): Lost | undefined {
  if (!before || now === undefined || now?.bindingId === before.bindingId) return undefined
  return { sessionId: before.sessionId, name: nameFocus(before), why: whys.get(before.bindingId) }
}

/** Its label; else who it is. */
export function nameFocus({ label, agentId }: Pick<FocusJson, 'label' | 'agentId'>): string {
  return label ?? agentId
}

export function whyIn(event: EventJson): { bindingId: string; why: string } | undefined {
  if (event.kind !== 'binding.ended') return undefined
  const ends: Readonly<Record<string, string>> = strings.focus.ends
  const why = ends[textIn(event, 'why')]
  return why === undefined ? undefined : { bindingId: textIn(event, 'bindingId'), why }
}
