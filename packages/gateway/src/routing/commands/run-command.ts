// Carries out what people command. Every command goes through the same rooms and the same gate as the button for it; a
// refusal changes nothing and says why.

import { badField, type ParsedText, parseCommand, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import type { CommandPlace, ConversationRef, RunAnswer } from '../routing.ts'
import type { RoutingDeps } from '../routing-deps.ts'
import { locateSession } from '../locate-session.ts'
import type { Answered } from './command-call.ts'
import { commandTable } from './command-table.ts'

/** As asked for on purpose: what is no command at all is an error. */
export async function runCommand(
  deps: RoutingDeps,
  t: Tx,
  actor: Actor,
  place: CommandPlace,
  text: string,
): Promise<RunAnswer> {
  const parsed = parseCommand(text)
  if (parsed.kind === 'text') {
    throw badField('text', 'is no command; a command is a slash and a word, such as "/help"')
  }
  if (parsed.kind === 'unknown') {
    const issue = { field: 'text', message: `there is no command /${parsed.name}` }
    throw refused('unknown_command', {
      message: tellUnknown(parsed),
      issues: [parsed.nearest === undefined ? issue : { ...issue, nearest: `/${parsed.nearest}` }],
    })
  }
  const session = await locateSession(deps, t, actor, place.sessionId ?? place.conversation.conversationId)
  const { answer, confirm } = await answerText(deps, t, actor, session, parsed, place.conversation)
  return confirm === undefined ? answer : { ...answer, confirm }
}

export async function answerText(
  deps: RoutingDeps,
  t: Tx,
  actor: Actor,
  session: WholeSession,
  parsed: Exclude<ParsedText, { kind: 'text' }>,
  conversation: ConversationRef,
): Promise<Answered> {
  if (parsed.kind === 'unknown') return { answer: { ok: false, text: tellUnknown(parsed) } }
  if (parsed.kind === 'wrong') {
    return { answer: { ok: false, text: `${parsed.problem}. /help lists the commands.` } }
  }
  return commandTable[parsed.name]({ deps, t, actor, session, argument: parsed.argument, conversation })
}

function tellUnknown(parsed: Extract<ParsedText, { kind: 'unknown' }>): string {
  const hint = parsed.nearest === undefined ? '/help lists them.' : `Did you mean /${parsed.nearest}?`
  return `There is no command /${parsed.name}. ${hint}`
}
