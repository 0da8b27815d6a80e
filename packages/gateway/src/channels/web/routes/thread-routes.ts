// What people say about single moments of a session.

import { type PostedReplyJson, replyJson, threadJson, type WholeThreadJson } from '@heddle/contract'
import type {
  CalledAgent,
  Collaboration,
  PostedReply,
  WholeThread,
} from '../../../collaboration/collaboration.ts'
import { answer, type Register, repeated } from '../api/call.ts'
import { iso, pageJson } from '../to-json.ts'

export interface ThreadRoutesDeps {
  collaboration: Pick<
    Collaboration,
    | 'open'
    | 'find'
    | 'list'
    | 'resolve'
    | 'handOver'
    | 'markThreadRead'
    | 'listReplies'
    | 'post'
    | 'edit'
    | 'remove'
  >
}

export function registerThreadRoutes(register: Register, { collaboration }: ThreadRoutesDeps): void {
  register('listThreads', async ({ actor, path, query, read }) => {
    const { limit, cursor, ...filter } = query
    const found = await read((r) => collaboration.list(r, actor, path.id, filter, { limit, cursor }))
    return answer(pageJson(found, wholeThreadJson))
  })

  register('openThread', ({ actor, path, body, commit }) =>
    commit(async (t) => {
      const { thread, isNew } = await collaboration.open(t, actor, path.id, body.anchorEventId)
      return isNew ? answer(wholeThreadJson(thread)) : repeated(wholeThreadJson(thread))
    }),
  )

  register('readThread', async ({ actor, path, read }) =>
    answer(wholeThreadJson(await read((r) => collaboration.find(r, actor, path.id)))),
  )

  register('changeThread', async ({ actor, path, body, ifMatch, commit }) => {
    const changed = await commit((t) => collaboration.resolve(t, actor, path.id, body.resolved, ifMatch))
    return answer(wholeThreadJson(changed))
  })

  register('handOver', ({ actor, path, body, commit }) =>
    commit(async (t) => {
      const done = await collaboration.handOver(t, actor, path.id, body)
      const { sessionId, eventId, seq, deduped, mentions, rejectedMentions } = done
      const handed = { sessionId, eventId, seq, deduped, mentions, rejectedMentions }
      return deduped ? repeated(handed) : answer(handed)
    }),
  )

  register('markThreadRead', async ({ actor, path, body, commit }) => {
    const mark = await commit((t) => collaboration.markThreadRead(t, actor, path.id, body.seq))
    const { threadId, sessionId, seq, unread } = mark
    return answer({ threadId, sessionId, seq, unread })
  })

  register('listReplies', async ({ actor, path, query, read }) => {
    const { limit, cursor, order } = query
    const page = await read((r) => collaboration.listReplies(r, actor, path.id, order, { limit, cursor }))
    return answer(pageJson(page, replyJson))
  })

  register('postReply', ({ actor, path, body, commit }) =>
    commit(async (t) => {
      const posted = postedReplyJson(await collaboration.post(t, actor, path.id, body))
      return posted.deduped ? repeated(posted) : answer(posted)
    }),
  )

  register('editReply', async ({ actor, path, body, ifMatch, commit }) => {
    const edited = await commit((t) => collaboration.edit(t, actor, path.id, body.body, ifMatch))
    return answer(postedReplyJson(edited))
  })

  register('deleteReply', async ({ actor, path, commit }) => {
    await commit((t) => collaboration.remove(t, actor, path.id))
    return answer(undefined)
  })
}

function wholeThreadJson(thread: WholeThread): WholeThreadJson {
  const { eventId, kind, place, actor, createdAt, excerpt } = thread.anchor
  return {
    ...threadJson(thread),
    unread: thread.unread,
    anchor: {
      eventId,
      kind,
      place,
      actor: { kind: actor.kind, id: actor.id, name: actor.name },
      createdAt: iso(createdAt),
      excerpt,
    },
  }
}

function postedReplyJson(posted: PostedReply): PostedReplyJson {
  const { replyId, deduped, mentions, rejectedMentions, sourceEventId, seq, version, agents } = posted
  const first = agents.find(({ called }) => called !== undefined)?.called
  return {
    replyId,
    deduped,
    mentions,
    rejectedMentions,
    createdAt: iso(posted.createdAt),
    sourceEventId,
    seq,
    version,
    ...(first !== undefined && { handedOver: calledJson(first) }),
    ...(agents.length > 0 && { agents: agents.map(agentJson) }),
  }
}

function agentJson({ handle, called, refused }: CalledAgent) {
  return {
    handle,
    ...(called !== undefined && calledJson(called)),
    ...(refused !== undefined && { refused: { code: refused.code, message: refused.message } }),
  }
}

function calledJson({ sessionId, eventId, runId }: NonNullable<CalledAgent['called']>) {
  return { sessionId, eventId, ...(runId !== undefined && { runId }) }
}
