// REST for what programs answer to people who asked them directly. The path holds the secret; no bot token is asked for.

import { InteractionResponseType, InteractionType } from 'discord-api-types/v10'
import { describeMessage } from './describe-message.ts'
import { DiscordError } from './discord-error.ts'
import { type DiscordWorld, messageOf } from './discord-state.ts'
import type { DiscordMessage } from './discord-words.ts'
import { answerByMessage, changeAnswer, followUp } from './interaction-messages.ts'
import type { Choice, Interaction, Interactions } from './interactions.ts'
import { deleteMessage } from './message-verbs.ts'
import { readForm } from './read-form.ts'
import { readModal } from './read-modal.ts'
import type { DiscordRoute, Method, RestCall, RouteAnswer } from './router.ts'

const choicesMax = 25
const choiceCharsMax = 100

export function interactionRoutes(interactions: Interactions): DiscordRoute[] {
  const answered = (call: RestCall) =>
    interactions.demandAnswered(call.param('webhook_id'), call.param('webhook_token'))
  const originalOf = (call: RestCall): [Interaction, DiscordMessage] => {
    const interaction = answered(call)
    return [interaction, thereOr10008(call.world, interaction.originalId)]
  }
  const followUpOf = (call: RestCall): [Interaction, DiscordMessage] => {
    const interaction = answered(call)
    const id = call.param('message_id')
    const isTheirs = interaction.followUpIds.includes(id) || interaction.originalId === id
    return [interaction, thereOr10008(call.world, isTheirs ? id : undefined)]
  }

  return [
    {
      method: 'POST',
      path: '/interactions/{interaction_id}/{interaction_token}/callback',
      auth: 'none',
      isUnlimited: true,
      handle: (call) => answerFirst(interactions, call),
    },
    route('POST', '/webhooks/{webhook_id}/{webhook_token}', (call) => ({
      status: 200,
      body: describeMessage(call.world.state, followUp(answered(call), call)),
    })),
    ...messageRoutes('/webhooks/{webhook_id}/{webhook_token}/messages/@original', originalOf),
    ...messageRoutes('/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}', followUpOf),
  ]
}

function messageRoutes(
  path: `/${string}`,
  find: (call: RestCall) => [Interaction, DiscordMessage],
): DiscordRoute[] {
  return [
    route('GET', path, (call) => {
      const [, message] = find(call)
      return { status: 200, body: describeMessage(call.world.state, message) }
    }),
    route('PATCH', path, (call) => {
      const [interaction, message] = find(call)
      changeAnswer(interaction, message, call)
      return { status: 200, body: describeMessage(call.world.state, message) }
    }),
    route('DELETE', path, (call) => {
      const [interaction, message] = find(call)
      if (interaction.originalId === message.id) interaction.isThinking = false
      deleteMessage(call.world, message)
      return { status: 204 }
    }),
  ]
}

/** Beside those of webhooks, which have the same form: an application's id says which are meant. */
function route(method: Method, path: `/${string}`, handle: (call: RestCall) => RouteAnswer): DiscordRoute {
  return {
    method,
    path,
    auth: 'none',
    isUnlimited: true,
    isMeant: ({ state }, params) => state.applications.has(params['webhook_id'] ?? ''),
    handle,
  }
}

function thereOr10008({ state }: DiscordWorld, id: string | undefined): DiscordMessage {
  if (id === undefined || !state.messages.has(id)) throw new DiscordError(10_008)
  return messageOf(state, id)
}

const typesOf: Readonly<Partial<Record<InteractionType, readonly InteractionResponseType[]>>> = {
  [InteractionType.ApplicationCommand]: [
    InteractionResponseType.ChannelMessageWithSource,
    InteractionResponseType.DeferredChannelMessageWithSource,
    InteractionResponseType.Modal,
  ],
  [InteractionType.MessageComponent]: [
    InteractionResponseType.ChannelMessageWithSource,
    InteractionResponseType.DeferredChannelMessageWithSource,
    InteractionResponseType.DeferredMessageUpdate,
    InteractionResponseType.UpdateMessage,
    InteractionResponseType.Modal,
  ],
  [InteractionType.ApplicationCommandAutocomplete]: [
    InteractionResponseType.ApplicationCommandAutocompleteResult,
  ],
}

/** A form is answered like the button that opened it, but with no further form. */
function typesFor({ type, messageId }: Interaction): readonly InteractionResponseType[] {
  if (type !== InteractionType.ModalSubmit) return typesOf[type] ?? []
  const as = messageId === undefined ? InteractionType.ApplicationCommand : InteractionType.MessageComponent
  return (typesOf[as] ?? []).filter((one) => one !== InteractionResponseType.Modal)
}

function answerFirst(interactions: Interactions, call: RestCall): RouteAnswer {
  const [id, token] = [call.param('interaction_id'), call.param('interaction_token')]
  const interaction = interactions.demandUnanswered(id, token)
  const form = readForm(call.body)
  const type = form.oneOf('type', typesFor(interaction))
  if (!form.has('type')) form.fail('type', 'BASE_TYPE_REQUIRED', 'This field is required')
  if (type === InteractionResponseType.ApplicationCommandAutocompleteResult) {
    interaction.choices = readChoices(form.raw('data'))
  }
  if (type === InteractionResponseType.Modal) interaction.modal = readModal(form.raw('data'))
  form.finish()
  if (type === undefined) throw new DiscordError(50_035)
  const message = answerByMessage(interaction, type, { ...call, body: form.raw('data') })
  interactions.answer(interaction, type)
  if (call.query['with_response'] !== 'true') return { status: 204 }
  return { status: 200, body: describeCallback(call.world, interaction, type, message) }
}

function describeCallback(
  { state }: DiscordWorld,
  interaction: Interaction,
  type: InteractionResponseType,
  message: DiscordMessage | undefined,
): object {
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(message && {
        response_message_id: message.id,
        response_message_loading: interaction.isThinking,
        response_message_ephemeral: message.visibleTo !== undefined,
      }),
    },
    ...(message && tellsMessage(type) && { resource: { type, message: describeMessage(state, message) } }),
  }
}

/** What was only announced is not told yet, though it has its id. */
function tellsMessage(type: InteractionResponseType): boolean {
  return (
    type === InteractionResponseType.ChannelMessageWithSource ||
    type === InteractionResponseType.UpdateMessage
  )
}

function readChoices(data: unknown): Choice[] {
  const form = readForm(data)
  const choices = (form.forms('choices', choicesMax) ?? []).map((choice) => {
    const name = choice.requiredText('name', { min: 1, max: choiceCharsMax })
    const value = choice.raw('value')
    if (typeof value === 'number') return { name, value }
    return { name, value: choice.requiredText('value', { min: 1, max: choiceCharsMax }) }
  })
  form.finish()
  return choices
}
