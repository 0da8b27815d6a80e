// The messages with which programs answer whoever asked them: at once, later, or for that person's eyes only.

import { InteractionResponseType, MessageFlags, MessageType } from 'discord-api-types/v10'
import { DiscordError } from './discord-error.ts'
import { type DiscordWorld, messageOf } from './discord-state.ts'
import type { DiscordMessage } from './discord-words.ts'
import { editMessage, postMessage } from './message-verbs.ts'
import type { Interaction } from './interactions.ts'
import { readForm } from './read-form.ts'
import { demandSomething, readMessageBody } from './read-message-body.ts'
import type { RestCall } from './router.ts'

/** Undefined: this kind of answer is none. */
export function answerByMessage(
  interaction: Interaction,
  type: InteractionResponseType,
  call: RestCall,
): DiscordMessage | undefined {
  switch (type) {
    case InteractionResponseType.ChannelMessageWithSource: {
      const message = post(interaction, call)
      interaction.originalId = message.id
      return message
    }
    case InteractionResponseType.DeferredChannelMessageWithSource: {
      const message = postThinking(interaction, call)
      interaction.originalId = message.id
      interaction.isThinking = true
      return message
    }
    case InteractionResponseType.UpdateMessage: {
      const message = pressed(call.world, interaction)
      editMessage(call.world, message, readMessageBody(call.world, call.body, call.files))
      interaction.originalId = message.id
      return message
    }
    case InteractionResponseType.DeferredMessageUpdate:
      interaction.originalId = interaction.messageId
      return undefined
    default:
      return undefined
  }
}

/** What is still thinking is filled in by it; it stays as visible as it was announced. */
export function followUp(interaction: Interaction, call: RestCall): DiscordMessage {
  const open = interaction.isThinking
    ? call.world.state.messages.get(interaction.originalId ?? '')
    : undefined
  if (open) {
    changeAnswer(interaction, open, call)
    return open
  }
  const message = post(interaction, call)
  interaction.followUpIds.push(message.id)
  return message
}

export function changeAnswer(interaction: Interaction, message: DiscordMessage, call: RestCall): void {
  const { flags: _, ...change } = readMessageBody(call.world, call.body, call.files, message.attachments)
  demandSomething({ ...message, ...change })
  if (interaction.originalId === message.id) interaction.isThinking = false
  editMessage(call.world, message, { ...change, flags: message.flags & ~MessageFlags.Loading })
}

function post(interaction: Interaction, call: RestCall): DiscordMessage {
  const draft = readMessageBody(call.world, call.body, call.files)
  demandSomething(draft)
  const flags = draft.flags ?? 0
  return postMessage(call.world, { ...draft, ...surroundings(call.world, interaction, flags) })
}

function postThinking(interaction: Interaction, call: RestCall): DiscordMessage {
  const form = readForm(call.body)
  const flags = (form.integer('flags') ?? 0) & MessageFlags.Ephemeral
  form.finish()
  return postMessage(call.world, {
    content: '',
    ...surroundings(call.world, interaction, flags | MessageFlags.Loading),
  })
}

function surroundings({ state }: DiscordWorld, interaction: Interaction, flags: number) {
  const { id, type, userId, name, applicationId, channelId, messageId, trigger } = interaction
  const isEphemeral = (flags & MessageFlags.Ephemeral) !== 0
  return {
    channelId,
    author: { kind: 'user', userId: applicationId },
    applicationId,
    flags,
    interaction: {
      id,
      type,
      userId,
      ...(name !== undefined && { name }),
      ...(messageId !== undefined && { messageId }),
      ...(trigger && { trigger }),
    },
    ...(isEphemeral && { visibleTo: userId }),
    // An answer to a command is a kind of its own; one to a button replies to the message that has it.
    type: messageId === undefined ? MessageType.ChatInputCommand : MessageType.Reply,
    ...(messageId !== undefined && state.messages.has(messageId) && { replyTo: { messageId, channelId } }),
  } as const
}

function pressed({ state }: DiscordWorld, { messageId }: Interaction): DiscordMessage {
  if (messageId === undefined || !state.messages.has(messageId)) throw new DiscordError(10_008)
  return messageOf(state, messageId)
}
