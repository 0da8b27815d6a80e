// What the rules over places are judged by.

import type { Invariant } from '../../invariants/invariant.ts'
import type { SessionsEvidence } from '../../sessions/invariants/sessions-evidence.ts'
import type { PlacesTruth } from '../places-truth.ts'

export interface PlacesEvidence extends SessionsEvidence {
  truth: PlacesTruth
}

export type PlacesInvariant = Invariant<PlacesEvidence>

/** Of a message on the platform: which part of which delivery it is. */
export function markOf({ marker }: { marker?: { delivery: string; part: number } }): string | undefined {
  return marker && `${marker.delivery}/${marker.part}`
}
