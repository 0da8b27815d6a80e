// Every rule over the database of a sessions world, in one list.

import { databaseIsWhole } from '../../invariants/integrity.ts'
import {
  callsAreAskedOnce,
  noCallWithoutWord,
  openApprovalsAreCounted,
  pendingIsWaitedFor,
  turnsWakeUpForWords,
  wordsAreKept,
  wordsAreToldOnce,
  wordsAreUsedOnce,
} from './approval-rules.ts'
import { summariesGoForward, summariesSplitNoCall, summaryInForceIsThere } from './compaction-rules.ts'
import {
  copiesAreRedactedTogether,
  copiesAreTrue,
  logGoesForward,
  numbersAreWhole,
  personLogsAreWhole,
  redactedWordsAreGone,
} from './log-rules.ts'
import { callsLeftOnce, marksAndTitlesAreThere, saidIsThere, stoppedStaysStopped } from './promises-kept.ts'
import {
  everyAnswerWasTold,
  everyCallHasItsResult,
  noWorkIsLeft,
  nothingIsHalfWritten,
  nothingWaits,
} from './sessions-at-rest.ts'
import type { SessionsInvariant } from './sessions-evidence.ts'
import {
  answersShowOnce,
  callsHaveOneResult,
  clientMessageOnce,
  crashesAreCounted,
  draftsBelongToTurns,
  everyTurnHasItsWork,
  oneTurnRuns,
  queueIsLookedAfter,
  queuedIsCounted,
  takenOnce,
  takenOrWaiting,
  textsCompleteOnce,
  turnsEndOnce,
} from './turn-rules.ts'

export const sessionsInvariants: readonly SessionsInvariant[] = [
  { ...databaseIsWhole, check: (evidence) => databaseIsWhole.check({ ...evidence, now: () => 0 }) },
  numbersAreWhole,
  queuedIsCounted,
  oneTurnRuns,
  draftsBelongToTurns,
  personLogsAreWhole,
  logGoesForward,
  copiesAreTrue,
  copiesAreRedactedTogether,
  saidIsThere,
  marksAndTitlesAreThere,
  clientMessageOnce,
  takenOnce,
  takenOrWaiting,
  turnsEndOnce,
  textsCompleteOnce,
  answersShowOnce,
  callsHaveOneResult,
  callsLeftOnce,
  stoppedStaysStopped,
  crashesAreCounted,
  openApprovalsAreCounted,
  pendingIsWaitedFor,
  wordsAreUsedOnce,
  turnsWakeUpForWords,
  everyTurnHasItsWork,
  queueIsLookedAfter,
  callsAreAskedOnce,
  wordsAreToldOnce,
  wordsAreKept,
  noCallWithoutWord,
  summaryInForceIsThere,
  summariesGoForward,
  summariesSplitNoCall,
  noWorkIsLeft,
  nothingWaits,
  nothingIsHalfWritten,
  everyAnswerWasTold,
  everyCallHasItsResult,
  redactedWordsAreGone,
]
