import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRole, setRolePermissions } from './guild-verbs.ts'
import { pingsIn } from './look-at-discord.ts'
import { postMessage } from './message-verbs.ts'
import { permissionBits } from './permissions.ts'
import { askedPermissions, openTestDiscord } from './test-discord.ts'

test('[DLV6] who is called is who is named, may be called, and was wanted called', async () => {
  const { platform, ask, general, guildId, ann, bob, bot } = openTestDiscord()
  const weavers = addRole(platform, guildId, { name: 'weavers', permissions: 0n }).id
  const text = `<@${ann}> <@!${bob}> <@&${weavers}> @everyone @here`
  const send = async (body: object) => {
    const sent = await ask(`POST /channels/${general}/messages`, { content: text, ...body })
    const { userIds, roleIds, isEveryone } = platform.state.messages.get(sent.body.id)?.pings ?? {}
    assert.equal(sent.body.mention_everyone, isEveryone)
    return [userIds, roleIds, isEveryone]
  }
  // The bot may not call crowds, whatever it wants.
  assert.deepEqual(await send({}), [[ann, bob], [], false])
  assert.deepEqual(await send({ allowed_mentions: { parse: [] } }), [[], [], false])
  assert.deepEqual(await send({ allowed_mentions: { parse: ['everyone', 'roles'] } }), [[], [], false])
  assert.deepEqual(await send({ allowed_mentions: { users: [ann] } }), [[ann], [], false])
  const role = [...(platform.state.guilds.get(guildId)?.roles.values() ?? [])].find(
    (one) => one.botId === bot.id,
  )
  assert.ok(role)
  setRolePermissions(platform, guildId, role.id, permissionBits(...askedPermissions, 'MentionEveryone'))
  assert.deepEqual(await send({}), [[ann, bob], [weavers], true])
  assert.deepEqual(await send({ allowed_mentions: { parse: ['users'] } }), [[ann, bob], [], false])
  assert.deepEqual(await send({ allowed_mentions: { roles: [weavers] } }), [[], [weavers], false])
  assert.deepEqual(await send({ content: `\`<@${ann}>\` \`\`\`@everyone\`\`\`` }), [[], [], false])
  assert.equal(pingsIn(platform.state, general).length, 5)
})

test('[DLV6] a webhook can call a crowd unless it says otherwise', async () => {
  const { platform, ask, general } = openTestDiscord()
  const { body: webhook } = await ask(`POST /channels/${general}/webhooks`, { name: 'Heddle' })
  const send = async (body: object) => {
    const { body: sent } = await ask(`POST /webhooks/${webhook.id}/${webhook.token}?wait=true`, body)
    return platform.state.messages.get(sent.id)?.pings.isEveryone
  }
  assert.equal(await send({ content: '@everyone' }), true)
  assert.equal(await send({ content: '@everyone', allowed_mentions: { parse: [] } }), false)
})

test('[DLV6] an edit calls nobody, and a reply calls whom it replies to unless it says otherwise', async () => {
  const { platform, ask, general, ann } = openTestDiscord()
  const path = `/channels/${general}/messages`
  const { body: sent } = await ask(`POST ${path}`, { content: 'x' })
  const { body: edited } = await ask(`PATCH ${path}/${sent.id}`, { content: `<@${ann}>` })
  assert.equal(edited.mentions[0].id, ann)
  assert.deepEqual(pingsIn(platform.state, general), [])
  const asked = postMessage(platform, {
    channelId: general,
    author: { kind: 'user', userId: ann },
    content: '?',
  })
  const reply = async (more: object) => {
    const body = { content: 'x', message_reference: { message_id: asked.id }, ...more }
    const answer = await ask(`POST ${path}`, body)
    assert.deepEqual([answer.body.type, answer.body.referenced_message.id], [19, asked.id])
    return platform.state.messages.get(answer.body.id)?.pings.userIds
  }
  assert.deepEqual(await reply({}), [ann])
  assert.deepEqual(await reply({ allowed_mentions: { parse: [] } }), [])
  assert.deepEqual(await reply({ allowed_mentions: { parse: [], replied_user: true } }), [ann])
})
