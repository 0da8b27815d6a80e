// Moves the people of a platform by requests: for whoever tries Heddle out without an account anywhere.

import { trouble, type CallAnswer } from './answer-calls.ts'
import type { Platform } from './platform.ts'
import { BadBody, type BodyReader, readBody } from './read-body.ts'

type Verb = (platform: Platform, read: BodyReader) => unknown

export function controlPlatform(platform: Platform, verb: string, body: unknown): CallAnswer {
  if (!Object.hasOwn(verbs, verb)) {
    return trouble(404, 'unknown_verb', `There is: ${Object.keys(verbs).join(', ')}.`)
  }
  try {
    return { status: 200, body: verbs[verb]?.(platform, readBody(body)) ?? {} }
  } catch (error) {
    if (error instanceof BadBody) return trouble(400, 'bad_body', error.message)
    // What people cannot do is said by the platform in words.
    if (error instanceof Error) return trouble(409, 'not_possible', error.message)
    throw error
  }
}

const verbs: Readonly<Record<string, Verb>> = {
  look: ({ state }) => ({
    servers: [...state.servers.values()],
    users: [...state.users.values()],
    bots: [...state.bots.values()].map(({ id, name }) => ({ id, name })),
    conversations: [...state.conversations.values()].map((one) => {
      const { id, kind, name, serverId, parentId, isArchived, isLocked } = one
      return { id, kind, name, serverId, parentId, ...(kind === 'thread' && { isArchived, isLocked }) }
    }),
  }),
  'add-user': (platform, read) => platform.addUser(read.text('name')),
  'add-channel': (platform, read) => ({ id: platform.addChannel(read.text('serverId'), read.text('name')) }),
  'open-dm': (platform, read) => ({ id: platform.openDm(...read.texts('members')) }),
  say: (platform, read) => {
    const replyTo = read.maybeText('replyTo')
    const options = replyTo === undefined ? {} : { replyTo }
    return platform.say(read.text('userId'), read.text('conversationId'), read.text('text'), options)
  },
  read: (platform, read) => platform.read(read.text('conversationId')),
  press: (platform, read) => ({
    pressId: platform.press(read.text('userId'), read.text('messageId'), read.text('token')),
  }),
  answer: (platform, read) => ({ text: platform.answerTo(read.text('pressId')) ?? null }),
  'start-thread': (platform, read) => ({
    id: platform.startThread(read.text('messageId'), read.text('name')),
  }),
  archive: (platform, read) => platform.archive(read.text('conversationId'), read.text('userId')),
  lock: (platform, read) => platform.lock(read.text('conversationId'), true),
  unlock: (platform, read) => platform.lock(read.text('conversationId'), false),
  'change-token': (platform, read) => platform.changeToken(read.text('botId'), read.text('token')),
  'delete-conversation': (platform, read) =>
    platform.deleteConversation(read.text('conversationId'), read.text('userId')),
}
