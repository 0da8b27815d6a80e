// Puts the room together.

import { deleteReply, editReply } from './change-reply.ts'
import { markThreadRead, orphanThread, resolveThread } from './change-thread.ts'
import type { CollaborationDeps } from './collaboration-deps.ts'
import type { Collaboration } from './collaboration.ts'
import { handOver } from './hand-over.ts'
import { listReplies } from './list-replies.ts'
import { findThread, listThreads } from './list-threads.ts'
import { openThread } from './open-thread.ts'
import { postReply } from './post-reply.ts'
import { createSources } from './read-sources.ts'
import { recordMentions } from './record-mentions.ts'
import { assertNotTooMany, resolveMentions } from './resolve-mentions.ts'

export function createCollaboration(deps: CollaborationDeps): Collaboration {
  return {
    open: (t, actor, idOrKey, anchorEventId) => openThread(deps, t, actor, idOrKey, anchorEventId),
    find: (r, actor, threadId) => findThread(deps, r, actor, threadId),
    list: (r, actor, idOrKey, filter, page) => listThreads(deps, r, actor, idOrKey, filter, page),
    resolve: (t, actor, threadId, resolved, ifVersion) =>
      resolveThread(deps, t, actor, threadId, resolved, ifVersion),
    handOver: (t, actor, threadId, input) => handOver(deps, t, actor, threadId, input),
    orphan: (t, eventId) => orphanThread(deps, t, eventId),
    markThreadRead: (t, actor, threadId, seq) => markThreadRead(deps, t, actor, threadId, seq),
    listReplies: (r, actor, threadId, order, page) => listReplies(deps, r, actor, threadId, order, page),
    post: (t, actor, threadId, input) => postReply(deps, t, actor, threadId, input),
    edit: (t, actor, replyId, body, ifVersion) => editReply(deps, t, actor, replyId, body, ifVersion),
    remove: (t, actor, replyId) => deleteReply(deps, t, actor, replyId),

    async resolveMentions(r, sessionId, text, field) {
      const resolved = await resolveMentions(deps, r, sessionId, text)
      assertNotTooMany(resolved, field)
      return resolved
    },

    recordMentions: (t, eventId) => recordMentions(deps, t, eventId),

    sources: createSources(deps),
  }
}
