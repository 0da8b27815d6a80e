// What the outside knows of places, besides what it knows of trees: what people wrote on the platform, and who bound what.

import type { PlaceKind } from '@heddle/contract'
import { createTreesTruth, type TreesTruth } from '../trees/trees-truth.ts'
import type { Town, TownPerson } from './platform/town.ts'

export interface Written {
  /** A word that stands in no other text. */
  word: string
  messageId: string
  conversationId: string
  kind: Exclude<PlaceKind, 'web'>
  by: TownPerson | 'robot'
  /** The accounts that are named in it. */
  named: readonly string[]
  isCommand: boolean
  atMs: number
}

export interface PlacesTruth extends TreesTruth {
  readonly town: Town
  readonly written: Written[]
  /** Conversations that were locked, archived or deleted by somebody, or taken from the program. */
  readonly meddledWith: Set<string>
  /** Accounts whose token was taken away at some time. */
  readonly revoked: Set<string>
}

export function createPlacesTruth(spawnsMax: number, town: Town): PlacesTruth {
  return {
    ...createTreesTruth(spawnsMax),
    town,
    written: [],
    meddledWith: new Set(),
    revoked: new Set(),
  }
}
