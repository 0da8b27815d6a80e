// Control of the gateway: its manners, what goes wrong on it, and what really happened.

import { BadBody, type BodyReader } from '../loopback/read-body.ts'
import type { ControlVerbs } from './control-discord.ts'
import { type GatewayFault, type PlannedGatewayFault, scriptGatewayFaults } from './gateway-faults.ts'
import { type GatewayManners, usualManners } from './gateway-words.ts'

export const gatewayVerbs: ControlVerbs = {
  /** Those that are named change; null is for "not at all" where there is such a thing. */
  'set-manners': ({ gateway }, read) => void Object.assign(gateway.manners, readManners(read)),
  'gateway-faults': ({ gateway }, read) =>
    gateway.useFaults(scriptGatewayFaults(read.objects('faults').map(readPlanned))),
  reconnect: ({ gateway }, read) => gateway.askToReconnect(read.maybeText('botId')),
  invalidate: ({ gateway }, read) =>
    gateway.invalidate({ ...maybeBot(read), mayResume: read.raw('mayResume') === true }),
  'drop-sockets': ({ gateway }, read) =>
    gateway.drop({ ...maybeBot(read), ...(read.raw('code') !== undefined && { code: read.count('code') }) }),
  'forget-sessions': ({ gateway }, read) => gateway.forgetSessions(read.maybeText('botId')),
  'gateway-truth': ({ gateway, platform }) => ({
    ...gateway.truth,
    identifies: platform.state.identifies,
    sessions: gateway.sessions().map(({ id, botId, seq, intents }) => ({ id, botId, seq, intents })),
  }),
}

function maybeBot(read: BodyReader): { botId?: string } {
  const botId = read.maybeText('botId')
  return botId === undefined ? {} : { botId }
}

function readManners(read: BodyReader): Partial<GatewayManners> {
  const changes: Record<string, unknown> = {}
  for (const name of Object.keys(usualManners)) {
    const value = read.raw(name)
    const isNone = name === 'silenceMsMax' && value === null
    const isRight = name.startsWith('is')
      ? typeof value === 'boolean'
      : typeof value === 'number' && value >= 0
    if (value === undefined) continue
    if (!isRight && !isNone) throw new BadBody(`${name} cannot be that`)
    changes[name] = value ?? undefined
  }
  return changes
}

function readPlanned(read: BodyReader): PlannedGatewayFault {
  const fault = read.maybeObject('fault')
  if (!fault) throw new BadBody('fault must be an object')
  const on = read.maybeText('on')
  return {
    after: read.count('after', 0),
    times: read.count('times', 1),
    fault: readFault(fault),
    ...(on !== undefined && { on }),
  }
}

function readFault(read: BodyReader): GatewayFault {
  const kind = read.text('kind')
  switch (kind) {
    case 'lose':
    case 'twice':
      return { kind }
    case 'delay':
      return { kind, ms: read.count('ms') }
    case 'drop':
      return { kind, isSent: read.raw('isSent') === true }
    default:
      throw new BadBody('a fault is one of: lose, twice, delay, drop')
  }
}
