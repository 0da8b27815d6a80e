// The signs beside a text's words in the index: its session, its kind, and who may find it. No word of a text begins
// like them. They spare the index from going through what somebody may not see; whether they may is asked of the rows
// all the same, so that a sign that is out of date shows nobody anything.

import type { PersonId, SearchKind, SessionId } from '@heddle/contract'

const lead = '¤'

export const teamSign = `${lead}team`

export function sessionSign(id: SessionId): string {
  return lead + id.replaceAll('_', '')
}

export function personSign(id: PersonId): string {
  return lead + id.replaceAll('_', '')
}

export function kindSign(kind: SearchKind): string {
  return `${lead}kind${kind}`
}
