// The messages that wait in a session for their turn.

import type { Sessions } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'
import { queuedJson } from '../event-json.ts'

export interface QueueRoutesDeps {
  sessions: Pick<Sessions, 'queue' | 'editQueued' | 'moveQueued' | 'cancelQueued'>
}

export function registerQueueRoutes(register: Register, { sessions }: QueueRoutesDeps): void {
  register('readQueue', async ({ actor, path, read }) => {
    const items = await read((r) => sessions.queue(r, actor, path.id))
    return answer({ items: items.map(queuedJson) })
  })

  register('changeQueued', async ({ actor, path, body, commit }) => {
    const items = await commit(async (t) => {
      if (body.body !== undefined) {
        await sessions.editQueued(t, actor, path.id, path.messageId, body.body)
      }
      if (body.position !== undefined) {
        await sessions.moveQueued(t, actor, path.id, path.messageId, body.position)
      }
      return sessions.queue(t, actor, path.id)
    })
    return answer({ items: items.map(queuedJson) })
  })

  register('cancelQueued', async ({ actor, path, commit }) => {
    await commit((t) => sessions.cancelQueued(t, actor, path.id, path.messageId))
    return answer(undefined)
  })
}
