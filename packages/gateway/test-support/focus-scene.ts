// A channel of the emulated platform whose agent has a sub-agent that stays, and Ann, a member who writes there.

import assert from 'node:assert/strict'
import { limits, type SessionId } from '@heddle/contract'
import type { PlatformUser } from '@heddle/emulators/loopback/platform-words'
import type { PersonActor } from '../src/people/people.ts'
import { type HearingHouse, openHearingHouse } from './hearing-house.ts'

export interface FocusScene {
  h: HearingHouse
  ann: { actor: PersonActor; user: PlatformUser }
  /** The session of the channel, and of a sub-agent in it that stays. */
  root: SessionId
  worker: SessionId
  /** A thread under the channel that a person opened. */
  thread: string
  say(who: { user: PlatformUser }, conversationId: string, text: string): Promise<void>
  /** What stands there, without what people wrote. */
  told(conversationId: string): string[]
  /** The threads under the channel by their names. */
  threads(): { id: string; name: string; isArchived: boolean }[]
}

export async function openFocusScene(): Promise<FocusScene & AsyncDisposable> {
  const h = await openHearingHouse({ toolOrigins: [] })
  h.model.respond((request) => [/"task":/.test(request.system) ? 'The worker answers.' : 'Main answers.'])
  const ann = await h.member('ann')
  const say: FocusScene['say'] = async ({ user }, conversationId, text) => {
    h.platform.say(user.id, conversationId, text)
    await h.settle()
  }
  await say(ann, h.general, `${h.mention} hello`)
  const root = await h.sessionIn({})
  assert.ok(root)
  const conversation = { channel: 'web', accountId: ann.actor.personId, conversationId: root }
  const input = { task: 'Dig a hole', label: 'worker', mode: 'session' } as const
  const spawned = await h.store.tx((t) =>
    h.routing.spawn(t, ann.actor, { conversation, sessionId: root }, input),
  )
  h.clock.advance(limits.announceTogetherMs)
  await h.settle()
  const anchor = h.platform.say(ann.user.id, h.general, 'a thread of people')
  const thread = h.platform.startThread(anchor.id, 'people')
  await h.settle()
  return {
    h,
    ann,
    root,
    worker: spawned.sessionId,
    thread,
    say,
    told: (id) =>
      h.platform
        .read(id)
        .filter(({ author }) => author.isBot)
        .map(({ author, text }) => `${author.name}: ${text}`),
    threads: () =>
      [...h.platform.state.conversations.values()]
        .filter(({ kind }) => kind === 'thread')
        .map(({ id, name, isArchived }) => ({ id, name, isArchived })),
    [Symbol.asyncDispose]: () => h.close(),
  }
}

/** The thread that Heddle opened. */
export function openedThread(scene: FocusScene): ReturnType<FocusScene['threads']>[number] {
  const found = scene.threads().find(({ name }) => name.startsWith('🤖'))
  assert.ok(found)
  return found
}
