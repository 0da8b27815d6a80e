import assert from 'node:assert/strict'
import { scriptFaults } from '@heddle/emulators/discord/faults'
import type { DiscordEvent } from '@heddle/emulators/discord/discord-state'
import type { DiscordMessage } from '@heddle/emulators/discord/discord-words'
import {
  type ChannelUnderTest,
  type FileThere,
  type PersonThere,
  type Said,
  suiteOptions,
  testChannel,
} from '../../../test-support/channel-suite.ts'
import { type DiscordHouse, openDiscordHouse } from '../../../test-support/open-discord-house.ts'

const sendRoute = 'POST /channels/{channel_id}/messages'

interface PersonOnDiscord extends PersonThere {
  channelId: string
}

/** Who speaks has a direct channel with the bot, in which others cannot write. */
async function openDiscord(): Promise<ChannelUnderTest> {
  const house = await openDiscordHouse(suiteOptions())
  return {
    // What the suite waits for is more than the rooms' own work here.
    world: Object.assign(house, { work: house.settle }),
    newcomer: (handle) => join(house, handle),
    showsCommands: true,
    changedText: 'unchanged',
    loseAnswer: () => {
      const fault = { kind: 'drop', isDone: true } as const
      house.discord.platform.useFaults(scriptFaults([{ on: sendRoute, fault }]))
    },
    [Symbol.asyncDispose]: async () => house[Symbol.asyncDispose](),
  }
}

/** A member who linked their account there: they speak as themselves, in a conversation of their own. */
async function join(house: DiscordHouse, handle: string): Promise<PersonOnDiscord> {
  const { platform, people } = house.discord
  const member = await house.member(handle)
  const channelId = house.dmWith(member)
  const told = new Map<string, DiscordEvent>()

  /** As a gateway does that did not see the first one acknowledged. */
  function tellAgain(event: DiscordEvent, content: string): void {
    platform.emit({ ...event, d: { ...event.d, content } })
  }

  function tellFirst(place: string, text: string, eventId: string, files: readonly FileThere[]): void {
    const stopListening = platform.onEvent((event) => {
      if (event.t === 'MESSAGE_CREATE') told.set(eventId, event)
    })
    try {
      people.say(member.id, place, text, {
        files: files.map(({ name, content }) => ({
          name,
          mediaType: 'text/plain',
          content: Buffer.from(content),
        })),
      })
    } finally {
      stopListening()
    }
  }

  async function sayIn(
    place: string,
    text: string,
    eventId: string,
    files: readonly FileThere[] = [],
  ): Promise<Said> {
    const before = told.get(eventId)
    try {
      if (before) tellAgain(before, text)
      else tellFirst(place, text, eventId, files)
    } catch {
      return { kind: 'refused', code: 'not_in_conversation' }
    }
    await house.settle()
    return { kind: 'taken', messageId: idOf(told.get(eventId)) }
  }

  async function see(message: DiscordMessage) {
    const text = asShown(house, message.content)
    const { id, author } = message
    const shown = message.attachments.map(({ name, content }) => ({
      name,
      content: Buffer.from(content).toString(),
    }))
    const files = shown.length === 0 ? {} : { files: shown }
    if (author.kind === 'user' && author.userId === member.id)
      return { by: 'person' as const, text, ...files }
    const place = house.placeOf(channelId)
    const delivery = await house.store.read((r) => house.deliveries.findByPlatformId(r, place, id))
    assert.ok(delivery)
    // Discord takes white space off both ends of a message; what goes on in the next one goes on in a new line.
    const end = delivery.part < delivery.parts ? '\n' : ''
    return { by: delivery.isNotice ? ('heddle' as const) : ('agent' as const), text: text + end, ...files }
  }

  return {
    channelId,
    say: (text, eventId, files) => sayIn(channelId, text, eventId, files),
    // The suite hands back only those it was given.
    sayAt: (other, text, eventId) => sayIn((other as PersonOnDiscord).channelId, text, eventId),
    read: () => Promise.all(house.messages(channelId).map(see)),
  }
}

function idOf(event: DiscordEvent | undefined): string {
  return String(event && Reflect.get(event.d, 'id'))
}

/** Mentions are shown as names. */
function asShown({ discord }: DiscordHouse, text: string): string {
  const { users } = discord.platform.state
  return text.replaceAll(/<@(\d+)>/g, (_, id: string) => `@${users.get(id)?.username}`)
}

testChannel('discord', openDiscord)
