import { scriptFaults } from '@heddle/emulators/loopback/faults'
import type { PlatformEvent } from '@heddle/emulators/loopback/platform-words'
import {
  type ChannelUnderTest,
  type FileThere,
  type PersonThere,
  type Said,
  suiteOptions,
  testChannel,
} from '../test-support/channel-suite.ts'
import { type LoopbackHouse, openLoopbackHouse } from '../test-support/open-loopback-house.ts'

interface LoopbackPerson extends PersonThere {
  conversationId: string
}

async function openLoopback(): Promise<ChannelUnderTest> {
  const house = await openLoopbackHouse(suiteOptions())
  return {
    world: Object.assign(house, { work: house.settle }),
    newcomer: (handle) => join(house, handle),
    showsCommands: true,
    changedText: 'unchanged',
    loseAnswer: () =>
      house.platform.useFaults(scriptFaults([{ on: 'send', fault: { kind: 'reset', isDone: true } }])),
    [Symbol.asyncDispose]: () => house.close(),
  }
}

/** A member who linked their account there: they speak as themselves, in a conversation of their own. */
async function join(house: LoopbackHouse, handle: string): Promise<LoopbackPerson> {
  const { platform, store, people } = house
  const { actor } = await house.signedIn(handle, 'member')
  const user = house.guest(handle)
  const conversationId = house.dmWith(user.id)
  const { code } = await store.tx((t) => people.offerLink(t, actor))
  platform.say(user.id, conversationId, `/link ${code}`)
  await house.settle()
  const begun = platform.read(conversationId).length
  const told = new Map<string, Extract<PlatformEvent, { kind: 'message' }>>()
  const bot = platform.state.bots.get(house.botId)

  function tellAgain(eventId: string, text: string): boolean {
    const event = told.get(eventId)
    if (!event) return false
    bot?.feed.add({ ...event, message: { ...event.message, text } })
    return true
  }

  function sayIn(place: string, text: string, eventId: string, files: readonly FileThere[] = []): Said {
    try {
      if (!tellAgain(eventId, text)) {
        const sent = files.map(({ name, content }) => ({
          name,
          mediaType: 'text/plain',
          content: Buffer.from(content),
        }))
        const message = platform.say(user.id, place, text, { files: sent })
        const conversation = {
          id: place,
          kind: 'dm',
          name: 'dm',
          isArchived: false,
          isLocked: false,
        } as const
        told.set(eventId, { kind: 'message', conversation, message: { ...message }, mentioned: [] })
      }
      return { kind: 'taken', messageId: told.get(eventId)?.message.id ?? '' }
    } catch {
      return { kind: 'refused', code: 'not_in_conversation' }
    }
  }

  async function whose(messageId: string, authorId: string) {
    if (authorId === user.id) return 'person'
    const place = { channel: 'loopback', accountId: 'main', conversationId }
    const delivery = await store.read((r) => house.deliveries.findByPlatformId(r, place, messageId))
    return delivery?.isNotice === true ? 'heddle' : 'agent'
  }

  function contentOf({ id, name }: { id: string; name: string }): FileThere {
    return { name, content: Buffer.from(platform.state.files.get(id)?.content ?? []).toString() }
  }

  return {
    conversationId,
    say: async (text, eventId, files) => sayIn(conversationId, text, eventId, files),
    // The suite hands back only those it was given.
    sayAt: async (other, text, eventId) => sayIn((other as LoopbackPerson).conversationId, text, eventId),
    read: () =>
      Promise.all(
        platform
          .read(conversationId)
          .slice(begun)
          .map(async ({ id, author, text, attachments }) => ({
            by: await whose(id, author.id),
            ...(attachments.length > 0 && { files: attachments.map(contentOf) }),
            // As people see it there.
            text: text.replaceAll(
              /<@(\d+)>/g,
              (_, named: string) => `@${platform.state.users.get(named)?.name}`,
            ),
          })),
      ),
  }
}

testChannel('loopback', openLoopback)
