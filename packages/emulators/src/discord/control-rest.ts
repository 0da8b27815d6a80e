// Control of REST: how often may be asked, what goes wrong, and what was really asked.

import { BadBody, type BodyReader } from '../loopback/read-body.ts'
import type { ControlVerbs } from './control-discord.ts'
import { type Fault, type LimitScope, type PlannedFault, scriptFaults } from './faults.ts'
import { pingsIn, saidIn } from './look-at-discord.ts'
import { noRates, usualRates } from './rate-limits.ts'

export const restVerbs: ControlVerbs = {
  'rest-faults': ({ platform }, read) =>
    platform.useFaults(scriptFaults(read.objects('faults').map(readPlanned))),
  /** On, as Discord has them, or off. */
  'limit-rates': ({ platform }, read) => {
    const isOn = read.raw('isOn')
    if (typeof isOn !== 'boolean') throw new BadBody('isOn must be true or false')
    platform.limitRates(isOn ? usualRates : noRates)
  },
  requests: ({ platform: { truth } }, read) => {
    const after = read.count('after', 0)
    return truth.requests
      .filter(({ number }) => number > after)
      .map((request) => {
        const { reply: _, ...about } = request
        return { ...about, status: truth.statusOf(request) ?? null }
      })
  },
  'rest-truth': ({ platform: { truth } }) => ({
    requests: truth.requests.length,
    early: truth.early().length,
    invalid: truth.invalidRequests(),
  }),
  /** How many exchanges were held against Discord's schemas, and what was wrong with which. */
  judged: ({ judge }) => {
    if (!judge) throw new Error('nobody judges this Discord')
    return judge.report()
  },
  said: ({ platform }, read) => saidIn(platform.state, read.text('channelId')),
  pings: ({ platform }, read) => pingsIn(platform.state, read.text('channelId')),
}

function readPlanned(read: BodyReader): PlannedFault {
  const fault = read.maybeObject('fault')
  if (!fault) throw new BadBody('fault must be an object')
  const [on, place] = [read.maybeText('on'), read.maybeText('in')]
  return {
    after: read.count('after', 0),
    times: read.count('times', 1),
    fault: readFault(fault),
    ...(on !== undefined && { on }),
    ...(place !== undefined && { in: place }),
  }
}

const scopes: readonly LimitScope[] = ['user', 'shared', 'global']
const statuses = [500, 502, 503, 504] as const

function readFault(read: BodyReader): Fault {
  const kind = read.text('kind')
  const isDone = read.raw('isDone') === true
  switch (kind) {
    case 'rate_limited': {
      const scope = scopes.find((one) => one === read.text('scope'))
      if (!scope) throw new BadBody(`scope must be one of: ${scopes.join(', ')}`)
      return { kind, scope, retryAfterMs: read.count('retryAfterMs') }
    }
    case 'edge_limited':
      return { kind, retryAfterMs: read.count('retryAfterMs') }
    case 'status': {
      const status = statuses.find((one) => one === read.count('status'))
      if (!status) throw new BadBody(`status must be one of: ${statuses.join(', ')}`)
      return { kind, status, isDone }
    }
    case 'drop':
      return { kind, isDone, isMidway: read.raw('isMidway') === true }
    case 'hang':
      return { kind, isDone }
    case 'late':
    case 'slow':
      return { kind, ms: read.count('ms') }
    case 'empty':
    case 'garbage':
      return { kind }
    default:
      throw new BadBody(`there is no fault ${kind}`)
  }
}
