// How it stands with a binding, in words; of one that ended, why and by whom. Pure.

import type { BindingJson } from '@heddle/contract'
import { placeStrings } from '../../place-strings.ts'
import { strings } from '../../strings.ts'

const words = placeStrings.bindings

type Told = Pick<BindingJson, 'status' | 'endedReason' | 'endedBy'>

export function tellState({ status, endedReason, endedBy }: Told, myName: string): string {
  if (status !== 'ended' || endedReason === undefined) return words.statuses[status]
  const byWhom = endedBy === undefined ? undefined : words.endedBy[endedReason]
  const who = endedBy === myName ? words.you : (endedBy ?? '')
  return words.endedFor(byWhom?.(who) ?? strings.focus.ends[endedReason])
}
