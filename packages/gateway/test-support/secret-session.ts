// A private session in which everything has been said and done that one can be asked about: every text in it has a word that
// stands nowhere else.

import type { SessionId } from '@heddle/contract'
import type { PersonActor } from '../src/people/people.ts'
import type { TestDoor } from './open-test-door.ts'
import { toolCall } from './scripted-model.ts'

export const secretWord = 'weaverbird'

/** Ids of what is in it, by what they are. */
export interface Secrets {
  session: SessionId
  key: string
  message: string
  file: string
  approval: string
  run: string
  child: string
  binding: string
  delivery: string
  thread: string
  reply: string
  /** Of somebody who takes part. */
  notification: string
}

export async function openSecretSession(
  house: TestDoor,
  maker: PersonActor,
  friend: PersonActor,
  /** Who is named in it and may not see it. */
  outsider: string,
): Promise<Secrets> {
  const { store } = house
  const text = `about the ${secretWord}, @${friend.handle} @${outsider}`
  const session = await house.chat(maker, { participants: [friend.handle], title: `The ${secretWord}` })
  const { key } = await store.read((r) => house.sessions.find(r, maker, session))
  const file = await house.upload(maker, `{"${secretWord}":1}`, { mediaType: 'application/json' })
  const said = await house.say(maker, session, text, { mode: 'note', attachments: [file.id] })
  const conversation = { channel: 'web', accountId: maker.personId, conversationId: session }
  const run = await store.tx((t) =>
    house.routing.spawn(t, maker, { conversation, sessionId: session }, { task: `Find the ${secretWord}.` }),
  )
  await house.work()
  const child = (await store.read((r) => house.sessions.readRun(r, maker, run.runId))).sessionId
  house.model.script(toolCall('send', { what: secretWord }))
  await house.say(maker, session, `send the ${secretWord}`)
  await house.work()
  const pending = { session, state: 'pending' } as const
  const approvals = await store.read((r) => house.sessions.listApprovals(r, maker, pending, { limit: 1 }))
  const page = await house.chat(maker)
  const { id: binding } = await store.tx((t) =>
    house.routing.bindings.bind(t, {
      conversation: { channel: 'web', accountId: maker.personId, conversationId: page },
      placeKind: 'web',
      sessionId: session,
      boundBy: null,
      label: secretWord,
      isOpened: false,
    }),
  )
  const persona = { name: secretWord, agentId: 'main', isAccount: true }
  const delivery = await store.tx((t) =>
    house.deliveries.hold(t, {
      kind: 'message',
      cause: 'secret',
      text: secretWord,
      persona,
      sessionId: session,
    }),
  )
  const { thread } = await store.tx((t) => house.collaboration.open(t, maker, session, said.eventId))
  const posted = { body: text, clientMessageId: 'secret' }
  const { replyId } = await store.tx((t) => house.collaboration.post(t, maker, thread.id, posted))
  await house.work()
  const told = await store.read((r) => house.notifications.list(r, friend, 'all', { limit: 10 }))
  return {
    session,
    key,
    message: said.eventId,
    file: file.id,
    approval: approvals.items[0]?.id ?? '',
    run: run.runId,
    child,
    binding,
    delivery,
    thread: thread.id,
    reply: replyId,
    notification: told.items[0]?.id ?? '',
  }
}

/** What nothing has, in the same shape. */
export const noSecrets: Secrets = {
  session: 'ses_none' as SessionId,
  key: 'agent:main:web:none',
  message: 'evt_none',
  file: 'fil_none',
  approval: 'apr_none',
  run: 'run_none',
  child: 'ses_nobody',
  binding: 'bnd_none',
  delivery: 'dlv_none',
  thread: 'thr_none',
  reply: 'rpl_none',
  notification: 'ntf_none',
}
