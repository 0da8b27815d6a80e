import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelOf, guildOf } from './discord-state.ts'
import { addRole, openDirectChannel, setOverwrite } from './guild-verbs.ts'
import { postMessage } from './message-verbs.ts'
import { openThreadFrom, openThreadIn } from './open-thread.ts'
import { mayIn, permissionBits, permissionsIn } from './permissions.ts'
import { openTestDiscord } from './test-discord.ts'

test('[CHN4] overwrites count in the order everybody, roles, member; threads stand under their channel', () => {
  const { platform, general, guildId, ann, bob } = openTestDiscord()
  const { state } = platform
  const channel = channelOf(state, general)
  assert.ok(channel.kind === 'text')
  const may = (id = general) => mayIn(state, channelOf(state, id), bob, 'SendMessages')
  const bits = permissionBits('SendMessages')
  assert.equal(may(), true)
  setOverwrite(platform, general, { id: guildId, kind: 'role', allow: 0n, deny: bits })
  assert.equal(may(), false)
  const role = addRole(platform, guildId, { name: 'weavers', permissions: 0n })
  const member = guildOf(state, guildId).members.get(bob)
  assert.ok(member)
  member.roleIds = [role.id]
  setOverwrite(platform, general, { id: role.id, kind: 'role', allow: bits, deny: 0n })
  assert.equal(may(), true)
  setOverwrite(platform, general, { id: bob, kind: 'member', allow: 0n, deny: bits })
  assert.equal(may(), false)
  // The owner may do everything, and whoever is not there nothing.
  assert.equal(mayIn(state, channel, ann, 'SendMessages'), true)
  assert.equal(permissionsIn(state, channel, '1'), 0n)
  const anchor = postMessage(platform, {
    channelId: general,
    author: { kind: 'user', userId: ann },
    content: 'x',
  })
  const thread = openThreadFrom(platform, anchor, { name: 'x', ownerId: ann })
  assert.equal(may(thread.id), false)
  assert.equal(mayIn(state, thread, bob, 'ViewChannel'), true)
  const secret = openThreadIn(platform, channel, { name: 'x', ownerId: ann, isPrivate: true })
  assert.equal(mayIn(state, secret, bob, 'ViewChannel'), false)
  secret.memberIds.add(bob)
  assert.equal(mayIn(state, secret, bob, 'ViewChannel'), true)
  const hidden = permissionBits('ViewChannel')
  setOverwrite(platform, general, { id: bob, kind: 'member', allow: 0n, deny: hidden })
  assert.equal(permissionsIn(state, thread, bob), 0n)
})

test('[CHN4] a direct message is open to the two who are in it', () => {
  const { platform, ann, bob, bot } = openTestDiscord()
  const dm = openDirectChannel(platform, ann, bot.id)
  assert.equal(openDirectChannel(platform, bot.id, ann).id, dm.id)
  assert.equal(mayIn(platform.state, dm, bot.id, 'SendMessages'), true)
  assert.equal(permissionsIn(platform.state, dm, bob), 0n)
})
