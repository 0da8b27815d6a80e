// What each command does.

import { type CommandDefinition, type CommandName, commandNames, commands } from '@heddle/contract'
import type { Actor } from '../../people/people.ts'
import { listActive } from './agents-command.ts'
import type { Command } from './command-call.ts'
import { compact } from './compact-command.ts'
import { chooseModel } from './model-command.ts'
import { beginAnew, leaveNote, stopSession, tellStatus } from './session-commands.ts'
import { lookAfterSubagents } from './subagents/subagents-command.ts'
import { tellUsage } from './usage-command.ts'

export const commandTable: Readonly<Record<CommandName, Command>> = {
  help: async () => {
    const lines = commandNames.flatMap(tellCommand)
    return { answer: { ok: true, text: lines.join('\n'), data: { commands: commandNames } } }
  },
  stop: stopSession,
  status: tellStatus,
  new: beginAnew,
  model: chooseModel,
  usage: tellUsage,
  compact,
  subagents: lookAfterSubagents,
  agents: listActive,
  whoami: async ({ actor }) => ({ answer: { ok: true, text: tellActor(actor) } }),
  note: leaveNote,
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
