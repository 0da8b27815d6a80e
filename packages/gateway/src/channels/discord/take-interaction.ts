// What somebody does with a command or a button of ours. It is put on disk first, and then answered; where the disk is
// slower than Discord waits, they are told to wait, and later what came of it (CHN6).

import { refusalCodes } from '@heddle/contract'
import type { Cancel } from '../../foundation/clock.ts'
import type { Heard, InboundEvent, WordsWanted } from '../channel.ts'
import { type Answers, createAnswers, isAnswered } from './answer-interaction.ts'
import { isThreadType } from './channel-words.ts'
import type { Ear } from './ear.ts'
import { directChannel, inboundPlace } from './inbound-message.ts'
import type { Asked, Interaction } from './interaction-words.ts'
import type { KnownChannel } from './known-channels.ts'
import type { Reply } from './rest-words.ts'
import { commandText, subcommandIn, typedIn } from './slash-commands.ts'
import { timeOfId } from './snowflake-time.ts'
import { takeSurely } from './take-surely.ts'
import { tellReply } from './tell-reply.ts'

/** Discord waits three seconds; the way there and back is part of them. */
const answerByMs = 900

const failedWords = 'That could not be taken right now. Please try again in a while.'
/** A question has to be the first answer, or it cannot be asked. */
const tooLateToAskWords = 'That took too long. Please press the button once more.'
const unknownWords = 'Heddle does not know that.'

/** What was said in a place before is heard before. */
export type InLine = <T>(key: string, run: () => Promise<T>) => Promise<T>

export async function takeInteraction(ear: Ear, interaction: Interaction, inLine: InLine): Promise<void> {
  const answers = createAnswers(ear.rest, ear.signal)
  const { asks } = interaction
  switch (asks.kind) {
    case 'command':
      return answerWith(ear, answers, interaction, inLine, () => hearCommand(ear, interaction, asks))
    case 'press':
      // What a button means does not depend on what was said.
      return answerWith(ear, answers, interaction, atOnce, () => takePress(ear, interaction, asks))
    case 'typing':
      return answerTyping(ear, answers, interaction, asks)
    case 'other':
      return tellTrouble(ear, await answers.say(interaction, unknownWords))
  }
}

const atOnce: InLine = (_, run) => run()

/** `take` gives words for who asked, or asks them for some; undefined: nothing is needed. */
async function answerWith(
  ear: Ear,
  answers: Answers,
  to: Interaction,
  inLine: InLine,
  take: () => Promise<AnswerTo | undefined>,
): Promise<void> {
  let words: AnswerTo | undefined = failedWords
  const taking = inLine(to.channelId, () =>
    takeSurely(ear.around, to.asks.kind, ear.signal, async () => {
      words = await take()
    }),
  )
  if (await isDoneWithin(ear, answerByMs, taking))
    return tellTrouble(ear, await answerFirst(answers, to, words))
  const deferred = await answers.defer(to)
  tellTrouble(ear, deferred)
  await taking
  if (isAnswered(deferred)) tellTrouble(ear, await answers.finish(to, wordsLater(words)))
}

/** Words for whoever asked, or a question whose answer comes back under its name. */
type AnswerTo = string | { name: string; wanted: WordsWanted }

function answerFirst(answers: Answers, to: Interaction, answer: AnswerTo | undefined): Promise<Reply> {
  if (answer === undefined) return answers.acknowledge(to)
  if (typeof answer === 'string') return answers.say(to, answer)
  return answers.ask(to, answer.name, answer.wanted)
}

function wordsLater(answer: AnswerTo | undefined): string {
  if (answer === undefined) return 'Done.'
  return typeof answer === 'string' ? answer : tooLateToAskWords
}

/** Rejects as `doing` does. */
async function isDoneWithin({ around }: Ear, ms: number, doing: Promise<unknown>): Promise<boolean> {
  let cancel: Cancel = () => undefined
  const over = new Promise<boolean>((resolve) => {
    cancel = around.clock.timer(ms, () => resolve(false))
  })
  try {
    return await Promise.race([doing.then(() => true), over])
  } finally {
    cancel()
  }
}

async function hearCommand(
  ear: Ear,
  interaction: Interaction,
  { name, options }: Extract<Asked, { kind: 'command' }>,
): Promise<string> {
  const event: InboundEvent = {
    ...(await whereAndWho(ear, interaction)),
    eventId: interaction.id,
    text: commandText(name, options),
    // A command of ours is meant for us.
    isAddressed: true,
    writtenAt: timeOfId(interaction.id),
  }
  return tellHeard(await ear.ears.hear(event))
}

async function takePress(
  ear: Ear,
  interaction: Interaction,
  { buttonToken, words }: Extract<Asked, { kind: 'press' }>,
): Promise<AnswerTo | undefined> {
  const answer = await ear.ears.press({
    ...(await whereAndWho(ear, interaction)),
    eventId: interaction.id,
    token: buttonToken,
    ...(words !== undefined && { words }),
  })
  return typeof answer === 'object' ? { name: buttonToken, wanted: answer } : answer
}

/** Whoever types does not wait: suggestions that come late are of no use. */
async function answerTyping(
  ear: Ear,
  answers: Answers,
  interaction: Interaction,
  { name, options }: Extract<Asked, { kind: 'typing' }>,
): Promise<void> {
  const subcommand = subcommandIn(name, options)
  const asking = async () =>
    ear.ears.suggest({
      ...(await whereAndWho(ear, interaction)),
      command: name,
      ...(subcommand !== undefined && { subcommand }),
      typed: typedIn(options),
    })
  const suggesting = asking().catch((error: unknown) => {
    ear.around.log.warn('what somebody may mean could not be suggested', { command: name, error })
    return []
  })
  const isInTime = await isDoneWithin(ear, answerByMs, suggesting)
  tellTrouble(ear, await answers.suggest(interaction, isInTime ? await suggesting : []))
}

async function whereAndWho(ear: Ear, interaction: Interaction) {
  const { user, userName } = interaction
  return {
    ...inboundPlace(ear.inbound, await findPlace(ear, interaction)),
    author: {
      platformId: user.id,
      name: userName,
      isBot: user.bot === true,
      isOwn: user.id === ear.inbound.ownId,
    },
  }
}

async function findPlace({ known }: Ear, interaction: Interaction): Promise<KnownChannel> {
  const { channelId, guildId, channel } = interaction
  if (guildId === undefined) return channel ?? known.peek(channelId) ?? directChannel(channelId)
  // Told along, a thread may come without what stands above it, by which it is judged.
  const isWhole = channel && (!isThreadType(channel.type) || channel.parentId !== undefined)
  return (isWhole ? channel : await known.find(channelId)) ?? { id: channelId, type: 0, guildId }
}

/** Those who are not heard there are told so, they alone: Discord would say that we are broken. */
function tellHeard(heard: Heard): string {
  switch (heard.kind) {
    case 'heard':
      return followsWords
    case 'kept':
      return 'It is kept, and answered here in a moment.'
    case 'ignored':
      if (isRefusal(heard.reason)) return followsWords
      return notHeardWords[heard.reason] ?? `That was not heard (${heard.reason}).`
  }
}

const followsWords = 'The answer follows here.'

/** Whoever may speak there is told in the place why it is not done. */
function isRefusal(reason: string): boolean {
  return refusalCodes.some((code) => code === reason)
}

const notHeardWords: Readonly<Record<string, string>> = {
  place_not_listed: 'Heddle does not listen in this place. Whoever runs it can allow the place.',
  person_not_listed: 'Heddle does not listen to you here. Whoever runs it can allow you.',
  dms_off: 'Heddle does not listen to direct messages.',
}

/** Most often Discord waited too long, or somebody deleted the place meanwhile. What was asked for is done. */
function tellTrouble({ around }: Ear, reply: Reply): void {
  if (!isAnswered(reply)) {
    around.log.warn('somebody on Discord could not be answered', { detail: tellReply(reply) })
  }
}
