// Under which names the timers of a run stand.

import type { RunId } from '@heddle/contract'

export const deadlineTimer = (id: RunId) => `run-deadline:${id}`
export const archiveTimer = (id: RunId) => `run-archive:${id}`
