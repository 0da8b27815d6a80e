// Every rule over the database of a world of trees, in one list.

import { sessionsInvariants } from '../../sessions/invariants/sessions-invariants.ts'
import type { TreesShape } from '../trees-shape.ts'
import {
  announcementsAreAccountedFor,
  completionsAreDecided,
  endsAreToldOnce,
  factsAreToldOnce,
  rootsAreToldOnce,
  skipNeedsTheExactWord,
  skippedIsKept,
} from './announcement-rules.ts'
import { cutRunsEndSo, persistentStays, stoppedTurnsSpawnNothing } from './ending-rules.ts'
import { limitRules } from './limit-rules.ts'
import { paceRules } from './pace-rules.ts'
import { rightsRules } from './rights-rules.ts'
import {
  allRunsEnd,
  deadlinesStand,
  deletedIsPutAwayAtOnce,
  noRunIsLateTooEarly,
  nothingOutlivesItsRun,
  statusIsTheRuntimes,
  whatIsDoneEnds,
} from './run-rules.ts'
import type { TreesInvariant } from './trees-evidence.ts'
import { unheldStops } from './unheld-stops.ts'

export function treesInvariants(shape: TreesShape): readonly TreesInvariant[] {
  return [
    ...sessionsInvariants,
    endsAreToldOnce,
    rootsAreToldOnce,
    factsAreToldOnce,
    announcementsAreAccountedFor,
    skippedIsKept,
    skipNeedsTheExactWord,
    completionsAreDecided,
    nothingOutlivesItsRun,
    whatIsDoneEnds,
    statusIsTheRuntimes,
    deadlinesStand,
    noRunIsLateTooEarly,
    allRunsEnd,
    deletedIsPutAwayAtOnce,
    cutRunsEndSo,
    stoppedTurnsSpawnNothing,
    persistentStays,
    ...limitRules(shape.limits),
    ...rightsRules(shape.limits),
    ...paceRules(shape),
    ...unheldStops(shape),
  ]
}
