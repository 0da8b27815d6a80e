// What people say in sessions, and the commands that they run there.

import type { PostedMessageJson } from '@heddle/contract'
import type { Received, Routing } from '../../../routing/routing.ts'
import { answer, type Register, repeated } from '../api/call.ts'
import { webConversation } from '../web-conversation.ts'

export interface MessageRoutesDeps {
  routing: Pick<Routing, 'receive' | 'runCommand'>
}

export function registerMessageRoutes(register: Register, { routing }: MessageRoutesDeps): void {
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
      return received.deduped ? repeated(postedJson(received)) : answer(postedJson(received))
    }),
  )

  register('runCommand', async ({ actor, path, body, commit }) => {
    const place = { conversation: webConversation(actor, path.id), sessionId: path.id, to: body.to }
    const answered = await commit((t) => routing.runCommand(t, actor, place, body.text))
    const { ok, text, data } = (await answered.confirm?.()) ?? answered
    return answer(data === undefined ? { ok, text } : { ok, text, data })
  })
}

function postedJson(received: Received): PostedMessageJson {
  const { sessionId, eventId, seq, turnId, deduped, command } = received
  return {
    sessionId,
    eventId,
    seq,
    ...(turnId !== null && { turnId }),
    deduped,
    mentions: [],
    rejectedMentions: [],
    ...(command !== undefined && { command: { ok: command.ok, text: command.text } }),
  }
}
