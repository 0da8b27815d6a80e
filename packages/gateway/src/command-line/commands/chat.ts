// `heddle chat`: talks with an agent, in one's own session or in another, line by line or one message at a time.

import { limits, parseCommand, refused } from '@heddle/contract'
import { judgeText } from '@heddle/contract/message-text'
import { createRealClock } from '../../foundation/real-clock.ts'
import { createRealRandom } from '../../foundation/real-random.ts'
import { askOnce } from '../chat/ask-once.ts'
import { createApi } from '../chat/call-api.ts'
import { converse } from '../chat/converse.ts'
import { findGateway, type Gateway } from '../chat/find-gateway.ts'
import { findTalk, type Talk } from '../chat/talk.ts'
import { type CommandContext, type Leaf, type OptionValues, textOption } from '../command.ts'
import { Misused } from '../explain-failure.ts'
import { cleanLines } from '../session/clean-lines.ts'
import { explainUnknownCommand } from '../session/explain-unknown-command.ts'

export const chatCommand: Leaf = {
  usage: 'chat [message...]',
  summary: 'Talk with an agent, here in the terminal.',
  example: 'heddle chat "What did we decide about the release?"',
  options: [
    { flag: '--agent <id>', summary: 'The agent (default: main).' },
    { flag: '--session <session>', summary: 'Another session than your own, by id or key.' },
    { flag: '--as <handle>', summary: 'Who you are (default: the only owner).' },
    { flag: '--url <url>', summary: 'A Heddle elsewhere (or HEDDLE_URL), with HEDDLE_TOKEN.' },
  ],
  async run(context, words, options) {
    const wanted = { agent: textOption(options['agent']), session: textOption(options['session']) }
    if (wanted.agent !== undefined && wanted.session !== undefined) {
      throw new Misused('Say --agent or --session, not both: a session has its agent.')
    }
    const message = await readMessage(context, words)
    const gateway = await findGateway(context, readGateway(options))
    try {
      const talk = await openTalk(context, gateway, wanted)
      if (message === undefined) await talkAtTerminal(talk)
      else if (parseCommand(message).kind === 'text') await sayOnce(context, talk, message)
      else await commandOnce(context, talk, message)
    } finally {
      await gateway.leave()
    }
  },
}

function readGateway(options: OptionValues) {
  return { url: textOption(options['url']), as: textOption(options['as']) }
}

/** Undefined when someone sits at the terminal and was not yet heard. Everything is judged before anyone is asked. */
async function readMessage(
  { world, terminal }: CommandContext,
  words: readonly (string | undefined)[],
): Promise<string | undefined> {
  if (words.length === 0 && terminal.canAsk) return undefined
  const text = words.length > 0 ? words.join(' ') : await readPiped(world)
  const complaint = judgeText(text, limits.messageCharsMax)
  if (complaint !== undefined) throw new Misused(`The message ${complaint}.`)
  const parsed = parseCommand(text)
  const wrong = parsed.kind === 'text' ? undefined : explainUnknownCommand(parsed)
  if (wrong !== undefined) throw new Misused(wrong)
  return text
}

async function readPiped({ stdin }: CommandContext['world']): Promise<string> {
  const text = await stdin.readAll(limits.messageBytesMax)
  if (text === undefined) throw new Misused(`The message is longer than ${limits.messageBytesMax} bytes.`)
  return text.replace(/\r?\n$/, '')
}

export async function openTalk(
  { world, terminal }: CommandContext,
  gateway: Gateway,
  wanted: { agent: string | undefined; session: string | undefined },
): Promise<Talk> {
  const api = createApi(() => gateway.address())
  const found = await findTalk(api, wanted)
  return {
    ...found,
    world,
    terminal,
    api,
    gateway,
    clock: createRealClock(),
    random: createRealRandom(),
    client: `heddle chat ${world.version}`,
  }
}

async function talkAtTerminal(talk: Talk): Promise<void> {
  // Loaded when there is someone to ask.
  const { openRealPrompt } = await import('../chat/real-prompt.ts')
  await converse(talk, openRealPrompt)
}

async function sayOnce(context: CommandContext, talk: Talk, message: string): Promise<void> {
  // Loaded when there is someone to ask.
  const openAnswers = context.terminal.canAsk
    ? (await import('../chat/real-answers.ts')).openRealAnswers
    : undefined
  const answer = await askOnce(talk, message, openAnswers)
  context.show(answer, () => undefined)
}

async function commandOnce(context: CommandContext, talk: Talk, text: string): Promise<void> {
  const answer = await talk.api.call('runCommand', { path: { id: talk.place }, body: { text } })
  if (!answer.ok) throw refused('not_allowed', { message: answer.text })
  context.show(answer, () => context.terminal.sayAtOnce(cleanLines(answer.text).map((line) => [line])))
}
