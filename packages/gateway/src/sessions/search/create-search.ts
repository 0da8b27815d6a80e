// Puts search together.

import type { RoomDeps } from '../sessions-deps.ts'
import { findTexts } from './find-texts.ts'
import { followLogs } from './follow-logs.ts'
import type { SearchVerbs } from './search.ts'

export function createSearch(deps: RoomDeps): SearchVerbs {
  return {
    search: (actor, input) => findTexts(deps, actor, input),
    followSearch: () => followLogs(deps),
  }
}
