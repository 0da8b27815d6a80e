// What every channel promises, whatever it is: run by each against its own door. A channel is handed in as the few
// things that a person can do there.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@heddle/contract'
import { createFileTools } from '../src/agents/tools/files/create-file-tools.ts'
import { createDirectSearch, createMemoryFolders } from './memory-folders.ts'
import type { TestSessions, TestSessionsOptions } from './open-test-sessions.ts'
import { toolCall } from './scripted-model.ts'

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
  /** The platform takes the next message of ours, and its answer does not come. Absent: there is nothing to lose. */
  loseAnswer?(): void
  [Symbol.asyncDispose](): Promise<void>
}

export interface FileThere {
  name: string
  content: string
}

export interface PersonThere {
  /** Says something; the same event again is what a platform does that lost our acknowledgement. */
  say(text: string, eventId: string, files?: readonly FileThere[]): Promise<Said>
  /** Says something in another's place. */
  sayAt(other: PersonThere, text: string, eventId: string): Promise<Said>
  /** All that can be read in their place, oldest first. Without `files` where there are none. */
  read(): Promise<{ by: 'person' | 'agent' | 'heddle'; text: string; files?: FileThere[] }[]>
}

const workspace = '/folders/main'
/** More than any platform takes by itself, and less than we do. */
const filmBytes = 20 * 1_048_576

/** What the rooms behind the door are opened with: an agent with a folder in which these files lie. */
export function suiteOptions(): TestSessionsOptions {
  const report = { 'report.txt': 'warp and weft', 'out/data.csv': 'a,b', 'film.txt': 'x'.repeat(filmBytes) }
  const folders = createMemoryFolders({ [workspace]: report })
  return {
    agents: { agents: { list: [{ id: 'main', workspace }] } },
    folders,
    toolOrigins: [createFileTools({ folders, search: createDirectSearch(folders) })],
  }
}

const attach = (...attachments: string[]) => toolCall('attach', { attachments })

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

  test(`[ATT1] ${name}: what somebody attaches is heard with what they say, and the agent reads it`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    const files = [
      { name: 'plan.txt', content: 'a loom' },
      { name: 'notes.md', content: '# Weft' },
    ]
    assert.equal((await ann.say('look at these', 'e1', files)).kind, 'taken')
    await channel.world.work()
    const said = channel.world.model.requests[0]?.messages.findLast(({ role }) => role === 'user')
    assert.ok(said?.role === 'user')
    assert.deepEqual(
      said.attachments?.map((file) => [file.name, file.kind === 'text' && file.text]),
      files.map((file) => [file.name, file.content]),
    )
  })

  test(`[ATT1] ${name}: an answer carries what its agent attached, with or without a text, as it was written`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    const { model } = channel.world
    model.script(attach('report.txt', 'out/data.csv'))
    model.script('Here they are.')
    await ann.say('hand them over', 'e1')
    await channel.world.work()
    model.script(attach('out/data.csv'))
    model.script('')
    await ann.say('only the data', 'e2')
    await channel.world.work()
    const [report, data] = [
      { name: 'report.txt', content: 'warp and weft' },
      { name: 'data.csv', content: 'a,b' },
    ]
    assert.deepEqual(
      (await ann.read()).filter(({ by }) => by === 'agent'),
      [
        { by: 'agent', text: 'Here they are.', files: [report, data] },
        { by: 'agent', text: '', files: [data] },
      ],
    )
  })

  test(`[ATT1] [DLV5] ${name}: a long answer is read before the files that go with it`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    const answer = Array.from({ length: 300 }, (_, i) => `${i}  line of words`).join('\n')
    channel.world.model.script(attach('report.txt'))
    channel.world.model.script(answer)
    await ann.say('tell me all', 'e1')
    await channel.world.work()
    const told = (await ann.read()).filter(({ by }) => by === 'agent')
    assert.equal(told.map(({ text }) => text).join(''), answer)
    assert.deepEqual(
      told.map(({ files = [] }) => files.length),
      told.map((_, i) => (i === told.length - 1 ? 1 : 0)),
    )
  })

  test(`[ATT1] [DLV5] ${name}: what is too large for it is named with the way to it, and everything else is there`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    channel.world.placeRules.linkBase = () => 'https://heddle.example'
    channel.world.model.script(attach('film.txt', 'report.txt'))
    channel.world.model.script('See.')
    await ann.say('show me', 'e1')
    await channel.world.work()
    const told = (await ann.read()).filter(({ by }) => by === 'agent')
    const [film, ...others] = told
      .flatMap(({ files = [] }) => files)
      .toSorted((a, b) => a.name.localeCompare(b.name))
    if (film?.name === 'film.txt') {
      assert.equal(film.content.length, filmBytes)
      assert.deepEqual(others, [{ name: 'report.txt', content: 'warp and weft' }])
    } else {
      assert.deepEqual(film, { name: 'report.txt', content: 'warp and weft' })
      assert.match(
        told[0]?.text ?? '',
        /^See\.\n\n📎 film\.txt \(20 MB, .+https:\/\/heddle\.example\/sessions\/ses_\w+\?at=evt_/,
      )
    }
  })

  test(`[DLV3] [ATT1] ${name}: files without a text whose answer is lost are there once`, async () => {
    await using channel = await open()
    const ann = await channel.newcomer('ann')
    channel.world.model.script(attach('report.txt'))
    channel.world.model.script('')
    channel.loseAnswer?.()
    await ann.say('only the file', 'e1')
    await channel.world.work()
    for (let i = 0; i < 4; i++) {
      channel.world.clock.advance(limits.deliverySettleMs)
      await channel.world.work()
    }
    const told = (await ann.read()).filter(({ by }) => by === 'agent')
    assert.deepEqual(told, [
      { by: 'agent', text: '', files: [{ name: 'report.txt', content: 'warp and weft' }] },
    ])
  })
}
