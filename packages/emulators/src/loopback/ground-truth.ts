// What really happened on the platform, whatever its programs believe: every request with its time, and every message
// that could be seen. Checkers compare with it.

import type { CallKind, PlatformMessage } from './platform-words.ts'

export interface SeenRequest {
  number: number
  accountId: string
  kind: CallKind
  conversationId: string | undefined
  at: number
  /** Undefined while it is under way. */
  endedAt: number | undefined
  /** As it was answered; 0: not at all. */
  status: number
  /** It came before the time that an earlier one was told to wait for. */
  isEarly: boolean
  /** The number of that earlier one. */
  toldBefore?: number
  /** Others were under way in its conversation when it came. */
  isBeside: boolean
}

export interface GroundTruth {
  readonly requests: readonly SeenRequest[]
  begin(asked: Pick<SeenRequest, 'accountId' | 'kind' | 'conversationId'>, at: number): SeenRequest
  /** Requests that came before their time. */
  early(): SeenRequest[]
  /** Requests that change something, and came while another one of the same conversation was under way. */
  beside(): SeenRequest[]
  /** Requests that were refused: 401, 403 and 429. */
  refused(): SeenRequest[]
}

const changes: ReadonlySet<CallKind> = new Set(['send', 'edit', 'delete', 'thread.open', 'thread.close'])

export function createGroundTruth(): GroundTruth {
  const requests: SeenRequest[] = []
  /** Those under way that change something. */
  let open: SeenRequest[] = []
  return {
    requests,
    begin(asked, at) {
      open = open.filter(({ endedAt }) => endedAt === undefined)
      const isChange = asked.conversationId !== undefined && changes.has(asked.kind)
      const isBeside = isChange && open.some((other) => isSamePlace(other, asked))
      const number = requests.length + 1
      const request: SeenRequest = {
        ...asked,
        number,
        at,
        endedAt: undefined,
        status: 0,
        isEarly: false,
        isBeside,
      }
      requests.push(request)
      if (isChange) open.push(request)
      return request
    },
    early: () => requests.filter(({ isEarly }) => isEarly),
    beside: () => requests.filter(({ isBeside }) => isBeside),
    refused: () => requests.filter(({ status }) => status === 401 || status === 403 || status === 429),
  }
}

type Place = Pick<SeenRequest, 'accountId' | 'conversationId'>

function isSamePlace(other: Place, asked: Place): boolean {
  return other.conversationId === asked.conversationId && other.accountId === asked.accountId
}

/** What can be seen more than once: copies of one part of one delivery, by `delivery/part`. */
export function copiesAmong(messages: Iterable<PlatformMessage>): Map<string, PlatformMessage[]> {
  const byMarker = new Map<string, PlatformMessage[]>()
  for (const message of messages) {
    if (message.marker === undefined) continue
    const name = `${message.marker.delivery}/${message.marker.part}`
    byMarker.set(name, [...(byMarker.get(name) ?? []), message])
  }
  return new Map([...byMarker].filter(([, copies]) => copies.length > 1))
}
