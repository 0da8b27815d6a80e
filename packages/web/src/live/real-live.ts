// The live socket on the browser's own: WebSocket, clock, chance, and the signs that the network or the tab came back.

import { livePath } from '@heddle/contract'
import { newKey } from '../api/new-key.ts'
import { createLive, type Live, type LiveDeps } from './live.ts'
import { after } from './real-after.ts'
import { watchPresence } from './real-presence.ts'

export function createRealLive(
  deps: Pick<LiveDeps, 'post' | 'onLost' | 'onSignedOut' | 'onTurnedAway' | 'onOutdated'>,
): Live {
  const live = createLive({
    ...deps,
    open(on) {
      const address = new URL(livePath, window.location.href)
      address.protocol = address.protocol.replace('http', 'ws')
      const socket = new WebSocket(address)
      socket.addEventListener('open', () => on.opened())
      socket.addEventListener('message', (event) => {
        if (typeof event.data === 'string') on.heard(event.data)
      })
      socket.addEventListener('close', (event) => on.closed(event.code))
      return {
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text)
        },
        close: () => socket.close(),
      }
    },
    now: Date.now,
    after,
    chance: Math.random,
    newId: newKey,
    store: tabStore(),
  })
  window.addEventListener('online', live.wake)
  window.addEventListener('offline', live.doubt)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake()
  })
  watchPresence(live)
  return live
}

/** Reading `sessionStorage` itself throws where the browser forbids it. */
function tabStore(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
