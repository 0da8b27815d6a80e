import assert from 'node:assert/strict'
import type { DiscordEvent } from '@heddle/emulators/discord/discord-state'
import type { DiscordMessage } from '@heddle/emulators/discord/discord-words'
import {
  type ChannelUnderTest,
  type PersonThere,
  type Said,
  testChannel,
} from '../../../test-support/channel-suite.ts'
import { type DiscordHouse, openDiscordHouse } from '../../../test-support/open-discord-house.ts'

interface PersonOnDiscord extends PersonThere {
  channelId: string
}

/** Who speaks has a direct channel with the bot, in which others cannot write. */
async function openDiscord(): Promise<ChannelUnderTest> {
  const house = await openDiscordHouse()
  return {
    // What the suite waits for is more than the rooms' own work here.
    world: Object.assign(house, { work: house.settle }),
    newcomer: (handle) => join(house, handle),
    showsCommands: true,
    changedText: 'unchanged',
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

  function tellFirst(place: string, text: string, eventId: string): void {
    const stopListening = platform.onEvent((event) => {
      if (event.t === 'MESSAGE_CREATE') told.set(eventId, event)
    })
    try {
      people.say(member.id, place, text)
    } finally {
      stopListening()
    }
  }

  async function sayIn(place: string, text: string, eventId: string): Promise<Said> {
    const before = told.get(eventId)
    try {
      if (before) tellAgain(before, text)
      else tellFirst(place, text, eventId)
    } catch {
      return { kind: 'refused', code: 'not_in_conversation' }
    }
    await house.settle()
    return { kind: 'taken', messageId: idOf(told.get(eventId)) }
  }

  async function see(message: DiscordMessage) {
    const text = asShown(house, message.content)
    const { id, author } = message
    if (author.kind === 'user' && author.userId === member.id) return { by: 'person' as const, text }
    const place = house.placeOf(channelId)
    const delivery = await house.store.read((r) => house.deliveries.findByPlatformId(r, place, id))
    assert.ok(delivery)
    // Discord takes white space off both ends of a message; what goes on in the next one goes on in a new line.
    const end = delivery.part < delivery.parts ? '\n' : ''
    return { by: delivery.isNotice ? ('heddle' as const) : ('agent' as const), text: text + end }
  }

  return {
    channelId,
    say: (text, eventId) => sayIn(channelId, text, eventId),
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
