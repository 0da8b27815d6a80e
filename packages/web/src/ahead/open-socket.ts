// The browser's socket to the server.

import { livePath } from './ahead.at-build.ts'

export function openSocket(): WebSocket {
  const address = new URL(livePath, window.location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  return new WebSocket(address)
}
