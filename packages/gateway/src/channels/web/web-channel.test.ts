import { openTestDoor, type TestDoor } from '../../../test-support/open-test-door.ts'
import {
  type ChannelUnderTest,
  type FileThere,
  type PersonThere,
  type Said,
  suiteOptions,
  testChannel,
} from '../../../test-support/channel-suite.ts'

interface WebPerson extends PersonThere {
  sessionId: string
}

async function openWeb(): Promise<ChannelUnderTest> {
  const door = await openTestDoor(suiteOptions())
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

  async function sayIn(
    id: string,
    text: string,
    eventId: string,
    files: readonly FileThere[] = [],
  ): Promise<Said> {
    const attachments: string[] = []
    for (const file of files) attachments.push(await upload(file))
    const body = { body: text, clientMessageId: eventId, attachments }
    const answer = await door.ask('POST', `/sessions/${id}/messages`, { headers, body })
    if (answer.status >= 400) return { kind: 'refused', code: answer.body.error.code }
    return { kind: 'taken', messageId: answer.body.eventId }
  }

  async function upload({ name, content }: FileThere): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob([content], { type: 'text/plain' }), name)
    const answer = await door.fetch('/api/v1/files', { method: 'POST', headers, body: form })
    // The edge: this is how the contract has it.
    return ((await answer.json()) as { id: string }).id
  }

  async function download({ id, name }: { id: string; name: string }): Promise<FileThere> {
    const answer = await door.fetch(`/api/v1/files/${id}`, { headers })
    return { name, content: await answer.text() }
  }

  return {
    sessionId,
    say: (text, eventId, files) => sayIn(sessionId, text, eventId, files),
    // The suite hands back only those it was given.
    sayAt: (other, text, eventId) => sayIn((other as WebPerson).sessionId, text, eventId),
    async read() {
      const { body } = await door.ask('GET', `/sessions/${sessionId}/timeline`, { headers })
      const shown: Record<string, 'person' | 'agent' | 'heddle'> = {
        'message.user': 'person',
        'message.agent': 'agent',
        notice: 'heddle',
      }
      const read: Awaited<ReturnType<PersonThere['read']>> = []
      for (const { kind, payload } of body.items as ShownEvent[]) {
        const by = shown[kind]
        if (by === undefined) continue
        const files = await Promise.all((payload.attachments ?? []).map(download))
        read.push({ by, text: payload.text, ...(files.length > 0 && { files }) })
      }
      return read
    },
  }
}

interface ShownEvent {
  kind: string
  payload: { text: string; attachments?: { id: string; name: string }[] }
}

testChannel('web', openWeb)
