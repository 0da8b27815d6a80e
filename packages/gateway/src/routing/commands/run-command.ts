// Carries out what people command. Every command goes through the same rooms and the same gate as the button for it; a
// refusal changes nothing and says why.

import { badField, parseCommand, type ParsedText, refused } from '@heddle/contract'
import type { Tx } from '../../foundation/database/store.ts'
import type { Actor } from '../../people/people.ts'
import type { WholeSession } from '../../sessions/sessions.ts'
import type { CommandPlace, RunAnswer } from '../routing.ts'
import { composerPlace, findFocus, seeFocused } from '../composer-focus.ts'
import type { RoutingRoom } from '../routing-deps.ts'
import { locateSession } from '../locate-session.ts'
import type { Answered, CommandCall } from './command-call.ts'
import { bindingCommands, commandTable, isForGuests } from './command-table.ts'

/** As asked for on purpose: what is no command at all is an error. */
export async function runCommand(
  deps: RoutingRoom,
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
  const page = await locateSession(deps, t, actor, place.sessionId ?? place.conversation.conversationId)
  const focus = place.to === 'focus' ? await findFocus(deps, t, place.conversation, page) : undefined
  const instead = isAboutPlace(parsed) ? page : undefined
  const session = focus === undefined ? page : await seeFocused(deps, t, actor, focus, instead)
  const here = { conversation: composerPlace(place.conversation, page), kind: 'web' } as const
  const { answer, confirm, said } = await answerText(deps, t, actor, session, parsed, here)
  return {
    ...answer,
    ...(confirm !== undefined && { confirm }),
    ...(said !== undefined && { saidIn: said.sessionId }),
  }
}

export async function answerText(
  deps: RoutingRoom,
  t: Tx,
  actor: Actor,
  session: WholeSession,
  parsed: Exclude<ParsedText, { kind: 'text' }>,
  /** On the web as `composerPlace` has it. */
  here: Pick<CommandCall, 'conversation' | 'kind'>,
): Promise<Answered> {
  if (parsed.kind === 'unknown') return { answer: { ok: false, text: tellUnknown(parsed) } }
  if (parsed.kind === 'wrong') {
    return { answer: { ok: false, text: `${parsed.problem}. /help lists the commands.` } }
  }
  if (actor.kind === 'guest' && !isForGuests(parsed.name)) {
    throw refused('not_allowed', {
      message: `Guests cannot use /${parsed.name}. /help lists what they can; /link connects you with an account.`,
    })
  }
  return commandTable[parsed.name]({ deps, t, actor, session, argument: parsed.argument, ...here })
}

/** `/focus`, `/unfocus` and `/session` mean the conversation, whichever session is heard there. */
export function isAboutPlace(parsed: ParsedText): boolean {
  return parsed.kind === 'command' && bindingCommands.includes(parsed.name)
}

function tellUnknown(parsed: Extract<ParsedText, { kind: 'unknown' }>): string {
  const hint = parsed.nearest === undefined ? '/help lists them.' : `Did you mean /${parsed.nearest}?`
  return `There is no command /${parsed.name}. ${hint}`
}
