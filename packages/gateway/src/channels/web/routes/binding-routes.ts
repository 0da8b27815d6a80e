// Which place belongs to which session.

import type { BindingJson } from '@heddle/contract'
import type { Routing } from '../../../routing/routing.ts'
import type { SeenBinding } from '../../../routing/bindings/binding-verbs.ts'
import { answer, type Register } from '../api/call.ts'
import { boundJson } from '../bound-json.ts'
import { iso, pageJson } from '../to-json.ts'

export interface BindingRoutesDeps {
  routing: Pick<Routing, 'listBindings' | 'makeBinding' | 'endBinding'>
}

export function registerBindingRoutes(register: Register, { routing }: BindingRoutesDeps): void {
  register('listBindings', async ({ actor, query, read }) => {
    const { limit, cursor, ...filter } = query
    const found = await read((r) => routing.listBindings(r, actor, filter, { limit, cursor }))
    return answer(pageJson(found, bindingJson))
  })

  register('makeBinding', ({ actor, body, commit }) =>
    commit(async (t) => answer(bindingJson(await routing.makeBinding(t, actor, body)))),
  )

  register('endBinding', async ({ actor, path, commit }) => {
    await commit((t) => routing.endBinding(t, actor, path.id))
    return answer(undefined)
  })
}

function bindingJson(binding: SeenBinding): BindingJson {
  const { endedAt, endReason, endedBy, isOpened, closesPlace, runId } = binding
  return {
    ...boundJson(binding),
    targetSessionKey: binding.sessionKey,
    targetSessionId: binding.sessionId,
    targetKind: binding.targetKind,
    agentId: binding.agentId,
    label: binding.label,
    targetTitle: binding.title,
    ...(endedAt !== null && { endedAt: iso(endedAt) }),
    ...(endReason !== null && { endedReason: endReason }),
    ...(endedBy !== null && { endedBy }),
    metadata: { opened: isOpened, closes: closesPlace, ...(runId !== null && { runId }) },
    mayEnd: binding.mayEnd,
  }
}
