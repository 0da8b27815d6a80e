// Sessions as a list names them, made up for the gallery and for tests.

import type { ListedSessionJson } from '@heddle/contract'
import { ago, ann } from './sample-people.ts'

export function listed(over: Partial<ListedSessionJson> = {}): ListedSessionJson {
  const id = over.id ?? 'ses_00000000000000000000000001'
  return {
    id,
    key: `web:${id}`,
    agentId: 'main',
    kind: 'chat',
    parentId: null,
    depth: 0,
    title: 'Three names for a boat',
    state: 'idle',
    visibility: 'private',
    createdBy: ann.id,
    createdAt: ago(30),
    updatedAt: ago(2),
    activeAt: ago(2),
    version: 1,
    seq: 40,
    turnId: null,
    queued: 0,
    openApprovals: 0,
    usage: { inputTokens: 1_204, outputTokens: 388, cachedTokens: 0, costMicros: null },
    model: null,
    lastOutcome: 'succeeded',
    forkedFrom: null,
    successorId: null,
    continuesId: null,
    unread: false,
    readSeq: 40,
    approvalsBelow: 0,
    activeBelow: 0,
    ...over,
  }
}

const subjects = [
  'Names for a boat',
  'Move the invoices to the new ledger',
  'Why is the nightly report late on the first of each month',
  'Release notes',
  'Find the flaky test in the harbour suite and say what it would take to mend it for good',
  'Plan of the week',
]

/** As many as one likes, each with its own age: some failed, some run, some are unread. */
export function manySessions(count: number): ListedSessionJson[] {
  return Array.from({ length: count }, (_, index) =>
    listed({
      id: `ses_${String(index).padStart(26, '0')}`,
      title: `${subjects[index % subjects.length]}`,
      agentId: index % 5 === 3 ? 'reviewer' : 'main',
      activeAt: ago(index * 17),
      state: index === 3 || index === 7 ? 'running' : 'idle',
      queued: index === 3 ? 2 : 0,
      unread: index < 2,
      lastOutcome: index % 9 === 1 ? 'failed' : 'succeeded',
    }),
  )
}
