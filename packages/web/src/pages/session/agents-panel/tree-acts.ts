// What a row of the tree needs besides its run.

import { createContext, use } from 'react'
import type { TalkHere } from '../focus/use-talk-here.ts'

export interface TreeActs {
  /** The session in the middle. */
  currentId: string
  mayWrite: boolean
  /** The place on another platform that belongs to it, if there is one. */
  placeOf(sessionId: string): string | undefined
  talk: TalkHere
  /** The session that is focused on the page in the middle. */
  talksTo: string | undefined
  agentOf(agentId: string): string
  /** Only what works is shown. */
  isNarrowed: boolean
  /** Folds and unfolds: of those that the reader changed, whether they are open. */
  folds: ReadonlyMap<string, boolean>
  setFold(key: string, isOpen: boolean): void
  /** Before one goes to another page. */
  onGo(): Promise<void>
}

const TreeActsContext = createContext<TreeActs | null>(null)

export const TreeActsProvider = TreeActsContext

export function useTreeActs(): TreeActs {
  const acts = use(TreeActsContext)
  if (!acts) throw new Error('a row of the tree stands outside TreeActsProvider')
  return acts
}
