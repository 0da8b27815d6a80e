// What was really asked of this Discord, and answered, whatever its bots believe. Checkers compare with it.

import type { DiscordReply } from './rest-words.ts'

export interface SeenRequest {
  number: number
  /** Also of who came with the secret of a webhook alone: whose that is. '' where the token was nobody's. */
  botId: string
  method: string
  path: string
  /** Of the table of routes; '' where there is none. */
  route: string
  query: Readonly<Record<string, string>>
  body: unknown
  /** The names of its files, and the fields of the form under which they came. */
  files: readonly string[]
  fileFields: readonly string[]
  at: number
  /** Undefined while it is under way. */
  endedAt: number | undefined
  reply: DiscordReply | undefined
  /** It came before the time that an earlier one was told to wait for. */
  isEarly: boolean
  /** The number of that earlier one. */
  toldBefore?: number
  /** It changed something, or would have; a fault may have hidden that from whoever asked. */
  wasDone: boolean
}

export interface GroundTruth {
  /** The newest ones, oldest first. */
  readonly requests: readonly SeenRequest[]
  begin(asked: Omit<SeenRequest, 'number' | 'endedAt' | 'reply' | 'isEarly' | 'wasDone'>): SeenRequest
  end(request: SeenRequest, reply: DiscordReply, at: number): void
  /** Requests that came before their time. */
  early(): SeenRequest[]
  /** How often one was answered with 401, 403 or 429 (but for a shared limit): too many of these, and it is banned. */
  invalidRequests(botId?: string): number
  /** Of such a method and route; for counting. */
  of(method: string, route: string): SeenRequest[]
  /** What it was answered with; undefined: nothing, or not yet. */
  statusOf(request: SeenRequest): number | undefined
}

export function createGroundTruth(keptMax = 10_000): GroundTruth {
  const requests: SeenRequest[] = []
  const invalid = new Map<string, number>()
  let count = 0
  return {
    requests,
    begin(asked) {
      const request = {
        ...asked,
        number: ++count,
        endedAt: undefined,
        reply: undefined,
        isEarly: false,
        wasDone: false,
      }
      requests.push(request)
      // In larger steps: taking the first one away each time would move all others each time.
      if (requests.length > keptMax * 1.25) requests.splice(0, requests.length - keptMax)
      return request
    },
    end(request, reply, at) {
      request.endedAt = at
      request.reply = reply
      if (reply.kind !== 'answer' || !isInvalid(reply.status, reply.headers['x-ratelimit-scope'])) return
      invalid.set(request.botId, (invalid.get(request.botId) ?? 0) + 1)
    },
    early: () => requests.filter(({ isEarly }) => isEarly),
    invalidRequests: (botId) =>
      botId === undefined
        ? [...invalid.values()].reduce((sum, one) => sum + one, 0)
        : (invalid.get(botId) ?? 0),
    of: (method, route) => requests.filter((one) => one.method === method && one.route === route),
    statusOf: ({ reply }) => (reply?.kind === 'answer' ? reply.status : undefined),
  }
}

function isInvalid(status: number, scope: string | undefined): boolean {
  return status === 401 || status === 403 || (status === 429 && scope !== 'shared')
}
