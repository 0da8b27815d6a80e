// What people say in sessions, and the commands that they run there.

import { noteIn, type PostedMessageJson } from '@heddle/contract'
import type { Tx } from '../../../foundation/database/store.ts'
import type { Collaboration, ResolvedMentions } from '../../../collaboration/collaboration.ts'
import type { Received, Routing } from '../../../routing/routing.ts'
import { answer, type Register, repeated } from '../api/call.ts'
import { webConversation } from '../web-conversation.ts'

export interface MessageRoutesDeps {
  routing: Pick<Routing, 'receive' | 'runCommand' | 'suggestOnPage'>
  collaboration: Pick<Collaboration, 'resolveMentions'>
}

export function registerMessageRoutes(register: Register, deps: MessageRoutesDeps): void {
  const { routing } = deps

  register('postMessage', ({ actor, path, body, commit }) =>
    commit(async (t) => {
      const received = await routing.receive(t, actor, {
        conversation: webConversation(actor, path.id),
        eventId: body.clientMessageId,
        text: body.body,
        attachments: body.attachments,
        mode: body.mode,
        sessionId: path.id,
        to: body.to,
        focusId: body.focusId,
      })
      const posted = postedJson(received, await named(deps, t, received, body.body))
      return received.deduped ? repeated(posted) : answer(posted)
    }),
  )

  register('runCommand', async ({ actor, path, body, commit }) => {
    const place = { conversation: webConversation(actor, path.id), sessionId: path.id, to: body.to }
    const { answered, names } = await commit(async (t) => {
      const ran = await routing.runCommand(t, actor, place, body.text)
      const { saidIn } = ran
      if (saidIn === undefined) return { answered: ran, names: undefined }
      const named = await deps.collaboration.resolveMentions(t, saidIn, noteIn(body.text) ?? '', 'text')
      return { answered: ran, names: { mentions: named.mentions, rejectedMentions: named.rejected } }
    })
    const { ok, text, data } = (await answered.confirm?.()) ?? answered
    return answer(data === undefined ? { ok, text } : { ok, text, data: { ...data, ...names } })
  })

  register('suggestArguments', async ({ actor, path, query, read }) => {
    const place = webConversation(actor, path.id)
    const offered = await read((r) => routing.suggestOnPage(r, actor, place, query.text))
    return answer({ items: offered.map(({ name, about, value }) => ({ name, about, value })) })
  })
}

/** Whom it names. Of commands a note alone is said to people. */
async function named(
  { collaboration }: MessageRoutesDeps,
  t: Tx,
  { sessionId, command }: Received,
  text: string,
): Promise<Pick<ResolvedMentions, 'mentions' | 'rejected'>> {
  const words = command === undefined ? text : noteIn(text)
  if (words === undefined) return { mentions: [], rejected: [] }
  return collaboration.resolveMentions(t, sessionId, words, 'body')
}

function postedJson(
  received: Received,
  { mentions, rejected }: Pick<ResolvedMentions, 'mentions' | 'rejected'>,
): PostedMessageJson {
  const { sessionId, eventId, seq, turnId, deduped, command } = received
  return {
    sessionId,
    eventId,
    seq,
    ...(turnId !== null && { turnId }),
    deduped,
    mentions,
    rejectedMentions: rejected,
    ...(command !== undefined && { command: { ok: command.ok, text: command.text } }),
  }
}
