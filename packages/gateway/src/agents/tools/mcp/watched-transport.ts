// What ways of carrying messages to an MCP server have in common.

import type { Transport } from '@modelcontextprotocol/client'
import type { Egress } from '../../../foundation/egress/egress.ts'

export interface RealMcpDeps {
  egress: Egress
  version: string
  /** Our own environment, of which a server gets a little. */
  env: Readonly<Record<string, string | undefined>>
  /** By which processes are found that a killed gateway left behind. */
  processMark?(): Readonly<Record<string, string>>
}

/** What a transport knows about its end that the client does not. */
export interface WatchedTransport {
  transport: Transport
  /** The rest of a sentence; empty when there is nothing to say. */
  trouble(): string
  /** Tells the server that nobody comes back. May throw. */
  farewell?(): Promise<void>
}
