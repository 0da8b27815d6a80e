// Looks at one server that the configuration names: whether the bot is there, and what it lacks in the channels where it
// is to be heard.

import type { AccountFinding } from '../channel.ts'
import { isThreadType } from './channel-words.ts'
import {
  type Membership,
  missingFrom,
  type Needed,
  permissionsIn,
  permissionsOn,
  readBits,
} from './permissions.ts'
import { codeOf, type DiscordRest, isOk, isRecord, type Reply, textOf } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

export interface ServerQuestion {
  guildId: string
  /** As the configuration names them; `*` is each of them. */
  channelIds: readonly string[]
  userId: string
  applicationId: string
}

/** Text, voice, announcements, stage, forum, media: where people write. */
const spokenIn: ReadonlySet<unknown> = new Set([0, 2, 5, 13, 15, 16])
/** Those beyond are counted. */
const channelsToldMax = 20
const webhooksPerChannelMax = 15

export async function checkServer(
  rest: DiscordRest,
  question: ServerQuestion,
  signal: AbortSignal,
): Promise<AccountFinding[]> {
  const { guildId, userId } = question
  const get = (path: `/${string}`) => rest.call({ method: 'GET', path, signal })
  const guild = await get(`/guilds/${guildId}`)
  const serverName = isOk(guild) ? (textOf(guild.body, 'name') ?? guildId) : guildId
  const member = await get(`/guilds/${guildId}/members/${userId}`)
  const channels = await get(`/guilds/${guildId}/channels`)
  const failed = [guild, member, channels].find((reply) => !isOk(reply))
  if (failed) return [cannotLook(serverName, failed)]
  const membership = readMembership(question, guild, member)
  const list = readList(channels)
  return [
    ...judgeServer(serverName, membership),
    ...(await judgeChannels(question, { serverName, membership, list, get })),
  ]
}

function cannotLook(server: string, reply: Reply): AccountFinding {
  const isOut = codeOf(reply) === 10004 || codeOf(reply) === 50001
  return {
    state: 'bad',
    about: server,
    text: isOut ? 'The bot is not on this server.' : `It cannot be looked at: ${tellReply(reply)}.`,
    ...(isOut && { remedy: 'Let it in by the invite link, or take the server out of allow.places.' }),
  }
}

/** What is missing everywhere is said once. */
function judgeServer(server: string, membership: Membership): AccountFinding[] {
  const missing = missingFrom(permissionsOn(membership))
  if (missing.length === 0)
    return [{ state: 'good', about: server, text: 'The bot is there, with all it needs.' }]
  return [lacking(server, missing, 'Let it in once more by the invite link, or add them to its role.')]
}

interface ServerAround {
  serverName: string
  membership: Membership
  list: readonly Record<string, unknown>[]
  get(path: `/${string}`): Promise<Reply>
}

async function judgeChannels(question: ServerQuestion, around: ServerAround): Promise<AccountFinding[]> {
  const { channelIds } = question
  const { list, serverName } = around
  const isEach = channelIds.includes('*')
  const named = channelIds.filter((id) => id !== '*')
  const absent = named.filter((id) => !list.some((channel) => channel['id'] === id))
  const looked = list.filter(({ id, type }) => named.includes(String(id)) || (isEach && spokenIn.has(type)))
  const findings = [
    ...absent.map((id) => notThere(id, serverName)),
    ...looked.flatMap((channel) => judgeChannel(channel, around)),
  ]
  for (const id of named.filter((one) => !absent.includes(one))) {
    findings.push(...(await judgeWebhooks(id, question, around)))
  }
  const told = findings.slice(0, channelsToldMax)
  const more = findings.length - told.length
  return more === 0
    ? told
    : [...told, { state: 'weak', about: serverName, text: `The same in ${more} more channels.` }]
}

function notThere(id: string, server: string): AccountFinding {
  return {
    state: 'bad',
    about: id,
    text: `There is no such channel on ${server}, or the bot does not see it.`,
    remedy: 'Check its id in allow.places (right click on it, Copy Channel ID), or let the bot see it.',
  }
}

/** What it lacks on the whole server stands there already. */
function judgeChannel(channel: Record<string, unknown>, { membership }: ServerAround): AccountFinding[] {
  if (isThreadType(Number(channel['type']))) return []
  const everywhere = missingFrom(permissionsOn(membership)).map(({ name }) => name)
  const missing = missingFrom(permissionsIn(membership, channel)).filter(
    ({ name }) => !everywhere.includes(name),
  )
  if (missing.length === 0) return []
  return [lacking(nameOf(channel), missing, "Allow them for the bot's role in the settings of the channel.")]
}

async function judgeWebhooks(
  id: string,
  question: ServerQuestion,
  around: ServerAround,
): Promise<AccountFinding[]> {
  const channel = around.list.find((one) => one['id'] === id)
  const isAllowed = missingFrom(permissionsIn(around.membership, channel)).every(
    ({ name }) => name !== 'Manage Webhooks' && name !== 'View Channel',
  )
  if (!channel || !isAllowed) return []
  const reply = await around.get(`/channels/${id}/webhooks`)
  const webhooks = isOk(reply) && Array.isArray(reply.body) ? reply.body : []
  const hasOurs = webhooks.some((one) => isRecord(one) && one['application_id'] === question.applicationId)
  if (hasOurs || webhooks.length < webhooksPerChannelMax) return []
  return [
    {
      state: 'weak',
      about: nameOf(channel),
      text: `It has ${webhooks.length} webhooks, as many as a channel can have: other agents speak in the bot's own voice there.`,
      remedy: 'Delete a webhook that nobody needs.',
    },
  ]
}

function lacking(about: string, missing: readonly Needed[], remedy: string): AccountFinding {
  const names = missing.map(({ name }) => name).join(', ')
  const lost = missing.map(({ without }) => without).join('; ')
  const state = missing.some(({ isVital }) => isVital) ? 'bad' : 'weak'
  return { state, about, text: `Missing permissions: ${names} (${lost}).`, remedy }
}

function nameOf(channel: Record<string, unknown>): string {
  return `#${textOf(channel, 'name') ?? textOf(channel, 'id') ?? ''}`
}

function readMembership({ guildId, userId }: ServerQuestion, guild: Reply, member: Reply): Membership {
  const bodyOf = (reply: Reply) => (isOk(reply) && isRecord(reply.body) ? reply.body : {})
  const roles = bodyOf(guild)['roles']
  const roleIds = bodyOf(member)['roles']
  return {
    guildId,
    userId,
    roleIds: new Set((Array.isArray(roleIds) ? roleIds : []).map(String)),
    roles: new Map(
      (Array.isArray(roles) ? roles : []).map((role) => [
        textOf(role, 'id') ?? '',
        readBits(textOf(role, 'permissions')),
      ]),
    ),
  }
}

function readList(reply: Reply): Record<string, unknown>[] {
  return isOk(reply) && Array.isArray(reply.body) ? reply.body.filter(isRecord) : []
}
