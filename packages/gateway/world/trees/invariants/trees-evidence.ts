// What the rules over trees are judged by.

import type { Invariant } from '../../invariants/invariant.ts'
import type { SessionsEvidence } from '../../sessions/invariants/sessions-evidence.ts'
import type { TreesTruth } from '../trees-truth.ts'

export interface TreesEvidence extends SessionsEvidence {
  truth: TreesTruth
}

export type TreesInvariant = Invariant<TreesEvidence>
