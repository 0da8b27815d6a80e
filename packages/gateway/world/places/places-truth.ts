// What the outside knows of places, besides what it knows of trees: what people wrote on the platform, and who bound what.

import type { DeliveryId, PlaceKind } from '@heddle/contract'
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
  /** Before anything happens. */
  found(town: Town): void
  readonly written: Written[]
  /** Conversations that were locked, archived or deleted by somebody, or taken from the program. */
  readonly meddledWith: Set<string>
  /** How often the token of an account was taken away. */
  revocations: number
  /** What somebody was told that it will not be sent. */
  readonly dismissed: Set<DeliveryId>
  /** What somebody asked to have sent again, whatever became of that. */
  readonly resentByHand: Set<string>
}

export function createPlacesTruth(spawnsMax: number): PlacesTruth {
  let founded: Town | undefined
  return {
    ...createTreesTruth(spawnsMax),
    get town() {
      if (founded === undefined) throw new Error('there is no town yet')
      return founded
    },
    found: (town) => void (founded = town),
    written: [],
    meddledWith: new Set(),
    revocations: 0,
    dismissed: new Set(),
    resentByHand: new Set(),
  }
}
