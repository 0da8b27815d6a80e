// What each command does.

import { type CommandDefinition, type CommandName, commandNames, commands } from '@heddle/contract'
import type { Actor } from '../../people/people.ts'
import { listActive } from './agents-command.ts'
import type { Command } from './command-call.ts'
import { compact } from './compact-command.ts'
import { focus } from './focus-command.ts'
import { linkAccount } from './link-command.ts'
import { chooseModel } from './model-command.ts'
import { setSession } from './session-command.ts'
import { beginAnew, leaveNote, stopSession, tellStatus } from './session-commands.ts'
import { lookAfterSubagents } from './subagents/subagents-command.ts'
import { unfocus } from './unfocus-command.ts'
import { tellUsage } from './usage-command.ts'

export const bindingCommands: readonly CommandName[] = ['focus', 'unfocus', 'session']

export const commandTable: Readonly<Record<CommandName, Command>> = {
  help: async ({ deps, actor, conversation: { channel, accountId } }) => {
    // Where nothing is bound, everything is as if there were no such commands (BND11).
    const isBound = deps.placeRules.threadBindings(channel, accountId).enabled
    const names = commandNames
      .filter((name) => isBound || !bindingCommands.includes(name))
      .filter((name) => actor.kind !== 'guest' || isForGuests(name))
    return { answer: { ok: true, text: names.flatMap(tellCommand).join('\n'), data: { commands: names } } }
  },
  stop: stopSession,
  status: tellStatus,
  new: beginAnew,
  model: chooseModel,
  usage: tellUsage,
  compact,
  subagents: lookAfterSubagents,
  agents: listActive,
  focus,
  unfocus,
  session: setSession,
  link: linkAccount,
  whoami: async ({ actor }) => ({ answer: { ok: true, text: tellActor(actor) } }),
  note: leaveNote,
}

export function isForGuests(name: CommandName): boolean {
  const definition: CommandDefinition = commands[name]
  return definition.forGuests === true
}

/** With a line for each of its forms. */
function tellCommand(name: CommandName): string[] {
  const { usage, forms = [], about }: CommandDefinition = commands[name]
  return [
    `/${name}${usage === '' ? '' : ` ${usage}`} · ${about}`,
    ...forms.map((form) => `  /${name} ${form}`),
  ]
}

function tellActor(actor: Actor): string {
  if (actor.kind === 'person') return `You are ${actor.name} (@${actor.handle}), ${actor.role}.`
  if (actor.kind === 'guest')
    return `You are ${actor.name}, a guest here. /link connects you with an account.`
  return 'You are whoever runs this installation.'
}
