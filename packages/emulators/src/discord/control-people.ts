// Control of what people do.

import { BadBody, type BodyReader } from '../loopback/read-body.ts'
import { buttonsOf } from './shown-buttons.ts'
import type { OptionValue } from './command-options.ts'
import type { ControlVerbs } from './control-discord.ts'
import { describeMessage } from './describe-message.ts'
import { describeView } from './describe-view.ts'
import { outcomeOf } from './interactions.ts'
import type { Discord } from './open-discord.ts'
import type { SaidFile } from './people.ts'

export const peopleVerbs: ControlVerbs = {
  view: (discord, read) => describeView(discord, read.text('userId'), read.maybeText('channelId')),
  'add-person': ({ people }, read) => {
    const globalName = read.maybeText('name')
    const { id } = people.addPerson(read.text('username'), globalName === undefined ? {} : { globalName })
    return { id }
  },
  say: ({ people, platform }, read) => {
    const replyTo = read.maybeText('replyTo')
    const files = read.objects('files').map(readFile)
    const said = people.say(
      read.text('userId'),
      read.text('channelId'),
      read.text('text', { mayBeEmpty: true }),
      {
        files,
        ...(replyTo !== undefined && { replyTo }),
      },
    )
    return describeMessage(platform.state, said)
  },
  edit: ({ people }, read) => people.edit(read.text('userId'), read.text('messageId'), read.text('text')),
  remove: ({ people }, read) => people.remove(read.text('userId'), read.text('messageId')),
  'show-typing': ({ people }, read) => people.type(read.text('userId'), read.text('channelId')),
  'open-dm': ({ people }, read) => ({ id: people.openDm(read.text('userId'), read.text('otherId')) }),
  'open-thread': ({ people }, read) => ({
    id: people.openThread(read.text('userId'), read.text('messageId'), read.text('name')).id,
  }),
  archive: ({ people }, read) => people.archive(read.text('userId'), read.text('threadId')),
  unarchive: ({ people }, read) => people.unarchive(read.text('userId'), read.text('threadId')),
  lock: ({ people }, read) => people.lock(read.text('userId'), read.text('threadId')),
  unlock: ({ people }, read) => people.unlock(read.text('userId'), read.text('threadId')),
  'delete-channel': ({ people }, read) => people.deleteChannel(read.text('userId'), read.text('channelId')),
  read: ({ people, platform }, read) =>
    people.read(read.text('userId'), read.text('channelId')).map((message) => ({
      ...describeMessage(platform.state, message),
      buttons: buttonsOf(message.components),
      pings: message.pings,
    })),
  commands: ({ programs }, read) =>
    programs.commandsFor(read.text('userId'), read.text('channelId')).map(({ definition }) => definition),
  'run-command': ({ programs }, read) => ({ id: programs.runCommand(readCall(read)).id }),
  /** Comes back with what is offered; without anything where the program does not answer in time. */
  'type-command': async ({ programs, interactions }, read) => {
    const asked = programs.typeCommand({ ...readCall(read), focused: read.text('focused') })
    await interactions.settled(asked)
    return { choices: asked.choices }
  },
  press: ({ programs }, read) => ({
    id: programs.press(read.text('userId'), read.text('messageId'), read.text('customId')).id,
  }),
  'submit-modal': ({ programs }, read) => ({
    id: programs.submitModal(read.text('userId'), read.text('id'), readFields(read)).id,
  }),
  /** Waits for the first answer, or for the end of the time for it. */
  outcome: async (discord, read) => {
    const asked = discord.interactions.get(read.text('id'))
    if (!asked) throw new Error('nobody asked that')
    await discord.interactions.settled(asked)
    return {
      outcome: outcomeOf(asked, discord.clock.wall()),
      first: asked.first ?? null,
      answer: originalText(discord, asked.originalId),
      modal: asked.modal ?? null,
    }
  },
}

function originalText({ platform }: Discord, id: string | undefined): string | null {
  return platform.state.messages.get(id ?? '')?.content ?? null
}

function readCall(read: BodyReader) {
  const applicationId = read.maybeText('applicationId')
  return {
    userId: read.text('userId'),
    channelId: read.text('channelId'),
    name: read.text('name'),
    values: readValues(read),
    ...(applicationId !== undefined && { applicationId }),
  }
}

/** A list of name and value, since a value may be of three kinds. */
function readValues(read: BodyReader): Record<string, OptionValue> {
  const values: Record<string, OptionValue> = {}
  for (const option of read.objects('options')) {
    const value = option.raw('value')
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new BadBody('the value of an option must be a text, a number, true or false')
    }
    values[option.text('name')] = value
  }
  return values
}

function readFields(read: BodyReader): Record<string, string> {
  return Object.fromEntries(
    read.objects('fields').map((field) => [field.text('name'), field.text('value', { mayBeEmpty: true })]),
  )
}

function readFile(file: BodyReader): SaidFile {
  const mediaType = file.maybeText('mediaType')
  return {
    name: file.text('name'),
    content: Buffer.from(file.text('base64', { mayBeEmpty: true }), 'base64'),
    ...(mediaType !== undefined && { mediaType }),
  }
}
