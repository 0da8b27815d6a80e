// People ask programs directly: they run a command, type one with help, press a button, fill in a form. What the client would not let
// through throws in words; what the program answers is found with the interaction that comes back.

import { ApplicationCommandType, ComponentType, InteractionType } from 'discord-api-types/v10'
import {
  type CommandFilling,
  type FilledOption,
  fillOptions,
  type OptionValue,
  readOptions,
} from './command-options.ts'
import { channelOf, type DiscordWorld, guildIdOf, messageOf, userOf } from './discord-state.ts'
import type { DiscordMessage, RegisteredCommand } from './discord-words.ts'
import { describeInteraction, describeResolved } from './interaction-payload.ts'
import { type Interaction, type Interactions, outcomeOf } from './interactions.ts'
import { has, permissionsIn } from './permissions.ts'
import { fillModal } from './read-modal.ts'
import { buttonsOf } from './shown-buttons.ts'

export interface CommandCall {
  userId: string
  channelId: string
  /** `focus`, or with the names of group and subcommand behind it: `agents list`. */
  name: string
  values?: Readonly<Record<string, OptionValue>>
  /** Absent: of whichever program has such a command. */
  applicationId?: string
}

export interface ProgramQuestions {
  /** Which commands this person is offered there, by name. */
  commandsFor(userId: string, channelId: string): RegisteredCommand[]
  runCommand(call: CommandCall): Interaction
  /** What is typed so far stands in the values. */
  typeCommand(call: CommandCall & { focused: string }): Interaction
  press(userId: string, messageId: string, customId: string): Interaction
  /** The form that what they asked was answered with; `values` by the names of its fields. */
  submitModal(userId: string, askedId: string, values: Readonly<Record<string, string>>): Interaction
}

export function createProgramQuestions(world: DiscordWorld, interactions: Interactions): ProgramQuestions {
  const { state } = world

  function ask(
    about: Pick<
      Interaction,
      'type' | 'applicationId' | 'userId' | 'channelId' | 'name' | 'messageId' | 'trigger'
    >,
    data: object,
  ): Interaction {
    const id = world.nextId()
    const interaction = interactions.add({ ...about, id, token: world.nextSecret(), createdAt: world.now() })
    const guildId = guildIdOf(channelOf(state, about.channelId))
    world.emit({
      t: 'INTERACTION_CREATE',
      d: describeInteraction(state, interaction, data),
      botIds: [about.applicationId],
      intents: 0,
      ...(guildId !== undefined && { guildId }),
    })
    return interaction
  }

  function commandsFor(userId: string, channelId: string): RegisteredCommand[] {
    const channel = channelOf(state, channelId)
    const guildId = guildIdOf(channel)
    const rights = permissionsIn(state, channel, userOf(state, userId).id)
    if (!has(rights, 'UseApplicationCommands')) return []
    const isThere = ({ applicationId }: RegisteredCommand) =>
      channel.kind === 'dm'
        ? channel.memberIds.includes(applicationId)
        : state.guilds.get(channel.guildId)?.members.has(applicationId) === true
    return [...state.commands.values()]
      .filter((command) => command.definition.type === ApplicationCommandType.ChatInput)
      .filter((command) => command.guildId === undefined || command.guildId === guildId)
      .filter((command) => isThere(command) && isOffered(command, rights, channel.kind === 'dm'))
      .toSorted((a, b) => a.definition.name.localeCompare(b.definition.name))
  }

  function begin(call: CommandCall, type: InteractionType, focused?: string): Interaction {
    const { userId, channelId, values = {} } = call
    const [name = '', ...path] = call.name.replace(/^\//, '').split(' ')
    const command = commandsFor(userId, channelId).find(
      ({ definition, applicationId }) =>
        definition.name === name && applicationId === (call.applicationId ?? applicationId),
    )
    if (!command) throw new Error(`there is no command /${name} here`)
    const { applicationId, guildId } = command
    const filling: CommandFilling = { path, values, ...(focused !== undefined && { focused }) }
    const options = fillOptions(readOptions(command.definition), filling)
    const placeId = guildIdOf(channelOf(state, channelId))
    return ask(
      { type, applicationId, userId, channelId, name: [name, ...path].join(' ') },
      {
        id: command.id,
        name,
        type: ApplicationCommandType.ChatInput,
        ...(options.length > 0 && { options }),
        ...(guildId !== undefined && { guild_id: guildId }),
        ...resolvedIn(options, (ids) => describeResolved(state, placeId, ids)),
      },
    )
  }

  return {
    commandsFor,
    runCommand: (call) => begin(call, InteractionType.ApplicationCommand),
    typeCommand: (call) => begin(call, InteractionType.ApplicationCommandAutocomplete, call.focused),
    press(userId, messageId, customId) {
      const message = messageOf(state, messageId)
      const { channelId } = message
      const applicationId = programBehind(message)
      if (message.visibleTo !== undefined && message.visibleTo !== userId)
        throw new Error('they do not see it')
      const rights = permissionsIn(state, channelOf(state, channelId), userOf(state, userId).id)
      if (!has(rights, 'ViewChannel')) throw new Error('they do not see this channel')
      const button = buttonsOf(message.components).find((one) => one.customId === customId)
      if (!button) throw new Error('there is no such button')
      if (button.isDisabled) throw new Error('this button cannot be pressed any more')
      if (!state.applications.has(applicationId)) throw new Error('nobody is behind this button')
      const data = { component_type: ComponentType.Button, custom_id: customId, id: button.id }
      return ask(
        { type: InteractionType.MessageComponent, applicationId, userId, channelId, messageId },
        data,
      )
    },
    submitModal(userId, askedId, values) {
      const opened = interactions.get(askedId)
      if (!opened?.modal || opened.userId !== userId) throw new Error('no form is open to them')
      const { type, applicationId, channelId, name, messageId } = opened
      // Whoever was not answered still has it before them, and may send it again.
      const isSent = interactions
        .all()
        .some((one) => one.trigger?.id === askedId && outcomeOf(one, world.now()) !== 'failed')
      if (isSent) throw new Error('this form was sent already')
      return ask(
        {
          type: InteractionType.ModalSubmit,
          applicationId,
          userId,
          channelId,
          trigger: { id: askedId, type },
          ...(name !== undefined && { name }),
          ...(messageId !== undefined && state.messages.has(messageId) && { messageId }),
        },
        { custom_id: opened.modal.customId, components: fillModal(opened.modal, values) },
      )
    },
  }
}

/** Who wrote it, or in whose name a webhook did. */
function programBehind({ applicationId, author }: DiscordMessage): string {
  return applicationId ?? (author.kind === 'user' ? author.userId : '')
}

/** By what was registered: who may have it, and whether it is meant for direct messages. */
function isOffered({ definition }: RegisteredCommand, rights: bigint, isDm: boolean): boolean {
  const { contexts, default_member_permissions: needed } = definition
  if (Array.isArray(contexts) && !contexts.includes(isDm ? 1 : 0)) return false
  if (isDm && definition['dm_permission'] === false) return false
  if (isDm || typeof needed !== 'string') return true
  return (rights & BigInt(needed)) === BigInt(needed)
}

function resolvedIn(options: readonly FilledOption[], resolve: (ids: string[]) => object): object {
  const ids = idsIn(options)
  return ids.length === 0 ? {} : { resolved: resolve(ids) }
}

/** Options that name a user, a channel, a role or one of them have the types 6 to 9. */
function idsIn(options: readonly FilledOption[]): string[] {
  return options.flatMap(({ type, value, options: below = [] }) => {
    const own = type >= 6 && type <= 9 && typeof value === 'string' ? [value] : []
    return [...own, ...idsIn(below)]
  })
}
