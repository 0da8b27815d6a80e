// What travels with a request through the door, from one step to the next.

import type { IncomingMessage } from 'node:http'
import type { RequestId } from '@heddle/contract'
import type { Context, MiddlewareHandler } from 'hono'

export interface DoorEnv {
  /** Absent when the door is asked in-process. */
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    requestId: RequestId
    /** Who is at the other end of the connection: the client, or the proxy in front of us. */
    peer: string
    /** The client as far as trusted proxies tell. */
    address: string
    isBehindTrustedProxy: boolean
    /** What answered, for the figures. */
    route: string
  }
}

export type DoorContext = Context<DoorEnv>
export type DoorStep = MiddlewareHandler<DoorEnv>
