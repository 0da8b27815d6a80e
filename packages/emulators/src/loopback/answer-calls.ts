// What a program asks of the platform, and what it is answered. What cannot be is an answer too, with a code.

import { openDirect } from './open-direct.ts'
import { archiveThread, changeMessage, openThread, postMessage, removeMessage } from './post-message.ts'
import {
  type Bot,
  type Conversation,
  describeConversation,
  idsNamedIn,
  isReadableBy,
  mentionedIn,
  type PlatformState,
} from './platform-state.ts'
import {
  type CallKind,
  historyPageMax,
  type MissedPlace,
  type PlatformFile,
  type PlatformMessage,
  platformRequestBytesMax,
  platformTextCharsMax,
} from './platform-words.ts'
import { BadBody, readBody } from './read-body.ts'

export interface CallAnswer {
  status: number
  body: unknown
}

interface CallAround {
  state: PlatformState
  bot: Bot
  now: number
  signal: AbortSignal
}

type Answerer = (around: CallAround, body: unknown) => CallAnswer | Promise<CallAnswer>

export async function answerCall(kind: CallKind, around: CallAround, body: unknown): Promise<CallAnswer> {
  try {
    return await answerers[kind](around, body)
  } catch (error) {
    if (error instanceof BadBody) return trouble(400, 'bad_body', error.message)
    if (error instanceof Declined) return error.answer
    throw error
  }
}

export function trouble(status: number, code: string, message: string, more: object = {}): CallAnswer {
  return { status, body: { code, message, ...more } }
}

class Declined extends Error {
  readonly answer: CallAnswer
  constructor(answer: CallAnswer) {
    super('declined')
    this.answer = answer
  }
}

const answerers: Record<CallKind, Answerer> = {
  me: ({ bot }) => ({ status: 200, body: { id: bot.id, name: bot.name } }),

  send({ state, bot, now }, body) {
    const read = readBody(body)
    const conversation = writable(state, bot, read.text('conversationId'))
    const text = fittingText(read.text('text', { mayBeEmpty: true }))
    const persona = read.maybeObject('persona')
    const wanted = new Set(read.texts('allowedMentions'))
    const files = readFiles(state, read)
    if (text === '' && files.length === 0) throw new BadBody('a message needs a text or a file')
    const marker = read.maybeObject('marker')
    const replyTo = read.maybeText('replyTo')
    const avatarUrl = persona?.maybeText('avatarUrl')
    const message = postMessage(
      state,
      conversation,
      {
        author: {
          id: bot.id,
          name: persona?.text('name') ?? bot.name,
          isBot: true,
          isPersona: persona !== undefined,
          ...(avatarUrl !== undefined && { avatarUrl }),
        },
        text,
        buttons: readButtons(read.objects('buttons')),
        attachments: files,
        called: idsNamedIn(text).filter((id) => wanted.has(id)),
        ...(marker && { marker: { delivery: marker.text('delivery'), part: marker.count('part') } }),
        ...(replyTo !== undefined && { replyTo }),
      },
      now,
    )
    return { status: 201, body: message }
  },

  edit({ state, bot, now }, body) {
    const read = readBody(body)
    const conversation = writable(state, bot, read.text('conversationId'))
    const message = ownMessage(conversation, bot, read.text('messageId'))
    const text = fittingText(read.text('text', { mayBeEmpty: true }))
    const wanted = new Set(read.texts('allowedMentions'))
    const called = idsNamedIn(text).filter((id) => wanted.has(id))
    changeMessage(state, message, { text, called, buttons: readButtons(read.objects('buttons')) }, now)
    return { status: 200, body: message }
  },

  delete({ state, bot }, body) {
    const read = readBody(body)
    const conversation = readable(state, bot, read.text('conversationId'))
    removeMessage(state, ownMessage(conversation, bot, read.text('messageId')))
    return { status: 200, body: {} }
  },

  history({ state, bot }, body) {
    const read = readBody(body)
    const conversation = readable(state, bot, read.text('conversationId'))
    const [after, before] = [read.maybeText('after'), read.maybeText('before')]
    const limit = Math.min(historyPageMax, Math.max(1, read.count('limit', historyPageMax)))
    const between = conversation.messages.filter(
      ({ id }) => (after === undefined || id > after) && (before === undefined || id < before),
    )
    const messages = after === undefined ? between.slice(-limit) : between.slice(0, limit)
    const anchor = anchorOf(state, conversation)
    return {
      status: 200,
      body: {
        conversation: describeConversation(conversation),
        messages,
        hasMore: between.length > messages.length,
        mentioned: mentionedIn(state, [anchor, ...messages].map((message) => message?.text).join(' ')),
        ...(anchor && { anchor }),
      },
    }
  },

  'thread.open'({ state, bot }, body) {
    const read = readBody(body)
    const parent = writable(state, bot, read.text('conversationId'))
    if (parent.kind !== 'channel')
      throw new Declined(trouble(400, 'no_threads_here', 'There can be no thread here.'))
    const messageId = read.text('messageId')
    if (!parent.messages.some(({ id }) => id === messageId)) throw new Declined(unknownMessage())
    const { conversation, isNew } = openThread(state, parent, messageId, read.text('name').slice(0, 100))
    if (isNew) return { status: 201, body: conversation }
    return trouble(409, 'thread_exists', 'This message has a thread.', { conversation })
  },

  'thread.close'({ state, bot }, body) {
    const thread = readable(state, bot, readBody(body).text('conversationId'))
    if (thread.kind !== 'thread') throw new Declined(trouble(400, 'no_thread', 'This is no thread.'))
    archiveThread(state, thread, bot.id)
    return { status: 200, body: describeConversation(thread) }
  },

  'dm.open'({ state, bot }, body) {
    const user = state.users.get(readBody(body).text('userId'))
    if (!user) return trouble(404, 'unknown_user', 'There is nobody of that id.')
    if (user.isBot) return trouble(403, 'no_direct_messages', 'They take no direct messages.')
    const conversation = state.conversations.get(openDirect(state, new Set([user.id, bot.id])))
    return { status: 200, body: conversation && describeConversation(conversation) }
  },

  typing({ state, bot, now }, body) {
    const { id: conversationId } = writable(state, bot, readBody(body).text('conversationId'))
    state.typing.push({ accountId: bot.id, conversationId, at: now })
    return { status: 200, body: {} }
  },

  file({ state }, body) {
    const file = state.files.get(readBody(body).text('fileId'))
    if (!file) return trouble(404, 'unknown_file', 'There is no such file.')
    return { status: 200, body: { content: Buffer.from(file.content).toString('base64') } }
  },

  'press.answer'({ state }, body) {
    const read = readBody(body)
    const press = state.presses.get(read.text('pressId'))
    if (!press) return trouble(404, 'unknown_press', 'Nobody pressed that.')
    press.answer = read.text('text')
    return { status: 200, body: {} }
  },

  'events.open': ({ bot }) => ({ status: 200, body: bot.feed.open() }),

  async 'events.poll'({ bot, signal }, body) {
    const read = readBody(body)
    const input = {
      after: read.count('after'),
      waitMs: read.count('waitMs', 0),
      limit: read.count('limit', 100),
    }
    return { status: 200, body: await bot.feed.poll(input, signal) }
  },

  'events.missed'({ state, bot }, body) {
    const firsts = bot.feed.saidSince(readBody(body).count('after'))
    if (!firsts) return trouble(404, 'unknown_call', 'Where something was missed is not said here.')
    const places = [...firsts].flatMap(([id, first]): MissedPlace[] => {
      const conversation = state.conversations.get(id)
      if (!conversation || !isReadableBy(conversation, bot.id)) return []
      const before = conversation.messages.findLast((message) => message.id < first)
      return [{ conversation: describeConversation(conversation), after: before?.id ?? beforeAll }]
    })
    return { status: 200, body: { places } }
  },
}

/** Sorts before every id. */
const beforeAll = '0'

function readable(state: PlatformState, bot: Bot, id: string): Conversation {
  const conversation = state.conversations.get(id)
  if (!conversation)
    throw new Declined(trouble(404, 'unknown_conversation', 'There is no such conversation.'))
  if (!isReadableBy(conversation, bot.id)) {
    throw new Declined(trouble(403, 'missing_access', 'This account may not be in that conversation.'))
  }
  return conversation
}

function writable(state: PlatformState, bot: Bot, id: string): Conversation {
  const conversation = readable(state, bot, id)
  if (conversation.isLocked) throw new Declined(trouble(403, 'locked', 'This thread is locked.'))
  return conversation
}

function ownMessage(conversation: Conversation, bot: Bot, id: string): PlatformMessage {
  const message = conversation.messages.find((one) => one.id === id)
  if (!message) throw new Declined(unknownMessage())
  if (message.author.id !== bot.id) {
    throw new Declined(trouble(403, 'not_yours', 'Only its author changes a message.'))
  }
  return message
}

function unknownMessage(): CallAnswer {
  return trouble(404, 'unknown_message', 'There is no such message.')
}

function anchorOf(state: PlatformState, { kind, id }: Conversation): PlatformMessage | undefined {
  return kind === 'thread' ? state.messages.get(id) : undefined
}

function fittingText(text: string): string {
  if (text.length <= platformTextCharsMax) return text
  throw new Declined(trouble(400, 'too_long', `A message has at most ${platformTextCharsMax} characters.`))
}

/** Kept only where all of them are taken. */
function readFiles(state: PlatformState, read: ReturnType<typeof readBody>): PlatformFile[] {
  const files = read.objects('attachments').map((file) => ({
    name: file.text('name'),
    mediaType: file.text('mediaType'),
    content: new Uint8Array(Buffer.from(file.text('content', { mayBeEmpty: true }), 'base64')),
  }))
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > platformRequestBytesMax || files.some(({ content }) => content.length > state.fileBytesMax)) {
    throw new Declined(trouble(413, 'too_large', 'A file is too large.'))
  }
  return files.map(({ name, mediaType, content }) => {
    const id = state.nextId()
    state.files.set(id, { name, mediaType, content })
    return { id, name, mediaType, sizeBytes: content.length }
  })
}

function readButtons(list: readonly ReturnType<typeof readBody>[]) {
  return list.map((button) => ({
    token: button.text('token'),
    text: button.text('text'),
    style: button.text('style'),
  }))
}
