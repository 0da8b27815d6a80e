import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import {
  type ChannelUnderTest,
  type PersonThere,
  type Said,
  testChannel,
} from '../../../test-support/channel-suite.ts'

interface WebPerson extends PersonThere {
  sessionId: string
}

async function openWeb(): Promise<ChannelUnderTest> {
  const door = await openTestDoor()
  return {
    world: door,
    newcomer: (handle) => join(door, handle),
    showsCommands: false,
    changedText: 'refused',
    [Symbol.asyncDispose]: () => door.close(),
  }
}

async function join(door: TestDoor, handle: string): Promise<WebPerson> {
  const { secret } = await door.signedIn(handle, 'member')
  const headers = { Cookie: `heddle_sign_in=${secret}`, 'X-Heddle-Request': '1' }
  const opened = await door.ask('POST', '/sessions', { headers, body: {} })
  const sessionId: string = opened.body.id

  async function sayIn(id: string, text: string, eventId: string): Promise<Said> {
    const body = { body: text, clientMessageId: eventId }
    const answer = await door.ask('POST', `/sessions/${id}/messages`, { headers, body })
    if (answer.status >= 400) return { kind: 'refused', code: answer.body.error.code }
    return { kind: 'taken', messageId: answer.body.eventId }
  }

  return {
    sessionId,
    say: (text, eventId) => sayIn(sessionId, text, eventId),
    // The suite hands back only those it was given.
    sayAt: (other, text, eventId) => sayIn((other as WebPerson).sessionId, text, eventId),
    async read() {
      const { body } = await door.ask('GET', `/sessions/${sessionId}/timeline`, { headers })
      const shown: Record<string, 'person' | 'agent' | 'heddle'> = {
        'message.user': 'person',
        'message.agent': 'agent',
        notice: 'heddle',
      }
      return body.items.flatMap((event: { kind: string; payload: { text: string } }) => {
        const by = shown[event.kind]
        return by === undefined ? [] : [{ by, text: event.payload.text }]
      })
    },
  }
}

testChannel('web', openWeb)
