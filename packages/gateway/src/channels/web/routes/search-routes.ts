// What was said or done, found by its words.

import type { CollaborationFlags, SearchHitJson, SearchKind } from '@heddle/contract'
import type { SearchHit, Sessions } from '../../../sessions/sessions.ts'
import { answer, type Register } from '../api/call.ts'
import { iso, pageJson } from '../to-json.ts'

export interface SearchRoutesDeps {
  sessions: Pick<Sessions, 'search'>
  flags(): CollaborationFlags
}

export function registerSearchRoutes(register: Register, { sessions, flags }: SearchRoutesDeps): void {
  register('search', async ({ actor, query }) => {
    const { kind, ...asked } = query
    const kinds = (kind === undefined ? all : [kind]).filter((one) => one !== 'reply' || flags().threads)
    return answer(pageJson(await sessions.search(actor, { ...asked, kinds }), searchHitJson))
  })
}

const all: readonly SearchKind[] = ['message', 'tool', 'reply']

function searchHitJson(hit: SearchHit): SearchHitJson {
  const { kind, sessionId, sessionTitle, eventId, threadId, replyId, actor } = hit
  return {
    kind,
    sessionId,
    sessionTitle,
    eventId,
    ...(threadId !== undefined && { threadId }),
    ...(replyId !== undefined && { replyId }),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    createdAt: iso(hit.createdAt),
    excerpt: hit.excerpt.map(({ text, hit: isHit }) => ({ text, hit: isHit })),
  }
}
