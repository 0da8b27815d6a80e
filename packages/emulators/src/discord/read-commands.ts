// Definitions of commands, with Discord's rules for names, texts and options.

import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10'
import type { RegisteredCommand } from './discord-words.ts'
import { type Form, readFormList } from './read-form.ts'

const commandsMax = 100
const optionsMax = 25
const choicesMax = 25
const namePattern = /^[-_'\p{L}\p{N}\p{sc=Devanagari}\p{sc=Thai}]{1,32}$/u

type Definition = RegisteredCommand['definition']

export function readCommands(body: unknown): Definition[] {
  const { forms, finish } = readFormList(body, commandsMax)
  const names = new Set<string>()
  const definitions = forms.map((command) => {
    const definition = readCommand(command)
    const key = `${definition.type} ${definition.name}`
    if (names.has(key)) {
      command.fail('name', 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')
    }
    names.add(key)
    return definition
  })
  finish()
  return definitions
}

function readCommand(form: Form): Definition {
  const type = form.oneOf('type', [1, 2, 3]) ?? ApplicationCommandType.ChatInput
  const isChat = type === ApplicationCommandType.ChatInput
  const name = isChat ? readName(form) : form.requiredText('name', { min: 1, max: 32 })
  const description = isChat ? form.requiredText('description', { min: 1, max: 100 }) : ''
  const options = isChat ? readOptions(form, 0) : undefined
  const contexts = form.raw('contexts')
  const permissions = form.raw('default_member_permissions')
  return {
    type,
    name,
    description,
    ...(options && { options }),
    ...(form.flag('nsfw') === true && { nsfw: true }),
    ...(Array.isArray(contexts) && { contexts }),
    ...(permissions !== undefined &&
      permissions !== null && { default_member_permissions: String(permissions) }),
  }
}

function readName(form: Form): string {
  const name = form.requiredText('name', { min: 1, max: 32 })
  if (name !== '' && (!namePattern.test(name) || name !== name.toLowerCase())) {
    form.fail('name', 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  }
  return name
}

function readOptions(form: Form, depth: number): object[] | undefined {
  const options = form.forms('options', optionsMax)
  const names = new Set<string>()
  let hasOptional = false
  return options?.map((option) => {
    const type = option.oneOf('type', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    if (!option.has('type')) option.fail('type', 'BASE_TYPE_REQUIRED', 'This field is required')
    const name = readName(option)
    if (names.has(name)) {
      option.fail('name', 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option name already used in this list')
    }
    names.add(name)
    const description = option.requiredText('description', { min: 1, max: 100 })
    const isRequired = option.flag('required') === true
    if (isRequired && hasOptional) {
      const message = 'Required options must be placed before non-required options'
      option.fail('required', 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message)
    }
    hasOptional ||= !isRequired
    const isGroup = type === ApplicationCommandOptionType.SubcommandGroup
    const isNested = isGroup || type === ApplicationCommandOptionType.Subcommand
    if (isNested && depth > (isGroup ? 0 : 1)) {
      option.fail(
        'type',
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command option type is not allowed here',
      )
    }
    const within = isNested ? readOptions(option, depth + 1) : undefined
    return {
      type,
      name,
      description,
      ...readValue(option),
      ...(isRequired && { required: true }),
      ...(within && { options: within }),
    }
  })
}

function readValue(form: Form): object {
  const isAutocomplete = form.flag('autocomplete') === true
  const isText = form.raw('type') === ApplicationCommandOptionType.String
  const choices = form.forms('choices', choicesMax)?.map((choice) => ({
    name: choice.requiredText('name', { min: 1, max: 100 }),
    value: isText ? choice.requiredText('value', { max: 100 }) : choice.raw('value'),
  }))
  if (isAutocomplete && choices && choices.length > 0) {
    const message = 'Autocomplete options may not have choices'
    form.fail('choices', 'APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID', message)
  }
  const bounds = ['min_value', 'max_value', 'min_length', 'max_length'].flatMap((key) => {
    const value = form.raw(key)
    return typeof value === 'number' ? [[key, value] as const] : []
  })
  return {
    ...(isAutocomplete && { autocomplete: true }),
    ...(choices && { choices }),
    ...Object.fromEntries(bounds),
  }
}
