// The routes of sub-agents.

import type { Route } from './route.ts'
import * as run from './run-shapes.ts'
import { pageOf } from './shapes.ts'

export const runRoutes = {
  listSubagents: {
    method: 'GET',
    path: '/sessions/{id}/subagents',
    action: 'session.read',
    status: 200,
    query: run.subagentsQuery,
    answer: pageOf(run.listedRunShape),
    summary:
      'The runs below a session: first those that have not ended, then the others until they are archived, newest first; each with where people speak to it directly.',
  },
  spawnRun: {
    method: 'POST',
    path: '/sessions/{id}/runs',
    action: 'subagent.spawn',
    status: 201,
    body: run.spawnInput,
    answer: run.spawnedShape,
    makes: true,
    summary: 'Start a sub-agent of a session; its completion is told there once.',
  },
  readRun: {
    method: 'GET',
    path: '/runs/{id}',
    action: 'session.read',
    status: 200,
    answer: run.wholeRunShape,
    summary:
      'One run, by its id or by that of its session: its status, its result, how it was announced, where, and why there, and where people speak to it directly.',
  },
} as const satisfies Record<string, Route>
