// `/focus`: what is written in this conversation goes straight to another session (CMD2).

import type { SessionId } from '@heddle/contract'
import type { Binding } from '../bindings/bindings.ts'
import { chooseFocusPlace } from '../bindings/choose-focus-place.ts'
import { type FocusTarget, findTarget } from '../bindings/find-target.ts'
import { assertBindingsOn, binderOf, labelOf, makeBinding, permitFocus } from '../bindings/make-binding.ts'
import { wantPlace } from '../bindings/open-for-focus.ts'
import { selectConversation } from '../routing-store.ts'
import type { Answered, Command, CommandCall } from './command-call.ts'
import { tellExpiry } from './session-command.ts'
import { splitWord } from './subagents/read-subcommand.ts'

export const focus: Command = async (call) => {
  const { deps, t, actor, conversation, kind } = call
  assertBindingsOn(deps, conversation)
  const { name, isHere } = readArgument(call.argument)
  if (name === '') return { answer: { ok: false, text: '/focus needs <label|key|id|#>.' } }
  const pageId = kind === 'web' ? (conversation.conversationId as SessionId) : undefined
  // Outside, whoever may not speak in a place was not heard there.
  if (pageId !== undefined) await deps.sessions.find(t, actor, pageId, 'session.write')
  const above = pageId ?? (await findAbove(call))
  const target = await findTarget(deps, t, actor, { session: call.session, pageId: above }, name)
  const place = chooseFocusPlace(kind, isHere)
  if (place.kind === 'open') return openThread(call, target)
  const wish = { target, conversation, kind, action: place.action }
  return answerBound(call, target, await makeBinding(deps, t, actor, wish))
}

/** `--here` at the end, or in front; the rest is the name, which may stand in quotes. */
function readArgument(argument: string): { name: string; isHere: boolean } {
  const words = argument.replace(/^--here(?=\s|$)|(?<=^|\s)--here$/, '').trim()
  return { name: words.startsWith('"') ? splitWord(words)[0] : words, isHere: words !== argument.trim() }
}

/** In a platform thread people name what they know from the channel. */
async function findAbove({ deps, t, actor, conversation }: CommandCall): Promise<SessionId | undefined> {
  const { channel, accountId, parentConversationId } = conversation
  if (parentConversationId === undefined) return undefined
  const above = await t.one(selectConversation({ channel, accountId, conversationId: parentConversationId }))
  const isSeen = above !== undefined && (await deps.sessions.mayRead(t, actor, above.session_id))
  return isSeen ? above.session_id : undefined
}

/** Under a channel, people speak to it in a platform thread; that comes a moment later, or it is said why not. */
async function openThread(call: CommandCall, target: FocusTarget): Promise<Answered> {
  const { deps, t, actor, conversation } = call
  // Bound will be the thread, and others read there.
  await permitFocus(deps, t, actor, { target, conversation, kind: 'thread', action: 'binding.make' })
  await wantPlace(deps, t, { target, under: conversation, by: binderOf(actor) })
  const tell = (name: string) => `Opening a thread for ${name}.`
  const data = { sessionId: target.session.id, opening: true }
  return {
    answer: { ok: true, text: tell(nameOf(target)), data },
    kept: { ok: true, text: tell(target.session.id), data },
    quotes: [target.session.id],
  }
}

/** Outside, the intro says the rest, to everybody. */
function answerBound({ kind }: CommandCall, target: FocusTarget, binding: Binding): Answered {
  const tell = (name: string) => (kind === 'web' ? tellOnPage(name, binding) : `Focused ${name}.`)
  const { id: bindingId, sessionId, status, conversation } = binding
  const data = { bindingId, sessionId, agentId: binding.agentId, status, conversation }
  return {
    answer: { ok: true, text: tell(nameOf(target)), data: { ...data, label: binding.label } },
    // A label may be redacted later.
    kept: { ok: true, text: tell(sessionId), data },
    quotes: [sessionId],
  }
}

function tellOnPage(name: string, binding: Binding): string {
  const until =
    binding.status === 'ending'
      ? 'It is done; the next message here goes on where it ended.'
      : tellExpiry(binding)
  return `What you write here now goes straight to ${name}. /unfocus leads back.\n${until}`
}

function nameOf(target: FocusTarget): string {
  return labelOf(target) ?? (target.session.title || target.session.id)
}
