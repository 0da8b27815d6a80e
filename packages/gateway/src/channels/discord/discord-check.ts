// Looks whether a bot can do what it is for: its token, what its application switched on, the servers and channels that
// the configuration names (CHN5). Only reads.

import type { AccountCheck, AccountFinding, AccountTrouble, ChannelSurroundings } from '../channel.ts'
import { readAllowedPlaces } from './allowed-places.ts'
import { checkServer } from './check-server.ts'
import { inviteUrl } from './permissions.ts'
import { readAccess } from './read-access.ts'
import { type DiscordRest, isOk, isRecord, type Reply, textOf } from './rest-words.ts'
import { tellReply } from './tell-reply.ts'

const messageContent = (1 << 18) | (1 << 19)
const serversPerPage = 200
const serversMax = 2_000

export async function checkAccount(
  rest: DiscordRest,
  { settings, accountId }: Pick<ChannelSurroundings, 'settings' | 'accountId'>,
  signal: AbortSignal,
): Promise<AccountCheck> {
  const get = (path: `/${string}`, query: Record<string, string> = {}) =>
    rest.call({ method: 'GET', path, query, signal })
  if (readAccess(settings()).token === '') return { findings: [noToken(accountId)] }
  const me = await get('/users/@me')
  const userId = isOk(me) ? textOf(me.body, 'id') : undefined
  if (!isOk(me) || userId === undefined) return { findings: [badToken(me)] }
  const name = textOf(me.body, 'username') ?? userId
  const token: AccountFinding = {
    state: 'good',
    about: 'token',
    text: `Discord takes it: the bot is ${name}.`,
  }
  const application = await get('/applications/@me')
  const applicationId = isOk(application) ? textOf(application.body, 'id') : undefined
  if (!isOk(application) || applicationId === undefined) {
    return { findings: [token, cannotRead('application', application)] }
  }
  const invite = inviteUrl(applicationId)
  const findings = [token, ...judgeApplication(application.body)]
  const servers = await listServers(get)
  if (!Array.isArray(servers))
    return { findings: [...findings, cannotRead('servers', servers)], inviteUrl: invite }
  const places = readAllowedPlaces(settings()['allow'])
  for (const [guildId, channelIds] of places) {
    if (!servers.some(({ id }) => id === guildId)) findings.push(notOnServer(guildId))
    else findings.push(...(await checkServer(rest, { guildId, channelIds, userId, applicationId }, signal)))
    if (channelIds.length === 0) findings.push(noChannels(servers, guildId))
  }
  findings.push(...servers.filter(({ id }) => !places.has(id)).map(notConfigured))
  if (places.size === 0 && servers.length === 0) findings.push(nowhere)
  return { findings, inviteUrl: invite }
}

/** What the connection says that is open, or was. */
export function tellTrouble({ words, since }: AccountTrouble): AccountFinding {
  const text = `Not heard since ${new Date(since).toISOString()}. ${words}.`
  return { state: 'bad', about: 'connection', text, remedy: 'See in the log why, and check the network.' }
}

function noToken(accountId: string): AccountFinding {
  return {
    state: 'bad',
    about: 'token',
    text: 'There is none, or one with blanks in it.',
    remedy: `Copy it in the Developer Portal (Bot, Reset Token), and run: heddle secret set channels.discord.${accountId}.token`,
  }
}

function badToken(reply: Reply): AccountFinding {
  const isRefused = reply.kind === 'answer' && reply.status === 401
  return {
    state: 'bad',
    about: 'token',
    text: isRefused ? 'Discord does not take the token.' : `Discord cannot be asked: ${tellReply(reply)}.`,
    remedy: isRefused
      ? 'Reset the token in the Developer Portal (Bot, Reset Token), and put the new one where the old one stands.'
      : 'Check the network, and apiUrl if it is set.',
  }
}

function cannotRead(about: string, reply: Reply): AccountFinding {
  return { state: 'bad', about, text: `It cannot be read: ${tellReply(reply)}.` }
}

function judgeApplication(application: unknown): AccountFinding[] {
  const body = isRecord(application) ? application : {}
  const flags = typeof body['flags'] === 'number' ? body['flags'] : 0
  const intents: AccountFinding =
    (flags & messageContent) === 0
      ? {
          state: 'bad',
          about: 'intents',
          text: 'Message Content is switched off: Discord does not let the bot connect, or keeps the text of messages from it.',
          remedy:
            'Switch on Message Content Intent in the Developer Portal (Bot, Privileged Gateway Intents).',
        }
      : { state: 'good', about: 'intents', text: 'Message Content is switched on.' }
  if (body['bot_require_code_grant'] !== true) return [intents]
  return [
    intents,
    {
      state: 'bad',
      about: 'invite',
      text: 'The application asks for a code grant, with which the invite link does not work.',
      remedy: 'Switch off Requires OAuth2 Code Grant in the Developer Portal (Bot).',
    },
  ]
}

interface Server {
  id: string
  name: string
}

type Get = (path: `/${string}`, query?: Record<string, string>) => Promise<Reply>

async function listServers(get: Get): Promise<Server[] | Reply> {
  const servers: Server[] = []
  for (;;) {
    const after = servers.at(-1)?.id
    const reply = await get('/users/@me/guilds', {
      limit: String(serversPerPage),
      ...(after !== undefined && { after }),
    })
    if (!isOk(reply) || !Array.isArray(reply.body)) return reply
    servers.push(...reply.body.flatMap(readServer))
    if (reply.body.length < serversPerPage || servers.length >= serversMax) return servers
  }
}

function readServer(value: unknown): Server[] {
  const [id, name] = [textOf(value, 'id'), textOf(value, 'name')]
  return id === undefined ? [] : [{ id, name: name ?? id }]
}

function notOnServer(id: string): AccountFinding {
  return {
    state: 'bad',
    about: id,
    text: 'The bot is not on this server, which allow.places names.',
    remedy: 'Let it in by the invite link, or check the id (right click on the server, Copy Server ID).',
  }
}

function noChannels(servers: readonly Server[], id: string): AccountFinding {
  return {
    state: 'weak',
    about: servers.find((server) => server.id === id)?.name ?? id,
    text: 'No channel of it is listed, so nobody is heard there.',
    remedy: `List channels in allow.places["${id}"].channels; "*" is each of them.`,
  }
}

function notConfigured({ id, name }: Server): AccountFinding {
  return {
    state: 'weak',
    about: name,
    text: `The bot is on this server, and allow.places does not name it (${id}): nobody is heard there.`,
    remedy: `Add "${id}" to allow.places, or remove the bot from the server.`,
  }
}

const nowhere: AccountFinding = {
  state: 'weak',
  about: 'servers',
  text: 'The bot is on no server: it is reached by direct messages alone, if at all.',
  remedy: 'Let it in by the invite link, and add the server to allow.places.',
}
