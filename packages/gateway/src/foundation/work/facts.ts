// Telling a fact: written in the transaction of its cause, together with one row of work for each reaction to it.

import type { FactId, FactKind, Facts } from '@heddle/contract'
import type { Tx } from '../database/store.ts'

export interface FactTeller {
  tell<K extends FactKind>(t: Tx, kind: K, payload: Facts[K]): Promise<FactId>
}
