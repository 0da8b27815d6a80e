// Sub-agents and their runs.

import { limits, type RunJson, type SpawnedJson, type WholeRunJson } from '@heddle/contract'
import type { Completion, Routing } from '../../../routing/routing.ts'
import type { Run, Sessions, SpawnedRun, WholeRun } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'
import { boundJson } from '../bound-json.ts'
import { iso, isoOrNull, pageJson } from '../to-json.ts'
import { webConversation } from '../web-conversation.ts'

export interface RunRoutesDeps {
  sessions: Pick<Sessions, 'listRuns' | 'readRun'>
  routing: Pick<Routing, 'spawn' | 'completionOf' | 'listBound'>
}

export function registerRunRoutes(register: Register, { sessions, routing }: RunRoutesDeps): void {
  register('listSubagents', async ({ actor, path, query, read }) => {
    const { of, limit, cursor } = query
    const [page, bound] = await read(async (r) => {
      const found = await sessions.listRuns(r, actor, path.id, of, { limit, cursor })
      const ids = found.items.map(({ sessionId }) => sessionId)
      return [found, await routing.listBound(r, actor, ids)] as const
    })
    return answer(
      pageJson(page, (run) => ({
        ...runJson(run),
        bindings: (bound.get(run.sessionId) ?? []).map(boundJson),
      })),
    )
  })

  register('spawnRun', async ({ actor, path, body, commit }) => {
    const place = { conversation: webConversation(actor, path.id), sessionId: path.id }
    return commit(async (t) => answer(spawnedJson(await routing.spawn(t, actor, place, body))))
  })

  register('readRun', async ({ actor, path, read }) => {
    const [run, completion, bound] = await read(async (r) => {
      const found = await sessions.readRun(r, actor, path.id)
      const bound = await routing.listBound(r, actor, [found.sessionId])
      return [found, await routing.completionOf(r, found.id), bound] as const
    })
    return answer({
      ...wholeRunJson(run, completion),
      bindings: (bound.get(run.sessionId) ?? []).map(boundJson),
    })
  })
}

function spawnedJson({ runId, sessionId, sessionKey, warnings }: SpawnedRun): SpawnedJson {
  return {
    status: 'accepted',
    runId,
    childSessionKey: sessionKey,
    childSessionId: sessionId,
    ...(warnings.length > 0 && { warnings }),
  }
}

export function runJson(run: Run): RunJson {
  const { timeoutMs: _, usage, ...rest } = run
  return {
    ...rest,
    task: run.task.slice(0, limits.runTaskShownCharsMax),
    usage: { ...usage },
    createdAt: iso(run.createdAt),
    startedAt: isoOrNull(run.startedAt),
    endedAt: isoOrNull(run.endedAt),
    deadlineAt: isoOrNull(run.deadlineAt),
    archiveAt: isoOrNull(run.archiveAt),
  }
}

function wholeRunJson(run: WholeRun, completion: Completion | undefined): Omit<WholeRunJson, 'bindings'> {
  const { announcement: told, ...rest } = run
  return {
    ...runJson(rest),
    task: run.task,
    timeoutSeconds: run.timeoutMs / 1_000,
    announcement: told && {
      eventId: told.eventId,
      status: told.status,
      result: told.result,
      resultFrom: told.resultFrom,
      notes: told.notes,
      skipped: told.skipped === true,
      runtimeMs: told.runtimeMs,
      usage: told.usage,
      text: told.text,
    },
    destination: completion
      ? { kind: completion.destination, reason: completion.reason, place: completion.place }
      : null,
  }
}
