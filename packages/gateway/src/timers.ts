// What happens at a time that was set for one thing: each is a row that fires once, at or after its time (I13).

import type { RunId } from '@heddle/contract'
import type { WorkDefinition } from './foundation/work/work-runner.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface TimedRooms {
  sessions: Pick<Sessions, 'endLateRun' | 'archiveOldRun'>
}

export function defineTimedWork({ sessions }: TimedRooms): Record<string, WorkDefinition> {
  return {
    'sessions.end-late-run': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => sessions.endLateRun(job, job.subject as RunId),
    },
    'sessions.archive-subagent': {
      attemptsMax: Number.MAX_SAFE_INTEGER,
      run: (job) => sessions.archiveOldRun(job, job.subject as RunId),
    },
  }
}
