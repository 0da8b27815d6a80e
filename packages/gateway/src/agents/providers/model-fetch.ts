// How a provider reaches its server: one POST, never redirected, whose answer may not pile up unread.

export interface ModelFetch {
  /** A port of its own, because the core does not reach the network; the real one stands in real-model-fetch.ts. */
  (url: string, init: RequestInit, flow: ModelFlow): Promise<Response>
}

export interface ModelFlow {
  /** Bytes that came since something could be made of them. */
  unreadBytes: number
  /** The address comes from the web, and not all of them are reached. Throws AddressNotAllowed for those. */
  isGuarded?: boolean
}

export const unreadBytesMax = 16 * 1_048_576

/** The server sends and sends, and nothing of it is a part of an answer. */
export class TooMuchUnread extends Error {
  constructor() {
    super('the answer has no end that could be read')
    this.name = 'TooMuchUnread'
  }
}
