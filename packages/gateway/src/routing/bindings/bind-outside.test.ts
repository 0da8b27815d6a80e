import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BindInput, ConversationRef } from '@heddle/contract'
import { openedThread, openFocusScene } from '../../../test-support/focus-scene.ts'
import { refusedWith } from '../../../test-support/refused-with.ts'
import type { PersonActor } from '../../people/people.ts'

/** Ann and Bob have accounts on the platform, and Bob a chat of his own to which he would bind something. */
async function open() {
  const scene = await openFocusScene()
  const { h } = scene
  const bob = await h.member('bob')
  const chat = await h.chat(bob.actor, { visibility: 'team' })
  const at = (conversationId: string): ConversationRef => ({
    channel: 'loopback',
    accountId: 'main',
    conversationId,
  })
  const bind = (actor: PersonActor, conversation: ConversationRef) =>
    h.store.tx((t) =>
      h.routing.makeBinding(t, actor, { targetSessionId: chat, conversation } satisfies BindInput),
    )
  return { scene, h, bob, chat, at, bind }
}

test('[CMD2] [BND4] [R7] nobody binds the direct messages of somebody else, whatever their role', async () => {
  const { scene, h, bob, chat, at, bind } = await open()
  await using _ = scene
  const { ann, say } = scene
  const dm = h.dmWith(ann.user.id)
  await say(ann, dm, 'hello')
  const { actor: owner } = await h.member('olga', 'owner')
  for (const actor of [bob.actor, owner])
    await assert.rejects(bind(actor, at(dm)), refusedWith('not_allowed'))
  await say(ann, dm, 'for nobody else')
  assert.deepEqual(await h.saidIn(chat), [])
  const own = h.dmWith(bob.user.id)
  await say(bob, own, 'hello')
  assert.equal((await bind(bob.actor, at(own))).placeKind, 'dm')
})

test('[CMD2] [R4] what a place is, is known and not said: only admins bind one in which nobody was heard', async () => {
  const { scene, h, bob, at, bind } = await open()
  await using _ = scene
  const elsewhere = h.platform.addChannel(h.serverId, 'elsewhere')
  const claimed = { ...at(elsewhere), parentConversationId: h.general }
  await assert.rejects(bind(bob.actor, claimed), refusedWith('not_allowed'))
  // It is a channel, whatever is said of it.
  await assert.rejects(
    bind(bob.actor, { ...at(h.general), parentConversationId: 'x' }),
    refusedWith('not_allowed'),
  )
  const { actor: admin } = await h.member('abe', 'admin')
  assert.equal((await bind(admin, at(elsewhere))).placeKind, 'channel')
})

test('[CMD2] [BND7] a thread that Heddle opened is known by what is bound there', async () => {
  const { scene, h, at, bind } = await open()
  await using _ = scene
  await scene.say(scene.ann, h.general, `${h.mention} /focus worker`)
  const bound = await bind(scene.ann.actor, at(openedThread(scene).id))
  assert.deepEqual([bound.placeKind, bound.conversation.parentConversationId], ['thread', h.general])
})
