// The binding that a command is about: of the conversation in which it was written. On the web that is the asker's own
// composer on the page; where it points nowhere, the page itself may belong to a session (CMD10, BND10).

import { refused, type SessionId } from '@heddle/contract'
import type { Binding } from '../bindings/bindings.ts'
import { findFocus } from '../composer-focus.ts'
import type { CommandCall } from './command-call.ts'

export async function loadBound({ deps, t, conversation, kind }: CommandCall): Promise<Binding> {
  const binding =
    kind === 'web'
      ? // The edge: on the web a conversation is the page of a session.
        await findFocus(deps, t, conversation, { id: conversation.conversationId as SessionId })
      : await deps.bindings.resolveByConversation(t, conversation)
  if (binding) return binding
  throw refused('not_bound', { message: 'Nothing is bound here. /focus <label|key|id|#> binds this place.' })
}
