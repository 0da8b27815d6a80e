// On the web a message says whether it is for the page or for what its author has focused there (CNV7).

import { parseCommand } from '@heddle/contract'
import type { Tx } from '../foundation/database/store.ts'
import type { Actor } from '../people/people.ts'
import type { WholeSession } from '../sessions/sessions.ts'
import type { Binding } from './bindings/bindings.ts'
import { isAboutPlace } from './commands/run-command.ts'
import { assertExpected, findFocus, pagePlace, seeFocused } from './composer-focus.ts'
import { isToBeRevived, revive } from './revival/revive.ts'
import type { InboundMessage } from './routing.ts'
import type { RoutingRoom } from './routing-deps.ts'

export interface Heard {
  session: WholeSession
  /** By which it was led there. */
  focus?: Binding
}

/** What is over is revived first; a command or a note revives nothing. */
export async function followFocus(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  message: InboundMessage,
  page: WholeSession,
): Promise<Heard> {
  if (message.to !== 'focus') return { session: page }
  const focus = await findFocus(deps, t, message.conversation, page)
  assertExpected(focus, message.focusId)
  if (focus === undefined) return { session: page }
  const parsed = parseCommand(message.text)
  const isSaid = message.mode !== 'note' && parsed.kind === 'text'
  if (!isSaid || !(await isToBeRevived(deps, t, focus))) {
    const instead = isAboutPlace(parsed) ? page : undefined
    return { session: await seeFocused(deps, t, actor, focus, instead), focus }
  }
  await deps.sessions.permit(t, actor, focus.sessionId, 'session.write')
  // The web keeps all of its history here, so nothing slow has to be read first.
  const asked = { speaker: actor, binding: focus, history: { kind: 'none' } } as const
  return { session: await revive(deps, deps.bindings, t, asked), focus }
}

/** What is written on the page of a sub-agent that has a conversation of its own is written there (BND12). */
export async function boundPage(
  deps: RoutingRoom,
  t: Tx,
  { conversation }: InboundMessage,
  session: WholeSession,
): Promise<Binding | undefined> {
  if (conversation.channel !== 'web' || session.kind !== 'subagent') return undefined
  return deps.bindings.resolveByConversation(t, pagePlace(session))
}
