// What every channel promises, whatever it is: run by each against its own door. A channel is handed in as the few
// things that a person can do there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestSessions } from './open-test-sessions.ts'

export interface ChannelUnderTest {
  /** The rooms behind the channel's door. */
  world: TestSessions
  /** Someone who may speak there, with a place of their own to do it in. */
  newcomer(handle: string): Promise<PersonThere>
  /** Whether what a person writes is seen in the place even where it is a command. */
  showsCommands: boolean
  /**
   * What becomes of an event that comes again with another text. Where clients make the ids it is refused; a platform
   * makes them itself, and what it tells again is what it told before.
   */
  changedText: 'refused' | 'unchanged'
  [Symbol.asyncDispose](): Promise<void>
}

export interface PersonThere {
  /** Says something; the same event again is what a platform does that lost our acknowledgement. */
  say(text: string, eventId: string): Promise<Said>
  /** Says something in another's place. */
  sayAt(other: PersonThere, text: string, eventId: string): Promise<Said>
  /** All that can be read in their place, oldest first. */
  read(): Promise<{ by: 'person' | 'agent' | 'heddle'; text: string }[]>
}

export type Said = { kind: 'taken'; messageId: string } | { kind: 'refused'; code: string }

export function testChannel(name: string, open: () => Promise<ChannelUnderTest>): void {
  test(`[CHN1] ${name}: what is said there is heard, and the answer is read there`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    channel.world.model.script('Hello Ann.')
    assert.equal((await ann.say('hello', 'e1')).kind, 'taken')
    await channel.world.work()
    assert.deepEqual(await ann.read(), [
      { by: 'person', text: 'hello' },
      { by: 'agent', text: 'Hello Ann.' },
    ])
  })

  test(`[DLV5] ${name}: an answer of any length is read there whole and in order, as it was written`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    const answer = Array.from({ length: 300 }, (_, i) => `${i}  line of words`).join('\n')
    channel.world.model.script(answer)
    await ann.say('tell me all', 'e1')
    await channel.world.work()
    const told = (await ann.read()).filter(({ by }) => by === 'agent')
    assert.equal(told.map(({ text }) => text).join(''), answer)
  })

  test(`[CHN2] ${name}: an event that is delivered five times at once is one message and one turn`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    const said = await Promise.all(Array.from({ length: 5 }, () => ann.say('once', 'e1')))
    const ids = new Set(said.map((one) => one.kind === 'taken' && one.messageId))
    assert.equal(ids.size, 1)
    await channel.world.work()
    assert.equal((await ann.say('once', 'e1')).kind, 'taken')
    await channel.world.work()
    assert.equal(channel.world.model.requests.length, 1)
    assert.equal((await ann.read()).filter(({ by }) => by === 'person').length, 1)
  })

  test(`[I11] ${name}: the same event with another text changes nothing, and is refused where the id is the client's`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    const first = await ann.say('first', 'e1')
    const conflict = { kind: 'refused', code: 'message_conflict' } as const
    assert.deepEqual(await ann.say('second', 'e1'), channel.changedText === 'refused' ? conflict : first)
    await channel.world.work()
    assert.deepEqual(
      (await ann.read()).filter(({ by }) => by === 'person').map(({ text }) => text),
      ['first'],
    )
  })

  test(`[CHN3] ${name}: what an agent says starts no turn; what a person says does, whatever it looks like`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    channel.world.model.script('⚙️ I look like a notice.')
    await ann.say('⚙️ so do I', 'e1')
    await channel.world.work()
    await channel.world.work()
    assert.equal(channel.world.model.requests.length, 1)
    assert.deepEqual(
      (await ann.read()).map(({ by }) => by),
      ['person', 'agent'],
    )
  })

  test(`[CNV1] ${name}: places do not mix`, async () => {
    await using channel = await open()
    const [ann, bob] = [await channel.newcomer('ann'), await channel.newcomer('bob')]
    await ann.say('from Ann', 'e1')
    await bob.say('from Bob', 'e1')
    await channel.world.work()
    assert.deepEqual(
      (await ann.read()).map(({ text }) => text),
      ['from Ann', 'You said: from Ann'],
    )
    assert.deepEqual(
      (await bob.read()).map(({ text }) => text),
      ['from Bob', 'You said: from Bob'],
    )
  })

  test(`[SES7] ${name}: who may not see a place cannot speak there, and leaves no trace`, async () => {
    await using channel = await open()
    const [ann, eve] = [await channel.newcomer('ann'), await channel.newcomer('eve')]
    assert.equal((await eve.sayAt(ann, 'psst', 'e1')).kind, 'refused')
    await channel.world.work()
    assert.deepEqual(await ann.read(), [])
    assert.equal(channel.world.model.requests.length, 0)
  })

  test(`[CMD6] ${name}: a command is carried out and answered by Heddle, and the agent does not hear it`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    await ann.say('/whoami', 'e1')
    await ann.say('/whomai', 'e2')
    await channel.world.work()
    const all = await ann.read()
    const read = channel.showsCommands ? all.filter(({ by }) => by !== 'person') : all
    assert.deepEqual(
      read.map(({ by }) => by),
      ['heddle', 'heddle'],
    )
    assert.match(read[0]?.text ?? '', /@ann/)
    assert.match(read[1]?.text ?? '', /Did you mean \/whoami/)
    assert.equal(channel.world.model.requests.length, 0)
  })

  test(`[I1] ${name}: what was taken is still there after a crash, and is answered`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    channel.world.model.script({ type: 'wait', until: new Promise(() => undefined) })
    await ann.say('first', 'e1')
    await channel.world.breathe()
    await ann.say('second', 'e2')
    await channel.world.crash()
    await channel.world.work()
    const read = await ann.read()
    assert.deepEqual(
      read.filter(({ by }) => by === 'person').map(({ text }) => text),
      ['first', 'second'],
    )
    assert.equal(read.filter(({ by }) => by === 'agent').length, 2)
  })
}
