// Puts the room together.

import { limits } from '@heddle/contract'
import { createBytesInFlight } from '../foundation/files/bytes-in-flight.ts'
import { createApprovals } from './approvals/decide-approval.ts'
import { createOwnBudgets } from './budgets/own-budgets.ts'
import { raiseBudget } from './budgets/raise-budget.ts'
import { readSpending } from './budgets/read-spending.ts'
import { createCatalogue } from './catalogue.ts'
import { askCompaction } from './compaction/ask-compaction.ts'
import { runAskedCompaction } from './compaction/run-asked-compaction.ts'
import { continueSession } from './continue-session.ts'
import { createFeed } from './feed.ts'
import { forkSession } from './fork-session.ts'
import { createFiles } from './files/create-files.ts'
import { createInbox } from './inbox.ts'
import { listTakingPart } from './attendance-store.ts'
import { createReadMarks } from './read-marks.ts'
import { isOver, readPastOf } from './read-ended.ts'
import type { RoomDeps, SessionsDeps } from './sessions-deps.ts'
import type { Sessions } from './sessions.ts'
import { reattributeGuest } from './reattribute-guest.ts'
import { retryTurn } from './retry-turn.ts'
import { createSearch } from './search/create-search.ts'
import { createSubagents } from './subagents/create-subagents.ts'
import { createSessionTools } from './subagents/tools/create-session-tools.ts'
import { createTimelines } from './timelines.ts'
import { readTurn, readTurnOutcome } from './turns/read-turn.ts'
import { readTurnEnding } from './turns/read-turn-end.ts'
import { runTurns } from './turns/run-turns.ts'
import { createKeptPasts } from './turns/kept-pasts.ts'
import { createStreams } from './turns/streams.ts'
import { createTokenGauge } from './turns/token-gauge.ts'
import { createTurnCounter } from './turns/turn-figures.ts'
import { readUsage } from './usage/read-usage.ts'

export function createSessions(outer: SessionsDeps): Sessions {
  const deps: RoomDeps = {
    ...outer,
    feed: createFeed(),
    streams: createStreams(),
    turnCounter: createTurnCounter(),
    tokenGauge: createTokenGauge(),
    keptPasts: createKeptPasts(),
    imagesInFlight: createBytesInFlight(limits.imageBytesInFlightMax),
    unsaid: new Set(),
  }
  return {
    ...createCatalogue(deps),
    continueSession: (t, input) => continueSession(deps, t, input),
    isOver: (r, id) => isOver(r, id),
    listTakingPart,
    readPast: (r, id, most) => readPastOf(r, id, most),
    fork: (t, actor, idOrKey, input) => forkSession(deps, t, actor, idOrKey, input),
    ...createTimelines(deps),
    ...createInbox(deps),
    ...createReadMarks(deps),
    ...createFiles(deps),
    ...createApprovals(deps),
    ...createOwnBudgets(deps),
    ...createSubagents(deps),
    ...createSearch(deps),
    sessionTools: createSessionTools(deps),
    feed: deps.feed,
    turnFigures: deps.turnCounter.figures,
    readUsage: (r, actor, input) => readUsage(deps, r, actor, input, deps.store.now()),
    readSpending: (r, actor, idOrKey) => readSpending(deps, r, actor, idOrKey),
    raiseBudget: (t, actor, idOrKey, input) => raiseBudget(deps, t, actor, idOrKey, input),
    readTurn,
    readTurnOutcome,
    readTurnEnding,
    retry: (t, actor, idOrKey) => retryTurn(deps, t, actor, idOrKey),
    reattribute: (job, guest) => reattributeGuest(deps, job, guest),
    runTurns: (job, sessionId) => runTurns(deps, job, sessionId),
    askCompaction: (t, actor, idOrKey, wish) => askCompaction(deps, t, actor, idOrKey, wish),
    runAskedCompaction: (job, sessionId) => runAskedCompaction(deps, job, sessionId),
  }
}
